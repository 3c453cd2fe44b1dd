import { crawlSettings } from '../shared/site-crawl/settings.ts';
import { operationsSettings } from '../shared/storage/settings.ts';

export const siteCrawlerSettings = { ...crawlSettings, ...operationsSettings };
