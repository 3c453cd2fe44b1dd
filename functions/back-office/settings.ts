import { keySettings } from '../core/accounts/settings.ts';
import { pageLimitSettings } from '../core/crawls/settings.ts';
import { mailSettings } from '../core/deliveries/settings.ts';
import { deletionSettings } from '../core/deletion/settings.ts';
import { queueSettings } from '../core/operations/settings.ts';
import { endpointSettings, versionSettings } from '../core/platform/settings/common.ts';
import { fromHost, optionalText, text } from '../core/platform/settings/kinds.ts';
import type { SettingsOf } from '../core/platform/settings/settings.ts';
import { budgetSettings } from '../core/sources/settings.ts';

export const settingsSchema = {
  ...endpointSettings,
  ...keySettings,
  ...deletionSettings,
  ...queueSettings,
  ...pageLimitSettings,
  ...budgetSettings,
  ...versionSettings,
  ...mailSettings,
  /** Function of `/api/v1/seo/page`, which the workspace invokes. */
  PAGE_FUNCTION: text,
  /** Function of `/api/v1/seo/site`. */
  SITE_FUNCTION: text,
  /** Function of `/api/v1/seo/site/verification`. */
  SITE_VERIFICATION_FUNCTION: text,
  /** Function of `/api/v1/seo/watches`. */
  WATCHES_FUNCTION: text,
  /** Function of `/api/v1/seo/keywords`. */
  KEYWORDS_FUNCTION: text,
  /** Function of `/api/v1/seo/long-tail`. */
  LONG_TAIL_FUNCTION: text,
  /** Dead-letter queue of all queues of background work. */
  DEAD_LETTERS_URL: text,
  /** Not empty: the host can load a demo portfolio at `POST /back-office/api/demo`. */
  DEMO_PORTFOLIO: fromHost(optionalText),
};
export type BackOfficeSettings = SettingsOf<typeof settingsSchema>;
