import { useEffect, useMemo, useState } from 'react';
import { type Api, createApi } from '../api/api.ts';
import { createClient } from '../api/client.ts';
import { reloadSignedOut, type SignIn } from './sign-in.ts';
import type { Role } from '../../../contract.ts';

type State =
  { step: 'starting' } | { step: 'unreachable'; error: unknown } | { step: 'in'; operator: string; role: Role };

/** The operator who is signed in, as reported by the API, the calls in their name, and how to sign out. */
export function useOperator(signIn: SignIn, pageUrl: string) {
  const [state, setState] = useState<State>({ step: 'starting' });
  const [turn, setTurn] = useState(0);
  const api = useMemo(() => {
    const onSignInRequired = () => void signIn.forget().then(() => reloadSignedOut('ended'));
    const base = new URL('api/', pageUrl).href;
    return createApi(createClient(base, { accessToken: signIn.accessToken, onSignInRequired }));
  }, [signIn, pageUrl]);
  useEffect(() => {
    void readSession(api).then((next) => next && setState(next));
  }, [api, turn]);
  return {
    state,
    api,
    retry: () => setTurn((last) => last + 1),
    leave: () => void signIn.signOut().catch(() => reloadSignedOut('none')),
  };
}

async function readSession(api: Api): Promise<State | null> {
  try {
    return { step: 'in', ...(await api.session()) };
  } catch (error) {
    // `onSignInRequired` handles a rejected token.
    return (error as { status?: number }).status === 401 ? null : { step: 'unreachable', error };
  }
}
