/** The page with the sign-in form. */
export function loginPage({ action, failed }: { action: string; failed: boolean }): string {
  return pageWith(`${failed ? '<p role="alert">Name or password is wrong.</p>' : ''}
<form method="post" action="${action}">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="username" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Sign in</button>
</form>`);
}

/** @param form the provider's hidden form, with the id `op.logoutForm` */
export function logoutPage(form: string): string {
  return pageWith(`${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`);
}

/** An error of the provider, shown by its stable code only: its messages may repeat the caller's input. */
export function errorPage(code: string): string {
  return pageWith(`<p role="alert">That did not succeed (${code.replace(/[^a-z_]/g, '')}). Go back and try again.</p>`);
}

function pageWith(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back office</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 20rem; margin: 12vh auto; padding: 0 1rem; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { margin: .25rem 0 1rem; padding: .5rem; }
</style>
</head>
<body>
<main>
<h1>Back office</h1>
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
