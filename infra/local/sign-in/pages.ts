type Language = 'en' | 'zh';

/** Texts of the pages. */
const TEXTS = {
  en: {
    title: 'Sign in',
    wrong: 'Name or password is wrong.',
    name: 'Name',
    password: 'Password',
    sign_out: 'Sign out',
    failed: (code: string) => `That did not succeed (${code}). Go back and try again.`,
  },
  zh: {
    title: '登录',
    wrong: '用户名或密码错误。',
    name: '用户名',
    password: '密码',
    sign_out: '退出登录',
    failed: (code: string) => `未能成功（${code}）。请返回后重试。`,
  },
} as const;

/** Returns the language of the pages by the browser's preferences, in an `Accept-Language` header. */
export function languageOf(accepted: string): Language {
  const known = accepted.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  return known.find((tag) => tag === 'en' || tag === 'zh') === 'zh' ? 'zh' : 'en';
}

interface LoginPage {
  action: string;
  /** The name of a failed attempt, which stays in its field; `null`: this is the first one. */
  failedName: string | null;
  language: Language;
}

/** The page with the sign-in form. After a failed attempt only the password is to be entered again. */
export function loginPage({ action, failedName, language }: LoginPage): string {
  const texts = TEXTS[language];
  const hasFailed = failedName !== null;
  const wrong = 'aria-invalid="true" aria-describedby="error"';
  return pageWith(
    `${hasFailed ? `<p role="alert" id="error">${texts.wrong}</p>` : ''}
<form method="post" action="${action}">
<label for="name">${texts.name}</label>
<input id="name" name="name" autocomplete="username" required ${hasFailed ? `value="${escape(failedName)}" ${wrong}` : 'autofocus'}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required ${hasFailed ? `${wrong} autofocus` : ''}>
<button type="submit">${texts.title}</button>
</form>`,
    language,
  );
}

/** @param form the provider's hidden form, with the id `op.logoutForm` */
export function logoutPage(form: string, language: Language): string {
  return pageWith(
    `${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${TEXTS[language].sign_out}</button>`,
    language,
  );
}

/** An error of the provider, shown by its stable code only: its messages may repeat the caller's input. */
export function errorPage(code: string, language: Language): string {
  const text = TEXTS[language].failed(code.replace(/[^a-z_]/g, ''));
  return pageWith(`<p role="alert">${text}</p>`, language);
}

/** What a form contained may be anything. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The logo of the workspace, in the colour of its links. */
const LOGO = `<svg viewBox="0 0 16 16" width="40" height="40" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">
<path d="M3.05 12.95a7 7 0 1 1 9.9 0" stroke-opacity=".35"/><path d="M3.05 12.95A7 7 0 0 1 10.68 1.53M8 8l2.6-3.4"/><circle cx="8" cy="8" r="1" fill="currentColor"/></svg>`;

function pageWith(content: string, language: Language): string {
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TEXTS[language].title} · Domaingauge</title>
<style>
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
body { margin: 0; color: light-dark(#151a1c, #e7edee); background: light-dark(#f6f8f8, #0e1213); }
main { max-width: 21rem; margin: 16vh auto; padding: 2rem; border: 1px solid light-dark(#e1e6e7, #293133); border-radius: 16px; background: light-dark(#fff, #161b1d); }
svg { display: block; margin: 0 auto .5rem; color: light-dark(#0b6b7c, #5cc6d8); }
h1 { margin: 0 0 1.5rem; font-size: 24px; line-height: 32px; text-align: center; }
[role=alert] { margin: 0 0 1rem; padding: .5rem .75rem; border-radius: 10px; color: light-dark(#b0251d, #f58d84); background: light-dark(#fdecea, #431a17); }
label { font-weight: 500; }
label, input, button { display: block; width: 100%; box-sizing: border-box; }
input, button { min-height: 44px; margin: .25rem 0 1rem; padding: 0 .75rem; border: 1px solid light-dark(#879196, #6d787d); border-radius: 10px; font: inherit; }
input { background: transparent; color: inherit; font-size: 16px; }
input[aria-invalid] { border-color: light-dark(#b0251d, #f58d84); }
button { border: 0; color: light-dark(#fff, #04252b); background: light-dark(#0b6b7c, #5cc6d8); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid light-dark(#0b6b7c, #5cc6d8); outline-offset: 2px; }
</style>
</head>
<body>
<main>
${LOGO}
<h1>Domaingauge</h1>
${content}
</main>
</body>
</html>
`;
}

/** Headers of these pages: they load nothing, and cannot be framed. */
export const loginHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};
