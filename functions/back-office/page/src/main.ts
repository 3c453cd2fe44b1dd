import './ui/tokens.css';
import './base.css';
import type { SignInConfig } from '../../contract.ts';
import { applyTheme, storedTheme } from './browser/dark-mode.ts';
import { loadPage } from './load-page.ts';
import { createSignIn, reasonOfReload, type SignIn } from './sign-in/sign-in.ts';
import { showLanding } from './sign-in/landing.ts';

/** The page's URL without fragment and query: redirect URL of the sign-in, and base URL of all calls. */
const pageUrl = window.location.origin + window.location.pathname;
/** A report is shown without sign-in. */
const REPORT = '#/report/';
const root = document.getElementById('root')!;

/**
 * What is loaded at first: it shows the sign-in, which is small, or loads the page for an operator who is signed in. The
 * sign-in has a button instead of a redirect to the sign-in server, which would loop if the API rejects the token.
 */
async function main(): Promise<void> {
  applyTheme(storedTheme());
  if (window.location.hash.startsWith(REPORT)) return showPage(({ startReport }) => startReport(root, pageUrl));
  const signIn = await readConfig().then(
    (config) => createSignIn(config, pageUrl),
    () => null,
  );
  if (signIn === null) return showLanding(root, 'unavailable', null);
  if (!(await finished(signIn))) return showLanding(root, 'failed', () => enter(signIn));
  if (!(await signIn.signedIn())) return showLanding(root, reasonOfReload(), () => enter(signIn));
  await showPage(({ start }) => start(root, signIn, pageUrl));
}

async function showPage(show: (page: Awaited<ReturnType<typeof loadPage>>) => void): Promise<void> {
  showOutline();
  try {
    show(await loadPage());
  } catch {
    showLanding(root, 'not_loaded', null);
  }
}

/** The outline of the page while its scripts are loading. It has no text, since no language is loaded yet. */
function showOutline(): void {
  const parts = ['top', 'content'].map((part) =>
    Object.assign(document.createElement('div'), { className: `outline outline--${part}` }),
  );
  root.replaceChildren(...parts);
}

function enter(signIn: SignIn): void {
  signIn.start().catch(() => showLanding(root, 'unavailable', () => enter(signIn)));
}

async function readConfig(): Promise<SignInConfig> {
  const response = await fetch(new URL('config.json', pageUrl));
  if (!response.ok) throw new Error(`config.json: status ${response.status}`);
  return (await response.json()) as SignInConfig;
}

/** Finishes a sign-in and removes its parameters from the URL. Returns whether it did not fail. */
async function finished(pending: SignIn): Promise<boolean> {
  try {
    const view = await pending.finish();
    if (view !== null) window.history.replaceState(null, '', pageUrl + view);
    return true;
  } catch {
    window.history.replaceState(null, '', pageUrl);
    return false;
  }
}

void main();
