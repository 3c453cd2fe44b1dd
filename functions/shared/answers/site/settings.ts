import type { Settings } from '../../settings/settings.ts';
import { beginCrawlSettings } from '../../site-crawl/settings.ts';
import { crawlPagesSettings } from '../../site-audits/settings.ts';
import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { keySettings } from '../../gateway/settings.ts';

/** What answering `/api/v1/seo/site` takes. */
export const siteSettings = { ...itemClientSettings, ...keySettings, ...beginCrawlSettings, ...crawlPagesSettings };

export type SiteSettings = Settings<typeof siteSettings>;
