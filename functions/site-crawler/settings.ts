import { crawlSettings } from '../shared/site-crawl/settings.ts';

export const siteCrawlerSettings = { ...crawlSettings };
