import type { SignInConfig } from './contract.ts';
import type { BackOfficeSettings } from './settings.ts';

export type SignInSettings = Pick<BackOfficeSettings, keyof BackOfficeSettings & `SIGN_IN_${string}`>;

/** What the page needs to sign an operator in. It contains no secrets. */
export function signInConfig(settings: SignInSettings): SignInConfig {
  return {
    issuer: settings.SIGN_IN_ISSUER,
    client_id: settings.SIGN_IN_CLIENT_ID,
    scope: settings.SIGN_IN_SCOPE,
    logout_url: settings.SIGN_IN_LOGOUT_URL || null,
  };
}
