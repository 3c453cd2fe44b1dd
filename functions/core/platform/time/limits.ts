import { DAY_MS } from './day.ts';

/**
 * Time limits of fetching in milliseconds, from the outermost to the innermost.
 * `test/unit/platform/time.test.ts` verifies that each is within its outer limits. The time limit of a source is
 * in its definition.
 */

/**
 * Time limit of a request in API Gateway (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const GATEWAY_MS = 29_000;
/** Time limit of the worker for one message. */
export const WORKER_MS = 150_000;

/** Time limit of a query that fetches, or waits for another caller's fetch. */
export const QUERY_MS = 25_000;
/** The part of it that is reserved for storing the responses of the sources. */
export const STORE_MS = 2_000;
/** A query with less time left starts no fetch. */
export const LEAST_FETCH_MS = 12_000;
/** Time limits of DNS and the registry for the existence check before a new domain is fetched. */
export const EXISTENCE_DNS_MS = 1_000;
export const EXISTENCE_RDAP_MS = 1_300;
/** Time limit of the registry for a batch, including the wait for a rate-limit slot. */
export const EXISTENCE_RDAP_BATCH_MS = 8_000;
/** Time for which a caller waits while another one reads the owner of the same key from API Gateway. */
export const KEY_HOLDER_MS = 6_000;
/** Time limit of reading the usage of a whole plan from API Gateway, and of callers that wait for the result. */
export const COUNT_MS = 15_000;
export const COUNT_WAIT_MS = COUNT_MS + 5_000;
/** Time for which a deletion waits for a fetch of the same domain. */
export const DELETION_WAIT_MS = 20_000;

/** Time limit of a keyword request that fetches from engines, or waits for another caller's fetch. */
export const KEYWORDS_MS = 26_000;
/** The part of it that is reserved for storing and sending the responses. */
export const KEYWORDS_STORE_MS = 1_000;
/** A keyword request with less time left requests no engine. */
export const LEAST_ENGINE_MS = 8_000;

/** Time for which background work waits for a fetch of the same domain before it stores its responses. */
export const BACKGROUND_STORE_WAIT_MS = 60_000;
/** Delay of deferred background work, and maximum number of deferrals. */
export const DEFER_MS = 30_000;
export const MAX_DEFERRALS = 5;
/** Delays of the retries of a source with a temporary failure; the last one is repeated. */
export const RETRY_DELAYS_MS = [15 * 60_000, 60 * 60_000, DAY_MS, 7 * DAY_MS] as const;

/** Maximum wait for a slot of a provider's rate limit: while a caller waits, in the background, and for batches. */
export const INLINE_SLOT_MS = 4_000;
export const BACKGROUND_SLOT_MS = 45_000;
export const BATCH_SLOT_MS = 20_000;
/** Maximum wait of a page for each rate-limit slot of its site: longer than the longest respected `Crawl-delay`. */
export const PAGE_SLOT_MS = 12_000;
/** Time after its time limit in which a source ends its requests. */
export const ABORT_MS = 500;

/** Time after which a lease that was not renewed may be taken over. */
export const LEASE_MS = 6_000;
/** Interval at which waiting callers read a lease. */
export const LEASE_POLL_MS = 250;
