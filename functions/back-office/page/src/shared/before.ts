import { DAY_MS } from '../../../../core/platform/time/day.ts';

/** A figure as it was, and when. */
export interface Before {
  /** `YYYY-MM-DD` */
  date: string;
  value: number;
}

/** By how much a figure is more than it was; `null` where one of both is not known. */
export function changeOf(value: number | null, before: Before | null): number | null {
  return value === null || before === null ? null : value - before.value;
}

/** What is of another day than was asked for may be so many days off: the past may have about one day a week. */
const DAYS_OFF = 6;

/**
 * What is nearest to some days before a time.
 *
 * @param timeOf ISO 8601, or a date
 * @returns `null` where nothing is near enough
 */
export function nearestBefore<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => string,
  { time, days }: { time: string; days: number },
): Item | null {
  const wanted = Date.parse(time.slice(0, 10)) - days * DAY_MS;
  let nearest: Item | null = null;
  let least = (DAYS_OFF + 1) * DAY_MS;
  for (const item of items) {
    const off = Math.abs(Date.parse(timeOf(item).slice(0, 10)) - wanted);
    if (off < least) [nearest, least] = [item, off];
  }
  return nearest;
}
