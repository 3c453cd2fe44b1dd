/**
 * Time limits of fetching a record, in milliseconds, from the outermost to the innermost.
 * `test/unit/domains/time-limits.test.ts` verifies that each is within its outer limits, and those of the other slices in
 * theirs. The time limit of a source is in its definition.
 */

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

/** Time for which background work waits for a fetch of the same domain before it stores its responses. */
export const BACKGROUND_STORE_WAIT_MS = 60_000;
/** Delay of deferred background work, and maximum number of deferrals. */
export const DEFER_MS = 30_000;
export const MAX_DEFERRALS = 5;
