import { DAY_MS } from '../platform/time/day.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after each failed attempt of a delivery; the last one is repeated. */
export const RETRY_DELAYS_MS = [
  5_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
] as const;

/** A delivery is attempted for this time after it was added. */
export const RETRIED_FOR_MS = DAY_MS;

interface FailedAttempt {
  /** Number of failed attempts, at least 1. */
  attempts: number;
  /** When the delivery was added, in milliseconds since the epoch. */
  createdAt: number;
  /** Minimum delay that the receiver has requested. */
  retryAfterMs: number | null;
  now: number;
}

/** @returns the time of the next attempt in milliseconds since the epoch; `null` if the day has ended before it */
export function nextAttemptAt({ attempts, createdAt, retryAfterMs, now }: FailedAttempt): number | null {
  const planned = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1]!;
  const at = now + Math.max(planned, retryAfterMs ?? 0);
  return at <= createdAt + RETRIED_FOR_MS ? at : null;
}

/** Delays after an attempt for which the receiver's host had no free slot; the last one is repeated. */
const SLOT_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const;

/** @param deferrals number of times in a row that this delivery was deferred before */
export function slotDelayMs(deferrals: number): number {
  return SLOT_DELAYS_MS[Math.min(deferrals, SLOT_DELAYS_MS.length - 1)]!;
}

/** Maximum delay after an attempt for which its owner had tested another new address within the last minute. */
const MAX_TEST_DELAY_MS = HOUR_MS;

/**
 * Returns a delay that grows by a minute each time: a few new addresses are all tested within minutes, and many do not
 * keep the senders busy.
 *
 * @param deferrals number of times in a row that this delivery was deferred before
 */
export function testDelayMs(deferrals: number): number {
  return Math.min((deferrals + 1) * MINUTE_MS, MAX_TEST_DELAY_MS);
}
