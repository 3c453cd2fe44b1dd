import { endpointSettings } from '../shared/http/settings.ts';
import { keySettings } from '../shared/gateway/settings.ts';
import { overrideSettings } from '../shared/network/settings.ts';
import { number, optionalText, type Settings, text } from '../shared/settings/settings.ts';
import { crawlPagesSettings } from '../shared/site-audits/settings.ts';
import {
  batchesSettings,
  crawlQueueSettings,
  operationsSettings,
  pagesSettings,
  siteCrawlsSettings,
  storageSettings,
} from '../shared/storage/settings.ts';

export const backOfficeSettings = {
  ...endpointSettings,
  ...keySettings,
  ...storageSettings,
  ...batchesSettings,
  ...pagesSettings,
  ...siteCrawlsSettings,
  ...crawlQueueSettings,
  ...crawlPagesSettings,
  ...operationsSettings,
  DAILY_BUDGET_USD: number(),
  ...overrideSettings,
  /** Functions of public endpoints, which fetch what strangers send. */
  PAGE_FUNCTION: text,
  SITE_FUNCTION: text,
  KEYWORDS_FUNCTION: text,
  LONG_TAIL_FUNCTION: text,
  SIGN_IN_ISSUER: text,
  SIGN_IN_CLIENT_ID: text,
  SIGN_IN_SCOPE: text,
  /** Origins of the sign-in server that the page calls, with spaces between. */
  SIGN_IN_ORIGINS: text,
  SIGN_IN_LOGOUT_URL: optionalText,
  DEAD_LETTERS_URL: text,
};

export type BackOfficeSettings = Settings<typeof backOfficeSettings>;
