import { useMemo } from 'react';
import { createApi } from '../api/api.ts';
import { createClient } from '../api/client.ts';
import { useLoaded } from '../loading/use-load.ts';
import { reloadSignedOut, type SignIn } from './sign-in.ts';

/** The operator who is signed in, as reported by the API, the calls in their name, and how to sign out. */
export function useOperator(signIn: SignIn, pageUrl: string) {
  const api = useMemo(() => {
    const onSignInRequired = () => void signIn.forget().then(() => reloadSignedOut('ended'));
    const base = new URL('api/', pageUrl).href;
    return createApi(createClient(base, { accessToken: signIn.accessToken, onSignInRequired }));
  }, [signIn, pageUrl]);
  const session = useLoaded(['session'], api.session);
  return { session, api, leave: () => void signIn.signOut().catch(() => reloadSignedOut('none')) };
}
