import { number } from '../settings/settings.ts';
import { MOST_PAGES } from './query-audit.ts';

/** Most pages of a crawl that callers may ask for. */
export const crawlPagesSettings = { MAX_CRAWL_PAGES: number({ min: 1, max: MOST_PAGES }) };
