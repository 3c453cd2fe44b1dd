/** Time limits of requests to sources, in milliseconds. The time limit of each source is in its definition. */

/** Maximum wait for a slot of a provider's rate limit: while a caller waits, in the background, and for batches. */
export const INLINE_SLOT_MS = 4_000;
export const BACKGROUND_SLOT_MS = 45_000;
export const BATCH_SLOT_MS = 20_000;
/** Maximum interval between two requests to the hosts of a registrable domain: a longer `Crawl-delay` is reduced to it. */
export const MAX_SITE_INTERVAL_MS = 10_000;
/** Time after its time limit in which a source ends its requests. */
export const ABORT_MS = 500;
