import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import { shiftDate } from './shift-date.ts';

/** Duration of the longest suite that needs a day of its own, on a slow machine. */
const LONGEST_SUITE_MS = 15 * 60_000;

/**
 * Advances the clock to the next day (UTC) if the current one ends in less than the given time, for tests of values that
 * belong to a day.
 *
 * @param ms that the test needs, by the service's clock
 */
export function keepWithinDay(service: { now(): number; advanceClock(ms: number): void }, ms: number) {
  const left = timeLeft(service.now());
  if (left < ms) service.advanceClock(left);
}

/**
 * Does the same for the clock of this suite, for as long as a suite may take, and of the processes that it starts, which
 * must not have started yet.
 */
export function keepSuiteWithinDay() {
  const left = timeLeft(Date.now());
  if (left >= LONGEST_SUITE_MS) return;
  shiftDate(left);
  process.env.TEST_CLOCK_OFFSET_MS = String(Number(process.env.TEST_CLOCK_OFFSET_MS) + left);
}

function timeLeft(now: number): number {
  return DAY_MS - (now % DAY_MS);
}
