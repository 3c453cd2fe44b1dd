import { createRoot } from 'react-dom/client';
import type { SignInConfig } from '../../contract.ts';
import './base.css';
import { loadChosenLanguage } from './language/language-provider.tsx';
import { Root } from './root.tsx';
import { createSignIn, type SignIn } from './sign-in/sign-in.ts';

/** The page's URL without fragment and query: redirect URL of the sign-in, and base URL of all calls. */
const pageUrl = window.location.origin + window.location.pathname;

// Not one after the other.
void loadChosenLanguage();
const signIn = await readConfig().then(
  (config) => createSignIn(config, pageUrl),
  () => null,
);
const signInFailed = signIn !== null && !(await finished(signIn));
createRoot(document.getElementById('root')!).render(
  <Root pageUrl={pageUrl} signIn={signIn} signInFailed={signInFailed} />,
);

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
