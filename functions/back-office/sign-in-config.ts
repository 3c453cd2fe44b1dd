import type { SignInConfig } from './contract.ts';

export interface SignInSettings {
  issuer: string;
  clientId: string;
  scope: string;
  /** Origins of the sign-in server that the page calls. */
  origins: string[];
  logoutUrl: string | null;
}

/** What the page has to know to sign an operator in. Nothing of it is secret. */
export function signInConfig({ issuer, clientId, scope, logoutUrl }: SignInSettings): SignInConfig {
  return { issuer, client_id: clientId, scope, logout_url: logoutUrl };
}
