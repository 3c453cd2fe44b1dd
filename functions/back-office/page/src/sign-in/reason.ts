/** Why an operator is asked to sign in. */
export type LandingReason = 'none' | 'ended' | 'failed' | 'unavailable' | 'not_loaded';

const KEY = 'back-office.signed-out';

/** Leads back to the sign-in, in the same view. */
export function reloadSignedOut(reason: 'none' | 'ended'): void {
  window.sessionStorage.setItem(KEY, reason);
  window.location.reload();
}

/** Why the page was loaded again; told once. */
export function reasonOfReload(): LandingReason {
  const reason = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  return reason === 'ended' ? 'ended' : 'none';
}
