import type { OpenCrawl } from '../store/site-crawls.ts';

/** How long an address is taken for, as long as nothing is known of the site: crawls ask for one a second. */
const GUESSED_SECONDS = 1;
const LEAST_SECONDS = 3;
const MOST_SECONDS = 300;
/** So much of the age of a crawl is waited at least: where its last pages are slow, nobody asks for each of them. */
const LEAST_OF_AGE = 0.1;

/**
 * When it pays to ask for a crawl again: when the addresses that are known by now are likely to have been asked for, as
 * fast as so far.
 *
 * @param now milliseconds since the epoch
 * @returns whole seconds
 */
export function pollAfter({ startedAt, found, fetched, ...crawl }: OpenCrawl, now: number): number {
  const age = Math.max(0, now - Date.parse(startedAt)) / 1000;
  const left = Math.max(0, Math.min(found, pagesAdmitted(crawl)) - fetched);
  const each = fetched > 0 ? age / fetched : GUESSED_SECONDS;
  // The first addresses tell little of the pace: a crawl may have waited for others before it began.
  const expected = Math.min(left * each, Math.max(age, left * GUESSED_SECONDS));
  const seconds = Math.max(expected, age * LEAST_OF_AGE);
  return Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, Math.ceil(seconds)));
}

/** Addresses that a crawl asks for at most. */
export function pagesAdmitted({ pageLimit, admitted }: Pick<OpenCrawl, 'pageLimit' | 'admitted'>): number {
  return Math.min(pageLimit, admitted);
}
