import { invalidParameter } from '../../platform/http/errors.ts';
import type { HistoryWindow } from '../store/item.ts';

/** A range as asked for: `30d` is 30 and `d`. */
export interface Range {
  text: string;
  amount: number;
  unit: 'd' | 'w' | 'm' | 'y';
}

/** The window as asked for: a range up to now, or one or both of its bounds, as ISO 8601 times with milliseconds. */
export interface AskedWindow {
  range?: Range | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Ten years in each unit; in days as many as any ten years around now have. */
export const LONGEST_RANGE = { d: 3_652, w: 521, m: 120, y: 10 };

export const DEFAULT_RANGE: Range = { text: '30d', amount: 30, unit: 'd' };

/**
 * The window that was asked for. It ends now, and begins the default range before its end, where nothing else is said.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} invalid_parameter where it would begin after now and has no end
 */
export function windowOf({ range = DEFAULT_RANGE, from, to }: AskedWindow, now: number): HistoryWindow {
  const end = to ?? new Date(now).toISOString();
  const begin = from ?? startOf(range, Date.parse(end));
  if (to === undefined && begin > end) throw invalidParameter('from', 'must not be after now');
  return { from: begin, to: end };
}

/**
 * The time that a range goes back to: the beginning (UTC) of the day that lies so far back, since part of the figures
 * are known by day alone. Back from the 31st, a month that has none begins with its last day.
 *
 * @param end of the range, in milliseconds since the epoch
 * @returns ISO 8601 time
 */
export function startOf({ amount, unit }: Range, end: number): string {
  const last = new Date(end);
  const [year, month, day] = [last.getUTCFullYear(), last.getUTCMonth(), last.getUTCDate()];
  if (unit === 'd' || unit === 'w') {
    return new Date(Date.UTC(year, month, day - amount * (unit === 'w' ? 7 : 1))).toISOString();
  }
  const startMonth = month - amount * (unit === 'y' ? 12 : 1);
  const lastDay = new Date(Date.UTC(year, startMonth + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, startMonth, Math.min(day, lastDay))).toISOString();
}
