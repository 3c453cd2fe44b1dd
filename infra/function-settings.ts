import { catalogue } from '../functions/core/platform/settings/catalogue.ts';
import type { SetBy } from '../functions/core/platform/settings/kinds.ts';
import * as lists from '../functions/core/platform/settings/settings.ts';

/** Names of the settings of each function, by its folder below `functions/`. */
export const functionSettings = {
  'api-docs': lists.apiDocsSettings,
  'api-key-authorizer': [],
  'back-office': lists.backOfficeSettings,
  'dead-letters': lists.deadLettersSettings,
  'delivery-scheduler': lists.deliverySchedulerSettings,
  'forum-account': lists.forumAccountSettings,
  'forum-user': lists.forumUserSettings,
  health: lists.healthSettings,
  'key-expiry': lists.keyExpirySettings,
  mcp: lists.mcpSettings,
  'method-not-allowed': lists.methodNotAllowedSettings,
  'seo-batches': lists.seoBatchesSettings,
  'seo-history': lists.seoHistorySettings,
  'seo-issues': lists.seoIssuesSettings,
  'seo-keywords': lists.seoKeywordsSettings,
  'seo-long-tail': lists.seoLongTailSettings,
  'seo-page': lists.seoPageSettings,
  'seo-query': lists.seoQuerySettings,
  'seo-site': lists.seoSiteSettings,
  'seo-site-compare': lists.seoSiteCompareSettings,
  'seo-site-crawls': lists.seoSiteCrawlsSettings,
  'seo-site-issues': lists.seoSitePagesSettings,
  'seo-site-links': lists.seoSitePagesSettings,
  'seo-site-pages': lists.seoSitePagesSettings,
  'seo-site-verification': lists.seoSiteVerificationSettings,
  'seo-watches': lists.seoWatchesSettings,
  'site-crawler': lists.siteCrawlerSettings,
  'snapshot-scheduler': lists.snapshotSchedulerSettings,
  'snapshot-worker': lists.snapshotWorkerSettings,
  usage: lists.usageSettings,
  'watch-sender': lists.watchSenderSettings,
  'workspace-page': lists.workspacePageSettings,
} satisfies Record<string, readonly lists.SettingName[]>;

export type FunctionName = keyof typeof functionSettings;

/** Names of the settings of these functions that the deployment or the host sets. */
export type SettingName<By extends SetBy, Name extends FunctionName = FunctionName> = {
  [Each in lists.SettingName]: (typeof catalogue)[Each]['setBy'] extends By ? Each : never;
}[(typeof functionSettings)[Name][number]];

/** A function, and a value for each of its settings that the deployment sets. Values of other settings are omitted. */
export type SetFunction = {
  [Name in FunctionName]: { name: Name; values: Record<SettingName<'deployment', Name>, string | number> };
}[FunctionName];

/** Settings whose values only one construct has: the back office's sign-in, functions, and the complete list of routes. */
type LateSetting = `SIGN_IN_${string}` | `${string}_FUNCTION` | 'METHODS_BY_PATH';

/** Values of all other settings that the deployment sets. */
export type SharedValues = Record<Exclude<SettingName<'deployment'>, LateSetting>, string | number>;

/** @returns the environment variables of a function that the deployment sets */
export function environmentOf({ name, values }: SetFunction): Record<string, string> {
  const known: Record<string, string | number> = values;
  const deployed = functionSettings[name].filter((setting) => catalogue[setting].setBy === 'deployment');
  return Object.fromEntries(deployed.map((setting) => [setting, String(known[setting])]));
}
