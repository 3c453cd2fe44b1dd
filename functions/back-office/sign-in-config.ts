import type { SignInConfig } from './contract.ts';

export interface SignInSettings {
  issuer: string;
  clientId: string;
  scope: string;
  /** Origins of the sign-in server that the page calls. */
  origins: string[];
  logoutUrl: string | null;
}

/** What the page needs to sign an operator in. It contains no secrets. */
export function signInConfig({ issuer, clientId, scope, logoutUrl }: SignInSettings): SignInConfig {
  return { issuer, client_id: clientId, scope, logout_url: logoutUrl };
}
