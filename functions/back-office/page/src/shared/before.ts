import { DAY_MS } from '../../../../core/platform/time/day.ts';

/** Periods in days over which changes can be shown. */
export const changePeriods = [7, 30, 90] as const;
export type ChangePeriod = (typeof changePeriods)[number];
export const DEFAULT_PERIOD: ChangePeriod = 30;

/** An earlier value of a metric. */
export interface Before {
  /** `YYYY-MM-DD` */
  date: string;
  value: number;
}

/** The change of a metric: its value minus the earlier one; `null` if one of them is unknown. */
export function changeOf(value: number | null, before: Before | null): number | null {
  return value === null || before === null ? null : value - before.value;
}

/** By how many days a value may miss the requested day: the history may have about one value per week. */
const DAYS_OFF = 6;

/**
 * Returns the item that is nearest to some days before a time.
 *
 * @param timeOf ISO 8601, or a date
 * @returns `null` if none is near enough
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
