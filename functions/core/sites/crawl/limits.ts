/** Time limits of crawls, in milliseconds. */

/** Lambda ends a slice of work then. */
export const CRAWLER_MS = 120_000;
/** Within a slice, requests are sent until then. */
export const SLICE_MS = 110_000;
/** With less than this left, no further address is asked for in a slice: that takes up to ten seconds, then it is read. */
export const LEAST_VISIT_MS = 15_000;
/** With less than this left, the result is computed in the next slice. */
export const LEAST_REPORT_MS = 60_000;
/** A longer wait for a slot is one of the queue, not of the function. */
export const MOST_WAIT_MS = 2_000;
/** A crawl whose worker has died may be taken over then. */
export const CRAWL_LEASE_MS = 60_000;
/** How often a crawl says how far it is. */
export const TOUCH_MS = 10_000;
/** A robots.txt that could not be read is asked for again after this time. */
export const ROBOTS_AGAIN_MS = 60_000;
/** A site that answers 429 without saying for how long is left alone for this time. */
export const TOO_MANY_REST_MS = 30_000;

/** Requests of a crawl beside those for its pages: robots.txt, redirects to the home page, 50 files of sitemaps. */
const OTHER_REQUESTS = 100;
/** Slices of a request that the site's rate puts off: its own, and one that another request to the site delays. */
const SLICES_PER_REQUEST = 2;
/** Slices that only wait, for a site that asks to be left alone or that is crawled by another domain: a week, at SQS's longest delay. */
const WAITING_SLICES = (7 * 24 * 60) / 15;

/**
 * The hop limit of a crawl. Each slice sends the message of the next one, which Lambda's loop detection would stop after
 * about 16; it is switched off for the crawler, so that the crawl has a limit of its own.
 *
 * @param pages most pages that the crawl may request
 * @returns the number of slices after which it ends with what it has
 */
export function mostSlices(pages: number): number {
  return SLICES_PER_REQUEST * (pages + OTHER_REQUESTS) + WAITING_SLICES;
}
