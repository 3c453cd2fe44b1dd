import { isError } from '../../platform/http/errors.ts';
import type { EndedCrawl } from '../store/site-crawls.ts';
import type { StopReason } from '../store/item.ts';
import { DAY_MS } from '../../platform/time/day.ts';
import { beginCrawl } from './begin-crawl.ts';
import type { BeginCrawlServices } from './services.ts';

/** Time between the end of a crawl and the next one that nobody has asked for. */
const REPEATED_AFTER_MS = 7 * DAY_MS;
/** Somebody wanted the crawl to end. */
const UNWANTED: readonly (StopReason | null)[] = ['cancelled', 'blocked'];

/**
 * Crawls the site of a domain again whose last crawl has ended a week ago or longer, with the same page limit; it counts
 * for nobody's allowance. A site that was never crawled is none of these, nor one whose last crawl was cancelled. It is
 * to be called for each followed domain once a day: that spreads the crawls over the day, and one call is one query.
 *
 * @param mostPages pages of a crawl at most, as the operator allows now
 * @returns whether a crawl was begun
 */
export async function repeatCrawl(domain: string, mostPages: number, services: BeginCrawlServices): Promise<boolean> {
  const { open, ended } = await services.crawls.read(domain);
  const [last] = ended;
  if (open || !last || !isDue(last, services.now())) return false;
  try {
    await beginCrawl({ domain, pages: Math.min(last.pageLimit, mostPages) }, null, services);
    return true;
  } catch (error) {
    if (isNotToBeCrawled(error)) return false;
    throw error;
  }
}

function isDue({ finishedAt, stopReason }: EndedCrawl, now: number): boolean {
  return !UNWANTED.includes(stopReason) && Date.parse(finishedAt) + REPEATED_AFTER_MS <= now;
}

function isNotToBeCrawled(error: unknown): boolean {
  return isError(error, 'domain_blocked', 'domain_not_found', 'all_sources_failed');
}
