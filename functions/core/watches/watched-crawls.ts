import type { Allowances } from '../accounts/allowances.ts';
import { isError } from '../platform/http/errors.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { beginCrawl, coverageOf } from '../crawls/begin-crawl.ts';
import type { BeginCrawlServices } from '../crawls/services.ts';
import { crawlAllowanceOf } from './evaluate-snapshots.ts';
import { seriesKey } from '../crawls/store/private-crawls.ts';
import type { Watch, WatchedCrawl } from './store/watches.ts';
import { readWatchedCrawl } from './watched-lists.ts';

export interface WatchedCrawlServices extends BeginCrawlServices {
  allowances: Pick<Allowances, 'reserve' | 'settle' | 'refuse'>;
  /** Highest page limit of a crawl that the operator allows. */
  maxPages: number;
}

const INTERVALS_MS: Record<WatchedCrawl['every'], number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
/** A crawl ends after the daily snapshot that started it: without this tolerance a daily crawl would be every other day. */
const TOLERANCE_MS = DAY_MS / 2;

/** Errors because of which a crawl is left out until the next day. */
const EXPECTED = [
  'domain_blocked',
  'domain_not_found',
  'all_sources_failed',
  'domain_allowance_exceeded',
  'proof_required',
] as const;

/**
 * Starts the crawls of a site whose interval has passed since the last crawl of the watch's owner and scope. It is called
 * once a day for each watched domain.
 *
 * @returns number of crawls that were started
 */
export async function crawlWatched(
  domain: string,
  watches: readonly Watch[],
  services: WatchedCrawlServices,
): Promise<number> {
  const requested = watches.filter(({ crawl }) => crawl !== null);
  if (requested.length === 0) return 0;
  const ends = new Map<string, Record<string, string>>();
  for (const { owner } of requested) {
    if (!ends.has(owner)) ends.set(owner, await services.crawls.readEnds(domain, owner));
  }
  const lastOf = (watch: Watch) => ends.get(watch.owner)![seriesKey(coverageOf(watch.crawl!))] ?? '';
  // An owner has one crawl of the domain in progress: those that have waited longest come first.
  const due = requested
    .filter((watch) => isDue(watch, lastOf(watch), services.now()))
    .sort((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1));
  let started = 0;
  for (const watch of due) if (await beginWatched(domain, watch, services)) started += 1;
  return started;
}

/** @param last ISO 8601 time at which the last crawl of its owner and scope ended; empty: there was none */
function isDue({ crawl }: Watch, last: string, now: number): boolean {
  return last === '' || Date.parse(last) + INTERVALS_MS[crawl!.every] - TOLERANCE_MS <= now;
}

async function beginWatched(domain: string, watch: Watch, services: WatchedCrawlServices): Promise<boolean> {
  const { every: _, pages, ...covered } = await readWatchedCrawl(watch);
  const { crawl_credentials } = watch;
  // They were encrypted for the same owner and domain.
  const sealed = crawl_credentials && { sealCredentials: () => Promise.resolve(crawl_credentials) };
  // An owner that has not proved control of a domain, or no longer, gets the pages that need no proof.
  const request = {
    domain,
    pages: Math.min(pages, services.maxPages),
    isReduced: true,
    ...coverageOf(covered),
    ...sealed,
  };
  const starter = { owner: watch.owner, allowance: crawlAllowanceOf(watch, services.allowances) };
  try {
    return await beginCrawl(request, starter, services);
  } catch (error) {
    if (isError(error, ...EXPECTED)) return false;
    throw error;
  }
}
