import type { Settings } from '../../settings/settings.ts';
import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { overrideSettings } from '../../network/settings.ts';
import { siteCrawlsSettings } from '../../storage/settings.ts';

/** What answering `/api/v1/seo/site/pages` takes. */
export const sitePagesSettings = { ...itemClientSettings, ...overrideSettings, ...siteCrawlsSettings };

export type SitePagesSettings = Settings<typeof sitePagesSettings>;
