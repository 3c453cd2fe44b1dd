import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { SignInConfig } from '../../../contract.ts';

const RENEW_SECONDS_BEFORE_END = 60;

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Signs the operator in by OpenID Connect's authorization code flow with PKCE. Tokens are in the tab's session storage
 * and are renewed by refresh token before a call that needs it: without a refresh token there is no silent renewal,
 * since the page allows no frames.
 *
 * @param pageUrl the page's own URL, to which the sign-in server redirects
 */
export function createSignIn(config: SignInConfig, pageUrl: string) {
  const manager = new UserManager({
    authority: config.issuer,
    client_id: config.client_id,
    scope: config.scope,
    redirect_uri: pageUrl,
    post_logout_redirect_uri: pageUrl,
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: window.sessionStorage }),
  });
  let renewal: Promise<User | null> | null = null;

  /** Concurrent calls share a renewal: a refresh token may be valid for a single use. */
  function renewed(): Promise<User | null> {
    renewal ??= manager
      .signinSilent()
      .catch(() => null)
      .finally(() => (renewal = null));
    return renewal;
  }

  async function currentUser(): Promise<User | null> {
    const user = await manager.getUser();
    if (!user || (user.expires_in ?? Infinity) > RENEW_SECONDS_BEFORE_END) return user;
    return user.refresh_token ? renewed() : user.expired ? null : user;
  }

  async function leaveByDiscovery() {
    const user = await manager.getUser();
    await manager.removeUser();
    await manager.signoutRedirect(user?.id_token === undefined ? {} : { id_token_hint: user.id_token });
  }

  return {
    signedIn: async () => (await currentUser()) !== null,
    accessToken: async () => (await currentUser())?.access_token ?? null,
    /** Redirects to the sign-in server, which redirects back to the same view. */
    start: () => manager.signinRedirect({ state: window.location.hash }),
    /**
     * Finishes a sign-in if the page's URL is a redirect from the sign-in server.
     *
     * @returns the view (`#/…`) that it was started from; `null` if the URL is not such a redirect
     * @throws if the sign-in server reports an error, or the sign-in was not started in this tab
     */
    finish: async (): Promise<string | null> => {
      const query = new URLSearchParams(window.location.search);
      if (!query.has('state') || !(query.has('code') || query.has('error'))) return null;
      const user = await manager.signinRedirectCallback();
      return typeof user.state === 'string' ? user.state : '';
    },
    forget: () => manager.removeUser(),
    /**
     * Ends the session here and at the sign-in server.
     *
     * @throws if the sign-in server cannot be reached; the session here has ended nevertheless
     */
    signOut: async () => {
      if (config.logout_url === null) return leaveByDiscovery();
      await manager.removeUser();
      window.location.assign(logoutAddress(config.logout_url, config.client_id, pageUrl));
    },
  };
}

/** Cognito requires the client's id and a redirect URL. */
function logoutAddress(logoutUrl: string, clientId: string, pageUrl: string): string {
  const url = new URL(logoutUrl);
  if (!url.searchParams.has('client_id')) url.searchParams.set('client_id', clientId);
  if (!url.searchParams.has('logout_uri')) url.searchParams.set('logout_uri', pageUrl);
  return url.href;
}

/** Why an operator is asked to sign in. */
export type LandingReason = 'none' | 'ended' | 'failed' | 'unavailable' | 'not_loaded';

const KEY = 'back-office.signed-out';

/** Leads back to the sign-in, in the same view. */
export function reloadSignedOut(reason: 'none' | 'ended'): void {
  window.sessionStorage.setItem(KEY, reason);
  window.location.reload();
}

/** Why the page was loaded again; shown once. */
export function reasonOfReload(): LandingReason {
  const reason = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  return reason === 'ended' ? 'ended' : 'none';
}
