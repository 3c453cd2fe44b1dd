import { historySettings, querySettings } from '../core/domains/settings.ts';
import { keywordsSettings } from '../core/keywords/settings.ts';
import { longTailSettings } from '../core/long-tail/settings.ts';
import { pageSettings } from '../core/pages/settings.ts';
import { versionSettings } from '../core/platform/settings/common.ts';
import type { SettingsOf } from '../core/platform/settings/settings.ts';
import { siteSettings } from '../core/site-reports/settings.ts';

/** Settings of the endpoints that are tools of assistants. */
export const settingsSchema = {
  ...querySettings,
  ...historySettings,
  ...keywordsSettings,
  ...longTailSettings,
  ...pageSettings,
  ...siteSettings,
  ...versionSettings,
};
export type McpSettings = SettingsOf<typeof settingsSchema>;
