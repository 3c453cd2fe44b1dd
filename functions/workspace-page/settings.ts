import { siteCrawlsSettings } from '../core/crawls/settings.ts';
import { domainCacheSettings, domainHistorySettings } from '../core/domains/settings.ts';
import { endpointSettings } from '../core/platform/settings/common.ts';
import { optionalText, text } from '../core/platform/settings/kinds.ts';
import type { SettingsOf } from '../core/platform/settings/settings.ts';
import { reportSettings } from '../core/site-reports/settings.ts';

export const settingsSchema = {
  ...endpointSettings,
  ...domainCacheSettings,
  ...domainHistorySettings,
  ...reportSettings,
  ...siteCrawlsSettings,
  /** Issuer of the tokens of operators. */
  SIGN_IN_ISSUER: text,
  /** OAuth client of the back office's page. */
  SIGN_IN_CLIENT_ID: text,
  /** OAuth scope that a token needs. */
  SIGN_IN_SCOPE: text,
  /** Origins of the sign-in server that the page calls, separated by spaces. */
  SIGN_IN_ORIGINS: text,
  /** URL that ends a session; default: from the issuer's metadata. */
  SIGN_IN_LOGOUT_URL: optionalText,
};
export type WorkspacePageSettings = SettingsOf<typeof settingsSchema>;
