import { catalogue } from './catalogue.ts';
import type { Kind } from './kinds.ts';

/** Names of environment variables. */
export type SettingName = keyof typeof catalogue;

/** Values of the settings with these names. */
export type Settings<Name extends SettingName> = {
  readonly [Each in Name]: (typeof catalogue)[Each] extends Kind<infer Value> ? Value : never;
};

/**
 * Reads the settings of a function, once, when it starts. Nothing else in `functions/` reads the environment.
 *
 * @throws {SettingMissing} with the names of all missing settings
 * @throws {BadSetting} with the name of the first invalid setting
 */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  environment: NodeJS.ProcessEnv = process.env,
): Settings<Name> {
  const missing = names.filter((name) => catalogue[name].isRequired && !environment[name]);
  if (missing.length > 0) throw new SettingMissing(missing);
  return Object.fromEntries(
    names.map((name) => [name, catalogue[name].read(environment[name] ?? '', name)]),
  ) as Settings<Name>;
}

/** Thrown if required environment variables are missing or empty, which is a defect of the deployment. */
export class SettingMissing extends Error {
  readonly code = 'setting_missing';

  constructor(names: readonly string[]) {
    super(`These environment variables are not set: ${names.join(', ')}`);
  }
}

// Lists that functions share, and the list of each function. A bundle contains only the lists of its function, because
// unused calls of `list` are removed.

/**
 * Joins lists of names; each name is in the result once.
 *
 * @__NO_SIDE_EFFECTS__
 */
function list<const Lists extends readonly (readonly SettingName[])[]>(...lists: Lists) {
  return [...new Set(lists.flat())] as readonly Lists[number][number][];
}

/** Settings of calling DynamoDB without the SDK. */
export const itemClientSettings = list(['AWS_REGION', 'AWS_ENDPOINT_URL_DYNAMODB']);
export type ItemClientSettings = Settings<(typeof itemClientSettings)[number]>;

/** Settings of reading the owner of a key, and the allowance of its plan. */
export const keySettings = list(['STACK_NAME', 'PLAN_ALLOWANCES']);
export type KeySettings = Settings<(typeof keySettings)[number]>;

/** Settings of the limits of fetches in progress, for the owner of a key. */
const fetchSlotSettings = list(keySettings, [
  'COORDINATION_TABLE',
  'MAX_CONCURRENT_FETCHES',
  'MAX_CONCURRENT_FETCHES_PER_OWNER',
]);
export type FetchSlotSettings = Settings<(typeof fetchSlotSettings)[number]>;

/** Settings of requests to the forum. */
export const forumSettings = list([
  'FORUM_UPSTREAM_URL',
  'FORUM_SIGN_SALT_PARAMETER',
  'FORUM_MARKET_ID',
  'FORUM_DEVICE_CODE',
]);
export type ForumSettings = Settings<(typeof forumSettings)[number]>;

/** Settings of a check-in on all boards. */
export const forumBatchSettings = list(['FORUM_BATCH_CONCURRENCY', 'FORUM_BATCH_PAUSE_MS', 'FORUM_EXCLUDED_BOARDS']);
export type ForumBatchSettings = Settings<(typeof forumBatchSettings)[number]>;

/** Queues of background work, without the queue of crawls. */
const queueSettings = list(['WORK_QUEUE_URL', 'LEARNING_QUEUE_URL', 'BATCH_QUEUE_URL']);
export type WorkQueueSettings = Settings<(typeof queueSettings)[number]>;
export type QueueSettings = Settings<(typeof queueSettings)[number] | 'CRAWL_QUEUE_URL' | 'DELIVERY_QUEUE_URL'>;

/** Base URLs that replace those of providers. */
export const sourceUrls = list([
  'TRANCO_URL',
  'RDAP_BOOTSTRAP_URL',
  'COMMON_CRAWL_URL',
  'WAYBACK_URL',
  'OPEN_PAGE_RANK_URL',
  'CRUX_URL',
  'PAGESPEED_URL',
  'DATAFORSEO_URL',
]);
/** Base URLs that replace those of engines. */
export const engineUrls = list([
  'DATAFORSEO_URL',
  'GOOGLE_SUGGEST_URL',
  'BING_SUGGEST_URL',
  'DUCKDUCKGO_SUGGEST_URL',
  'BAIDU_SUGGEST_URL',
  'YANDEX_SUGGEST_URL',
  'SO360_SUGGEST_URL',
  'SOGOU_SUGGEST_URL',
]);
export const baseUrlSettings = list(sourceUrls, engineUrls);
export type BaseUrlSetting = (typeof baseUrlSettings)[number];

/** Settings of requests to any provider. */
export const providerSettings = list([
  'COORDINATION_TABLE',
  'CRAWLER_CONTACT_URL',
  'SOURCE_KEYS_PREFIX',
  'DISABLED_SOURCES',
  'DAILY_BUDGET_USD',
  'SANDBOX_PROVIDERS_URL',
  'SANDBOX_PROVIDERS_KEY',
]);
export type ProviderSettings = Settings<(typeof providerSettings)[number]> & Partial<Settings<BaseUrlSetting>>;

/** Settings of requests to the sites of domains, and to registries for the existence check. */
const siteFetchSettings = list(providerSettings, sourceUrls, [
  'RESOLVE_OVERRIDES',
  'RESOLVE_DNS_SERVERS',
  'DOMAIN_SCHEDULE_TABLE',
  'MAX_FOLLOWED_DOMAINS',
]);
export type SiteFetchSettings = Settings<(typeof siteFetchSettings)[number]>;

/** Tables of domains, queues of background work, and the maximum number of followed domains. */
const storageSettings = list(queueSettings, [
  'DOMAIN_CACHE_TABLE',
  'DOMAIN_HISTORY_TABLE',
  'DOMAIN_SCHEDULE_TABLE',
  'KEYWORDS_TABLE',
  'COORDINATION_TABLE',
  'MAX_FOLLOWED_DOMAINS',
]);

/** Settings of deleting a domain: all tables, the queue of crawls, and the hosts of the runner. */
const deletionSettings = list(storageSettings, [
  'BATCHES_TABLE',
  'PAGES_TABLE',
  'SITE_CRAWLS_TABLE',
  'OPERATIONS_TABLE',
  'WATCHES_TABLE',
  'CRAWL_QUEUE_URL',
  'RESOLVE_OVERRIDES',
]);

/** Settings of fetching a record, by endpoints and by the worker. */
export const recordSettings = list(siteFetchSettings, storageSettings);
export type RecordSettings = Settings<(typeof recordSettings)[number]>;

/** Settings of fetching a page. */
const pageFetchSettings = list(siteFetchSettings, ['PAGES_TABLE']);
export type PageFetchSettings = Settings<(typeof pageFetchSettings)[number]>;

/** Settings of fetching the suggestions of engines. */
const suggestionSettings = list(providerSettings, engineUrls, queueSettings, ['KEYWORDS_TABLE']);
export type SuggestionSettings = Settings<(typeof suggestionSettings)[number]>;

/** Settings of starting a crawl. */
const beginCrawlSettings = list(siteFetchSettings, ['SITE_CRAWLS_TABLE', 'CRAWL_QUEUE_URL']);
export type BeginCrawlSettings = Settings<(typeof beginCrawlSettings)[number]>;

/** Settings of crawling. */
export const crawlSettings = list(beginCrawlSettings, itemClientSettings, ['DOMAIN_HISTORY_TABLE']);
export type CrawlSettings = Settings<(typeof crawlSettings)[number]>;

/** Settings of the endpoints of batches. */
const batchSettings = list(queueSettings, [
  'BATCHES_TABLE',
  'DOMAIN_CACHE_TABLE',
  'DOMAIN_HISTORY_TABLE',
  'COORDINATION_TABLE',
  'WATCHES_TABLE',
  'DELIVERY_QUEUE_URL',
]);
export type BatchSettings = Settings<(typeof batchSettings)[number]>;

/** Settings of every endpoint. */
const endpointSettings = list(['METRICS_NAMESPACE']);
export type EndpointSettings = Settings<(typeof endpointSettings)[number]>;

/** Settings of every endpoint that reads DynamoDB without the SDK. */
const readingSettings = list(endpointSettings, itemClientSettings);

export const apiDocsSettings = endpointSettings;
export const backOfficeSettings = list(endpointSettings, keySettings, deletionSettings, [
  'DELIVERY_QUEUE_URL',
  'WATCHES_FUNCTION',
  'MAX_CRAWL_PAGES',
  'DAILY_BUDGET_USD',
  'PAGE_FUNCTION',
  'SITE_FUNCTION',
  'SITE_VERIFICATION_FUNCTION',
  'KEYWORDS_FUNCTION',
  'LONG_TAIL_FUNCTION',
  'DEAD_LETTERS_URL',
  'DEMO_PORTFOLIO',
  'SERVICE_VERSION',
]);
export type BackOfficeSettings = Settings<(typeof backOfficeSettings)[number]>;
export const deadLettersSettings = list(itemClientSettings, queueSettings, [
  'OPERATIONS_TABLE',
  'CRAWL_QUEUE_URL',
  'DELIVERY_QUEUE_URL',
]);
export type DeadLettersSettings = Settings<(typeof deadLettersSettings)[number]>;
export const deliverySchedulerSettings = list(['WATCHES_TABLE', 'DELIVERY_QUEUE_URL']);
export const forumAccountSettings = list(endpointSettings, forumSettings, forumBatchSettings);
export const forumUserSettings = list(endpointSettings, forumSettings);
export const healthSettings = list(endpointSettings, ['SERVICE_VERSION']);
export const methodNotAllowedSettings = list(endpointSettings, ['METHODS_BY_PATH']);
export const seoIssuesSettings = endpointSettings;
export const seoBatchesSettings = list(readingSettings, keySettings, batchSettings, ['RESOLVE_OVERRIDES']);
export type BatchesSettings = Settings<(typeof seoBatchesSettings)[number]>;
export const seoHistorySettings = list(readingSettings, ['RESOLVE_OVERRIDES', 'DOMAIN_HISTORY_TABLE']);
export type HistorySettings = Settings<(typeof seoHistorySettings)[number]>;
export const seoKeywordsSettings = list(readingSettings, fetchSlotSettings, recordSettings, suggestionSettings);
export type KeywordsSettings = Settings<(typeof seoKeywordsSettings)[number]>;
export const seoLongTailSettings = list(readingSettings, fetchSlotSettings, suggestionSettings);
export type LongTailSettings = Settings<(typeof seoLongTailSettings)[number]>;
export const seoPageSettings = list(readingSettings, fetchSlotSettings, pageFetchSettings);
export type PageSettings = Settings<(typeof seoPageSettings)[number]>;
export const seoQuerySettings = list(readingSettings, fetchSlotSettings, recordSettings);
export type QuerySettings = Settings<(typeof seoQuerySettings)[number]>;
export const seoSiteSettings = list(readingSettings, fetchSlotSettings, beginCrawlSettings, [
  'MAX_CRAWL_PAGES',
  'WATCHES_TABLE',
]);
export type SiteSettings = Settings<(typeof seoSiteSettings)[number]>;
export const seoSitePagesSettings = list(readingSettings, ['RESOLVE_OVERRIDES', 'SITE_CRAWLS_TABLE']);
export type SitePagesSettings = Settings<(typeof seoSitePagesSettings)[number]>;
export const seoSiteCrawlsSettings = list(seoSitePagesSettings, keySettings, ['COORDINATION_TABLE']);
export type SiteCrawlsSettings = Settings<(typeof seoSiteCrawlsSettings)[number]>;
export const seoSiteCompareSettings = list(seoSiteCrawlsSettings, ['SERVICE_VERSION']);
export type SiteCompareSettings = Settings<(typeof seoSiteCompareSettings)[number]>;
export const seoSiteVerificationSettings = list(readingSettings, fetchSlotSettings, siteFetchSettings, [
  'SITE_CRAWLS_TABLE',
]);
export type SiteVerificationSettings = Settings<(typeof seoSiteVerificationSettings)[number]>;
/** Settings of the endpoints that are tools of assistants. */
export const mcpSettings = list(
  seoQuerySettings,
  seoHistorySettings,
  seoKeywordsSettings,
  seoLongTailSettings,
  seoPageSettings,
  seoSiteSettings,
  ['SERVICE_VERSION'],
);
export type McpSettings = Settings<(typeof mcpSettings)[number]>;
export const siteCrawlerSettings = list(crawlSettings, ['OPERATIONS_TABLE', 'WATCHES_TABLE', 'DELIVERY_QUEUE_URL']);
export type SiteCrawlerSettings = Settings<(typeof siteCrawlerSettings)[number]>;
export const snapshotSchedulerSettings = deletionSettings;
export const snapshotWorkerSettings = list(recordSettings, [
  'BATCHES_TABLE',
  'SITE_CRAWLS_TABLE',
  'CRAWL_QUEUE_URL',
  'MAX_CRAWL_PAGES',
  'OPERATIONS_TABLE',
  'WEEKLY_SITE_CRAWLS',
  'DELIVERY_QUEUE_URL',
  'WATCHES_TABLE',
]);
export type SnapshotWorkerSettings = Settings<(typeof snapshotWorkerSettings)[number]>;
/** Settings of sending a signed delivery. */
export const sendSettings = list([
  'COORDINATION_TABLE',
  'DOMAIN_SCHEDULE_TABLE',
  'MAX_FOLLOWED_DOMAINS',
  'CRAWLER_CONTACT_URL',
  'WATCHES_SECRET_PARAMETER',
  'RESOLVE_OVERRIDES',
]);
export type SendSettings = Settings<(typeof sendSettings)[number]>;
export const seoWatchesSettings = list(endpointSettings, keySettings, sendSettings, [
  'WATCHES_TABLE',
  'MAX_CRAWL_PAGES',
]);
export type WatchesSettings = Settings<(typeof seoWatchesSettings)[number]>;
export const usageSettings = list(readingSettings, keySettings, ['COORDINATION_TABLE']);
export const watchSenderSettings = list(sendSettings, [
  'WATCHES_TABLE',
  'OPERATIONS_TABLE',
  'DELIVERY_QUEUE_URL',
  'ALARMS_TOPIC',
]);
export type WatchSenderSettings = Settings<(typeof watchSenderSettings)[number]>;
export const keyExpirySettings = list(['STACK_NAME']);
export const workspacePageSettings = list(endpointSettings, [
  'DOMAIN_CACHE_TABLE',
  'SITE_CRAWLS_TABLE',
  'SIGN_IN_ISSUER',
  'SIGN_IN_CLIENT_ID',
  'SIGN_IN_SCOPE',
  'SIGN_IN_ORIGINS',
  'SIGN_IN_LOGOUT_URL',
]);
export type WorkspacePageSettings = Settings<(typeof workspacePageSettings)[number]>;
