import { DAY_MS } from '../../time/day.ts';

/** Figures of a day: days since the epoch (UTC), score and Tranco rank. */
export type PastPoint = [day: number, score: number | null, rank: number | null];

/** The figures of about every week of three months: enough for a small line, and for what has changed in a month. */
const EVERY_DAYS = 7;
export const PAST_DAYS = 91;

/** @param time in milliseconds since the epoch */
export const dayNumber = (time: number) => Math.floor(time / DAY_MS);

/**
 * A domain's past with one more day.
 *
 * @param past oldest first
 * @returns `past` where the day is less than a week after its last one
 */
export function withPoint(past: PastPoint[], point: PastPoint): PastPoint[] {
  const last = past.at(-1);
  return last && point[0] - last[0] < EVERY_DAYS ? past : [...past, point];
}

/** Those of the last three months before a day. */
export function recentPoints(past: PastPoint[], day: number): PastPoint[] {
  return past.filter(([of]) => of < day && of >= day - PAST_DAYS);
}
