import { createRoot } from 'react-dom/client';
import type { SignInConfig } from '../../contract.ts';
import './base.css';
import { Root } from './root.tsx';
import { createSignIn, type SignIn } from './sign-in/sign-in.ts';

/** The page's address without view and query: where the sign-in server comes back to, and all calls start from. */
const pageUrl = window.location.origin + window.location.pathname;

const signIn = await readConfig().then(
  (config) => createSignIn(config, pageUrl),
  () => null,
);
const signInFailed = signIn !== null && !(await finished(signIn));
createRoot(document.getElementById('root')!).render(
  <Root pageUrl={pageUrl} signIn={signIn} signInFailed={signInFailed} />,
);

async function readConfig(): Promise<SignInConfig> {
  const response = await fetch(new URL('config.json', pageUrl), { cache: 'no-store' });
  if (!response.ok) throw new Error(`config.json: status ${response.status}`);
  return (await response.json()) as SignInConfig;
}

/** Takes the sign-in server's answer out of the address, whether it was good or not. */
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
