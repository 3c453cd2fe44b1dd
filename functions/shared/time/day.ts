export const DAY_MS = 86_400_000;

/**
 * The day (UTC) of a time, the one clock by which the service counts days.
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
