/**
 * Limits of crawls: times in milliseconds, rates in requests per second and redirects. Those that depend on the size of a
 * crawl are in `crawl-size.ts`.
 */

/** Lambda timeout of the crawler. */
export const CRAWLER_MS = 120_000;
/** Within a slice, requests are sent for this time. */
export const SLICE_MS = 110_000;
/**
 * With less than this left, a slice requests no further address: a request takes up to ten seconds, then the page is
 * read.
 */
export const MIN_VISIT_MS = 15_000;
/** With less than this left, a slice requests no further external target or resource: redirects and robots.txt need time. */
export const MIN_TARGET_MS = 45_000;
/** Lambda timeout of the function that makes the reports of crawls: the longest of Lambda. */
export const REPORTER_MS = 900_000;
/** Duration of the lease of a report: longer than the computations during which it is not renewed. */
export const REPORT_LEASE_MS = 120_000;
/** After this time, all attempts of the message of a report have ended. */
export const REPORT_ATTEMPTS_MS = 2 * 3_600_000;
/** A report that has not succeeded by this time is given up. Until then, the operator can retry it. */
export const REPORT_TRIED_MS = 12 * 3_600_000;
/** Maximum wait of a result for a fetch of the same domain: longer than one takes. */
export const MAX_STORE_WAIT_MS = 30_000;
/** For a longer wait for a slot, the message waits in the queue instead of the function. */
export const MAX_WAIT_MS = 2_000;
/** Maximum wait for a slot of an external site, above the longest `Crawl-delay`: meanwhile other sites are requested. */
export const EXTERNAL_WAIT_MS = 12_000;
/** Duration of a lease: after it, another worker may continue a crawl whose worker was terminated. */
export const CRAWL_LEASE_MS = 60_000;
/** Interval at which a crawl tries to get the lease of its site, while another crawl has it. */
export const LEASE_RETRY_MS = 5_000;
/** Time of a crawl's slice while other crawls of the same site are in progress. */
export const TURN_MS = 20_000;
/**
 * Length of a chain of redirects between the pages of a crawl. The home page, sitemaps and external targets have that of a
 * single request (`platform/network/http-client.ts`).
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/http-network-errors
 */
export const MAX_REDIRECT_CHAIN = 10;
/** Interval at which a crawl stores its progress. */
export const PROGRESS_INTERVAL_MS = 3_000;
/**
 * Interval at which a crawl checks whether it was stopped, deleted or blocked. A crawl that is faster than one request per
 * second, the default rate, sends further requests within it.
 */
export const STOP_CHECK_MS = 900;
/** Interval between requests for a robots.txt that cannot be read. */
export const ROBOTS_RETRY_MS = 60_000;
/** Time without requests after a 429 without `Retry-After`. */
export const TOO_MANY_REQUESTS_WAIT_MS = 30_000;

/** Requests per second of a crawl without another rate; faster crawls are not slowed down to less. */
export const DEFAULT_RATE = 1;
