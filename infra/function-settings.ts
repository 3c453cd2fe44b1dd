import { apiDocsSettings } from '../functions/api-docs/settings.ts';
import { backOfficeSettings } from '../functions/back-office/settings.ts';
import { deadLettersSettings } from '../functions/dead-letters/settings.ts';
import { forumAccountSettings } from '../functions/forum-account/settings.ts';
import { forumUserSettings } from '../functions/forum-user/settings.ts';
import { healthSettings } from '../functions/health/settings.ts';
import { mcpSettings } from '../functions/mcp/settings.ts';
import { methodNotAllowedSettings } from '../functions/method-not-allowed/settings.ts';
import { seoBatchesSettings } from '../functions/seo-batches/settings.ts';
import { seoHistorySettings } from '../functions/seo-history/settings.ts';
import { seoKeywordsSettings } from '../functions/seo-keywords/settings.ts';
import { seoLongTailSettings } from '../functions/seo-long-tail/settings.ts';
import { seoPageSettings } from '../functions/seo-page/settings.ts';
import { seoQuerySettings } from '../functions/seo-query/settings.ts';
import { seoSitePagesSettings } from '../functions/seo-site-pages/settings.ts';
import { seoSiteSettings } from '../functions/seo-site/settings.ts';
import type { NamesSetBy, SetBy } from '../functions/shared/settings/settings.ts';
import { siteCrawlerSettings } from '../functions/site-crawler/settings.ts';
import { snapshotSchedulerSettings } from '../functions/snapshot-scheduler/settings.ts';
import { snapshotWorkerSettings } from '../functions/snapshot-worker/settings.ts';
import { usageSettings } from '../functions/usage/settings.ts';

/** The settings of each function, by its folder below `functions/`. */
export const functionSettings = {
  'api-docs': apiDocsSettings,
  'api-key-authorizer': {},
  'back-office': backOfficeSettings,
  'dead-letters': deadLettersSettings,
  'forum-account': forumAccountSettings,
  'forum-user': forumUserSettings,
  health: healthSettings,
  mcp: mcpSettings,
  'method-not-allowed': methodNotAllowedSettings,
  'seo-batches': seoBatchesSettings,
  'seo-history': seoHistorySettings,
  'seo-keywords': seoKeywordsSettings,
  'seo-long-tail': seoLongTailSettings,
  'seo-page': seoPageSettings,
  'seo-query': seoQuerySettings,
  'seo-site': seoSiteSettings,
  'seo-site-pages': seoSitePagesSettings,
  'site-crawler': siteCrawlerSettings,
  'snapshot-scheduler': snapshotSchedulerSettings,
  'snapshot-worker': snapshotWorkerSettings,
  usage: usageSettings,
};

type FunctionName = keyof typeof functionSettings;

/** Names of the settings of these functions that the deployment or the host sets. */
export type SettingName<By extends SetBy, Name extends FunctionName = FunctionName> = {
  [Each in Name]: NamesSetBy<By, (typeof functionSettings)[Each]>;
}[Name];

/** A function, and a value for each of its settings that the deployment sets. Values of other settings are left out. */
export type SetFunction = {
  [Name in FunctionName]: { name: Name; values: Record<SettingName<'deployment', Name>, string | number> };
}[FunctionName];

/** Settings whose values only one construct knows: the back office's sign-in, functions, and the routes when all are there. */
type LateSetting = `SIGN_IN_${string}` | `${string}_FUNCTION` | 'METHODS_BY_PATH';

/** Values of all other settings that the deployment sets. */
export type SharedValues = Record<Exclude<SettingName<'deployment'>, LateSetting>, string | number>;

/** @returns the environment of a function, as far as the deployment sets it */
export function environmentOf({ name, values }: SetFunction): Record<string, string> {
  const known: Record<string, string | number> = values;
  const deployed = Object.entries(functionSettings[name]).filter(([, { setBy }]) => setBy === 'deployment');
  return Object.fromEntries(deployed.map(([setting]) => [setting, String(known[setting])]));
}
