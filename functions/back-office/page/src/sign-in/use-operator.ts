import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Api, createApi } from '../api/api.ts';
import { createClient } from '../api/client.ts';
import type { LandingReason } from './landing.tsx';
import type { SignIn } from './sign-in.ts';
import type { Role } from '../../../contract.ts';

type State =
  { step: 'starting' } | { step: 'out'; reason: LandingReason } | { step: 'in'; operator: string; role: Role };

/**
 * The operator who is signed in, as reported by the API, the calls in their name, and functions to sign in and out.
 *
 * @param failedBefore the sign-in server has redirected back with an error
 */
export function useOperator(signIn: SignIn, pageUrl: string, failedBefore: boolean) {
  const [state, setState] = useState<State>({ step: 'starting' });
  const showLanding = useCallback((reason: LandingReason) => setState({ step: 'out', reason }), []);
  const api = useMemo(() => {
    const onSignInRequired = () => void signIn.forget().then(() => showLanding('ended'));
    const base = new URL('api/', pageUrl).href;
    return createApi(createClient(base, { accessToken: signIn.accessToken, onSignInRequired }));
  }, [signIn, pageUrl, showLanding]);
  useEffect(() => {
    void start(signIn, api, failedBefore).then((next) => next && setState(next));
  }, [signIn, api, failedBefore]);
  return {
    state,
    api,
    enter: () => void signIn.start().catch(() => showLanding('unavailable')),
    leave: () => void signIn.signOut().catch(() => showLanding('none')),
  };
}

async function start(signIn: SignIn, api: Api, failedBefore: boolean): Promise<State | null> {
  if (failedBefore) return { step: 'out', reason: 'failed' };
  if (!(await signIn.signedIn())) return { step: 'out', reason: 'none' };
  try {
    return { step: 'in', ...(await api.session()) };
  } catch (error) {
    // `onSignInRequired` handles a rejected token.
    return (error as { status?: number }).status === 401 ? null : { step: 'out', reason: 'unavailable' };
  }
}
