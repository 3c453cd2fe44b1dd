/** A range as asked for: `30d` is 30 and `d`. */
export interface Range {
  text: string;
  amount: number;
  unit: 'd' | 'w' | 'm' | 'y';
}

/** Ten years in each unit; in days as many as any ten years around now have. */
export const LONGEST_RANGE = { d: 3_652, w: 521, m: 120, y: 10 };

/**
 * The time that a range goes back to: the beginning (UTC) of the day that lies so far back, since part of the figures
 * are known by day alone. Back from the 31st, a month that has none begins with its last day.
 *
 * @param now milliseconds since the epoch
 * @returns ISO 8601 time
 */
export function startOf({ amount, unit }: Range, now: number): string {
  const today = new Date(now);
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  if (unit === 'd' || unit === 'w') {
    return new Date(Date.UTC(year, month, day - amount * (unit === 'w' ? 7 : 1))).toISOString();
  }
  const startMonth = month - amount * (unit === 'y' ? 12 : 1);
  const lastDay = new Date(Date.UTC(year, startMonth + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, startMonth, Math.min(day, lastDay))).toISOString();
}
