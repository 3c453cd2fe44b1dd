/** Time limits of crawls, in milliseconds. */

/** Lambda ends a slice of work then. */
export const CRAWLER_MS = 120_000;
/** Within a slice, requests are sent until then. */
export const SLICE_MS = 110_000;
/** With less than this left, no further address is asked for in a slice: that takes up to ten seconds, then it is read. */
export const LEAST_VISIT_MS = 15_000;
/** With less than this left, the result is computed in the next slice. */
export const LEAST_REPORT_MS = 60_000;
/** A longer wait for a turn is one of the queue, not of the function. */
export const MOST_WAIT_MS = 2_000;
/** A crawl whose worker has died may be taken over then. */
export const CRAWL_LEASE_MS = 60_000;
/** How often a crawl says how far it is. */
export const TOUCH_MS = 10_000;
/** A robots.txt that could not be read is asked for again after this time. */
export const ROBOTS_AGAIN_MS = 60_000;
/** A site that answers 429 without saying for how long is left alone for this time. */
export const TOO_MANY_REST_MS = 30_000;
