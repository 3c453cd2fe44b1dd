import { DAY_MS } from './day.ts';

/**
 * Time limits of fetching, in milliseconds, from the outermost to the innermost. `test/unit/platform/time/limits.test.ts` checks
 * that each fits into those around it. The time limit of a source is in its definition.
 */

/** Time after which API Gateway ends a request (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). */
export const GATEWAY_MS = 29_000;
/** Time limit of the worker for one message. */
export const WORKER_MS = 150_000;

/** A query is answered within this time, whether it fetches or waits for another caller's fetch. */
export const QUERY_MS = 25_000;
/** The part of it in which the answers of the sources are stored. */
export const STORE_MS = 2_000;
/** With less than this left, a query begins no fetch. */
export const LEAST_FETCH_MS = 12_000;
/** Time limits of DNS and the registry for the existence check before a new domain is fetched. */
export const EXISTENCE_DNS_MS = 1_000;
export const EXISTENCE_RDAP_MS = 1_300;
/** Time limit of the registry for a batch, which has to wait for its slot. */
export const EXISTENCE_RDAP_BATCH_MS = 8_000;
/** A caller waits this long for another who reads from API Gateway who holds their key. */
export const KEY_HOLDER_MS = 6_000;
/** Reading from API Gateway what a whole plan has used may take so long, and callers wait so long for the one who does. */
export const COUNT_MS = 15_000;
export const COUNT_WAIT_MS = COUNT_MS + 5_000;
/** A deletion waits this long for a fetch of the same domain. */
export const DELETION_WAIT_MS = 20_000;

/** A keyword request waits this long for engines, whether it asks them or another caller does. */
export const KEYWORDS_MS = 26_000;
/** The part of it in which the answers are stored and sent. */
export const KEYWORDS_STORE_MS = 1_000;
/** With less than this left, a keyword request asks no engine. */
export const LEAST_ASK_MS = 8_000;

/** Background work waits this long for a fetch of the same domain before it stores its answers. */
export const BACKGROUND_STORE_WAIT_MS = 60_000;
/** Work that cannot be done now is deferred by this time, at most this many times. */
export const DEFER_MS = 30_000;
export const MAX_DEFERRALS = 5;
/** Delays after which a source with a temporary failure is retried; the last one is repeated. */
export const RETRY_DELAYS_MS = [15 * 60_000, 60 * 60_000, DAY_MS, 7 * DAY_MS] as const;

/** Longest wait for a slot in a provider's rate limit, while a caller waits, while none does, and for batches. */
export const INLINE_SLOT_MS = 4_000;
export const BACKGROUND_SLOT_MS = 45_000;
export const BATCH_SLOT_MS = 20_000;
/** A page waits this long for each of its slots for requests to the site: longer than the longest `Crawl-delay` that is kept. */
export const PAGE_SLOT_MS = 12_000;
/** Time for a source to end its requests after its time limit. */
export const ABORT_MS = 500;

/** A lease that was not renewed for this long may be taken over. */
export const LEASE_MS = 6_000;
/** How often a lease is looked at by those who wait for it. */
export const LEASE_POLL_MS = 250;
