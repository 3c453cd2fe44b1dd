import type { Allowances } from '../accounts/allowances.ts';
import { isError } from '../platform/http/errors.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { beginCrawl } from '../sites/crawl/begin-crawl.ts';
import type { BeginCrawlServices } from '../sites/crawl/services.ts';
import { crawlAllowanceOf } from './evaluate-snapshots.ts';
import type { Watch, WatchedCrawl } from './store/watches.ts';

export interface WatchedCrawlServices extends BeginCrawlServices {
  allowances: Pick<Allowances, 'reserve' | 'settle' | 'refuse'>;
  /** Highest page limit of a crawl that the operator allows. */
  maxPages: number;
}

const INTERVALS_MS: Record<WatchedCrawl['every'], number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
/** A crawl ends after the daily snapshot that started it: without this tolerance a daily crawl would be every other day. */
const TOLERANCE_MS = DAY_MS / 2;

/** Errors because of which a crawl is left out until the next day. */
const EXPECTED = ['domain_blocked', 'domain_not_found', 'all_sources_failed', 'domain_allowance_exceeded'] as const;

/**
 * Starts the crawl of a site if the interval of one of its watches has passed since the last one. It is called once a day
 * for each watched domain.
 *
 * @returns whether a crawl was started
 */
export async function crawlWatched(
  domain: string,
  watches: readonly Watch[],
  services: WatchedCrawlServices,
): Promise<boolean> {
  const wanting = watches.filter(({ crawl }) => crawl !== null);
  if (wanting.length === 0) return false;
  const { open, ended } = await services.crawls.read(domain);
  if (open) return false;
  const endedAt = ended[0] ? Date.parse(ended[0].finishedAt) : -Infinity;
  const due = wanting.find(({ crawl }) => endedAt + INTERVALS_MS[crawl!.every] - TOLERANCE_MS <= services.now());
  if (!due) return false;
  const { every: _, pages, ...settings } = due.crawl!;
  const request = { domain, pages: Math.min(pages, services.maxPages), settings };
  try {
    return await beginCrawl(request, crawlAllowanceOf(due, services.allowances), services);
  } catch (error) {
    if (isError(error, ...EXPECTED)) return false;
    throw error;
  }
}
