import { keywordsSettings } from '../shared/answers/keywords/settings.ts';
import { longTailSettings } from '../shared/answers/long-tail/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { keySettings } from '../shared/gateway/settings.ts';
import { pageSettings } from '../shared/pages/settings.ts';
import { optionalText, type Settings, text } from '../shared/settings/settings.ts';
import { crawlPagesSettings } from '../shared/site-audits/settings.ts';
import { beginCrawlSettings } from '../shared/site-crawl/settings.ts';
import { batchesSettings, operationsSettings, storageSettings } from '../shared/storage/settings.ts';

export const backOfficeSettings = {
  ...endpointSettings,
  ...keywordsSettings,
  ...longTailSettings,
  ...pageSettings,
  ...keySettings,
  ...storageSettings,
  ...batchesSettings,
  ...beginCrawlSettings,
  ...crawlPagesSettings,
  ...operationsSettings,
  SIGN_IN_ISSUER: text,
  SIGN_IN_CLIENT_ID: text,
  SIGN_IN_SCOPE: text,
  /** Origins of the sign-in server that the page calls, with spaces between. */
  SIGN_IN_ORIGINS: text,
  SIGN_IN_LOGOUT_URL: optionalText,
  DEAD_LETTERS_URL: text,
};

export type BackOfficeSettings = Settings<typeof backOfficeSettings>;
