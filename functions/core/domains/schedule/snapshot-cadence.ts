import { hashOf } from '../../platform/names/shards.ts';
import { DAY_MS, startOfDay } from '../../platform/time/day.ts';

/** The last two hours of a day are reserved for retries, because no snapshot is taken for a past day. */
const SCHEDULED_MINUTES = 22 * 60;
/** Daily until this many days after the last query, weekly until `WEEKLY_FOR_DAYS` after it, then monthly. */
const DAILY_FOR_DAYS = 30;
const WEEKLY_FOR_DAYS = 180;

/**
 * Returns when a domain's next snapshot is due, after one that is due now. It is always on a later day, at a minute of
 * the day that depends on the domain, so that snapshots are distributed over the day.
 *
 * @param lastRequestedOn `YYYY-MM-DD`
 * @returns ISO 8601 time
 */
export function nextSnapshotAt(domain: string, lastRequestedOn: string, now: number): string {
  return at(domain, startOfDay(now) + daysBetweenSnapshots(lastRequestedOn, now) * DAY_MS);
}

/** Returns when the first snapshot of a domain is due: at the next occurrence of its minute of the day. */
export function firstSnapshotAt(domain: string, now: number): string {
  const today = at(domain, startOfDay(now));
  return Date.parse(today) > now ? today : at(domain, startOfDay(now) + DAY_MS);
}

function daysBetweenSnapshots(lastRequestedOn: string, now: number): number {
  const daysSinceRequest = Math.floor((now - Date.parse(lastRequestedOn)) / DAY_MS);
  if (daysSinceRequest <= DAILY_FOR_DAYS) return 1;
  return daysSinceRequest <= WEEKLY_FOR_DAYS ? 7 : 30;
}

function at(domain: string, day: number): string {
  return new Date(day + hashOf(domain, SCHEDULED_MINUTES) * 60_000).toISOString();
}
