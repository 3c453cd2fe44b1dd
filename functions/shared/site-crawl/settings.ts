import { siteAskingSettings } from '../domain-record/site-asking-settings.ts';
import { type Settings, text } from '../settings/settings.ts';
import { itemClientSettings } from '../storage/dynamodb/settings.ts';
import { crawlQueueSettings, siteCrawlsSettings } from '../storage/settings.ts';

/** What beginning a crawl takes. */
export const beginCrawlSettings = { ...siteAskingSettings, ...siteCrawlsSettings, ...crawlQueueSettings };

export type BeginCrawlSettings = Settings<typeof beginCrawlSettings>;

/** What crawling takes. */
export const crawlSettings = { ...beginCrawlSettings, ...itemClientSettings, DOMAIN_HISTORY_TABLE: text };

export type CrawlSettings = Settings<typeof crawlSettings>;
