import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Api, createApi } from '../api/api.ts';
import { createSend } from '../api/client.ts';
import type { LandingReason } from './landing.tsx';
import type { SignIn } from './sign-in.ts';

type State = { step: 'starting' } | { step: 'out'; reason: LandingReason } | { step: 'in'; operator: string };

/**
 * Who is signed in, as the interface sees it, the calls in their name, and the ways in and out.
 *
 * @param failedBefore the sign-in server has just sent the operator back without a sign-in
 */
export function useOperator(signIn: SignIn, pageUrl: string, failedBefore: boolean) {
  const [state, setState] = useState<State>({ step: 'starting' });
  const isOut = useCallback((reason: LandingReason) => setState({ step: 'out', reason }), []);
  const api = useMemo(() => {
    const onSignInRequired = () => void signIn.forget().then(() => isOut('ended'));
    const base = new URL('api/', pageUrl).href;
    return createApi(createSend(base, { accessToken: signIn.accessToken, onSignInRequired }));
  }, [signIn, pageUrl, isOut]);
  useEffect(() => {
    void start(signIn, api, failedBefore).then((next) => next && setState(next));
  }, [signIn, api, failedBefore]);
  return {
    state,
    api,
    enter: () => void signIn.start().catch(() => isOut('unavailable')),
    leave: () => void signIn.signOut().catch(() => isOut('none')),
  };
}

async function start(signIn: SignIn, api: Api, failedBefore: boolean): Promise<State | null> {
  if (failedBefore) return { step: 'out', reason: 'failed' };
  if (!(await signIn.signedIn())) return { step: 'out', reason: 'none' };
  try {
    return { step: 'in', operator: (await api.session()).operator };
  } catch (error) {
    // A refused token is told by `onSignInRequired`.
    return (error as { status?: number }).status === 401 ? null : { step: 'out', reason: 'unavailable' };
  }
}
