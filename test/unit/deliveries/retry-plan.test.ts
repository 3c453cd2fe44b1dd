import { expect, test } from '@jest/globals';
import {
  nextAttemptAt,
  RETRY_DELAYS_MS,
  slotDelayMs,
  testDelayMs,
} from '../../../functions/core/deliveries/retry-plan.ts';

const HOUR_MS = 3_600_000;

/** Times of all attempts in milliseconds after the delivery was added, when each fails at once. */
function attemptsUntilTheEnd(): number[] {
  const times = [0];
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttemptAt({ attempts, createdAt: 0, retryAfterMs: null, now: times.at(-1)! });
    if (next === null) return times;
    times.push(next);
  }
}

test('a delivery is attempted eleven times within a day, with growing delays', () => {
  const times = attemptsUntilTheEnd();
  expect(times).toHaveLength(11);
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  expect(gaps).toEqual(gaps.toSorted((one, other) => one - other));
  expect(gaps[0]).toBe(5_000);
  expect(times.at(-1)).toBeLessThanOrEqual(24 * HOUR_MS);
  expect(times.at(-1)).toBeGreaterThan(20 * HOUR_MS);
});

test('no delay is shorter than the one before it', () => {
  expect(RETRY_DELAYS_MS).toEqual(RETRY_DELAYS_MS.toSorted((one, other) => one - other));
});

test.each([
  ['longer than the planned one', 120_000, 120_000],
  ['shorter than the planned one', 1_000, 5_000],
  ['up to the end of the day', 24 * HOUR_MS, 24 * HOUR_MS],
  ['beyond the end of the day', 24 * HOUR_MS + 1, null],
])("a receiver's delay %s determines the next attempt", (_, retryAfterMs, expected) => {
  expect(nextAttemptAt({ attempts: 1, createdAt: 0, retryAfterMs, now: 0 })).toBe(expected);
});

test('deferrals for a slot have growing delays of at most a minute', () => {
  expect([0, 1, 2, 3, 50].map(slotDelayMs)).toEqual([2_000, 5_000, 15_000, 60_000, 60_000]);
});

test('deferrals for the test of a new address have delays that grow by a minute up to an hour', () => {
  expect([0, 1, 2, 59, 60, 500].map(testDelayMs)).toEqual([1, 2, 3, 60, 60, 60].map((minutes) => minutes * 60_000));
});
