export const DAY_MS = 86_400_000;

/**
 * Returns the day (UTC) of a time. The service counts all days in UTC.
 *
 * @param time milliseconds since the epoch
 * @returns `YYYY-MM-DD`
 */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** @returns the time at which the day (UTC) of a time begins; both in milliseconds since the epoch */
export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** @returns the time at which the next day (UTC) begins; both in milliseconds since the epoch */
export function startOfNextDay(time: number): number {
  return startOfDay(time) + DAY_MS;
}

/** @returns whole seconds from one time to a later one, rounded up; both in milliseconds since the epoch */
export function secondsTo(later: number, time: number): number {
  return Math.ceil((later - time) / 1000);
}

/** @returns whole seconds until the next day (UTC) begins, at least one */
export function secondsToNextDay(time: number): number {
  return secondsTo(startOfNextDay(time), time);
}

/** @returns the time at which the month (UTC) of a time begins; both in milliseconds since the epoch */
export function startOfMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** @returns the time at which the next month (UTC) begins; both in milliseconds since the epoch */
export function startOfNextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * @param first, last `YYYY-MM-DD`, both included
 * @returns the days of a period; none if it ends before it begins
 */
export function daysBetween(first: string, last: string): string[] {
  const start = Date.parse(first);
  const count = Math.round((Date.parse(last) - start) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(start + index * DAY_MS));
}
