import { DAY_MS } from '../../../functions/core/platform/time/day.ts';

/**
 * Advances the clock to the next day (UTC) if the current one ends in less than the given time, for tests of values that
 * belong to a day.
 *
 * @param ms that the test needs, by the service's clock
 */
export function keepWithinDay(service: { now(): number; advanceClock(ms: number): void }, ms: number) {
  const left = DAY_MS - (service.now() % DAY_MS);
  if (left < ms) service.advanceClock(left);
}
