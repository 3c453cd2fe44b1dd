import { DAY_MS } from '../platform/time/day.ts';

/** Delays of the retries of a source with a temporary failure, in milliseconds; the last one is repeated. */
export const RETRY_DELAYS_MS = [15 * 60_000, 60 * 60_000, DAY_MS, 7 * DAY_MS] as const;
