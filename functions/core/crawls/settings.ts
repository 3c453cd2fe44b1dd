import { siteFetchSettings } from '../domains/settings.ts';
import { crawlPageBounds } from './page-limits.ts';
import { encryptionSettings, itemClientSettings } from '../platform/settings/common.ts';
import { flag, fromHost, fromOperator, number, text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

export const siteCrawlsSettings = {
  /** Table of crawls of sites. */
  SITE_CRAWLS_TABLE: text,
};

export const crawlQueueSettings = {
  /** Queue of crawls of sites. */
  CRAWL_QUEUE_URL: text,
};
export type CrawlQueueSettings = SettingsOf<typeof crawlQueueSettings>;

export const reportQueueSettings = {
  /** Queue of reports of crawls that have requested their last address. */
  REPORT_QUEUE_URL: text,
};
export type ReportQueueSettings = SettingsOf<typeof reportQueueSettings>;

export const pageLimitSettings = {
  /** Maximum page limit of a crawl. */
  MAX_CRAWL_PAGES: fromOperator(number({ ...crawlPageBounds, isWhole: true }), crawlPageBounds.max),
};

export const weeklyCrawlSettings = {
  /** Whether sites of followed domains that were crawled before are crawled again every week, with the same page limit. */
  WEEKLY_SITE_CRAWLS: fromOperator(flag, false),
};

/** Settings of starting a crawl. */
export const beginCrawlSettings = { ...siteFetchSettings, ...siteCrawlsSettings, ...crawlQueueSettings };
export type BeginCrawlSettings = SettingsOf<typeof beginCrawlSettings>;

const memory = number({ isWhole: true });
/** The local runner does not limit functions. */
const optionalMemory: typeof memory = {
  ...memory,
  isRequired: false,
  read: (value, name) => (value === '' ? Infinity : memory.read(value, name)),
};

/** Settings of crawling. */
export const crawlerSettings = {
  /** Memory of the function in MB, set by Lambda. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: fromHost(optionalMemory),
  ...beginCrawlSettings,
  ...itemClientSettings,
  ...encryptionSettings,
  ...reportQueueSettings,
};
export type CrawlerSettings = SettingsOf<typeof crawlerSettings>;
