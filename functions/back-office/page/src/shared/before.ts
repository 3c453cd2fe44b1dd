import { DAY_MS } from '../../../../core/platform/time/day.ts';
import type { DomainRow, PastMetrics } from '../../../contract.ts';

/** Periods in days over which changes can be shown. */
export const changePeriods = [7, 30, 90, 365] as const;
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
/** The same for the scores of a year, between which there are four weeks. */
const YEAR_DAYS_OFF = 14;
export const YEAR_STEP_DAYS = 28;
/** Rows have about one value per week of this time. */
const WEEKLY_DAYS = 91;

/**
 * Returns the item that is nearest to some days before a time.
 *
 * @param timeOf ISO 8601, or a date
 * @returns `null` if none is near enough
 */
export function nearestBefore<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => string,
  { time, days, daysOff = DAYS_OFF }: { time: string; days: number; daysOff?: number },
): Item | null {
  const requested = Date.parse(time.slice(0, 10)) - days * DAY_MS;
  let nearest: Item | null = null;
  let least = (daysOff + 1) * DAY_MS;
  for (const item of items) {
    const off = Math.abs(Date.parse(timeOf(item).slice(0, 10)) - requested);
    if (off < least) [nearest, least] = [item, off];
  }
  return nearest;
}

/**
 * Returns the score and the rank of a domain some days before its last fetch. This is what every change of a score or rank
 * in the workspace is measured from.
 */
export function metricsBefore(
  { past, year, updated_at }: Pick<DomainRow, 'past' | 'year' | 'updated_at'>,
  days: number,
): { score: Before | null; rank: Before | null } {
  const isKnown = past !== null && updated_at !== null;
  const isLong = days > WEEKLY_DAYS;
  const points: readonly PastMetrics[] = isLong ? [...monthlyScores(year), ...(past ?? [])] : (past ?? []);
  const around = { time: updated_at ?? '', days, daysOff: isLong ? YEAR_DAYS_OFF : DAYS_OFF };
  const [date = '', score = null, rank = null] = (isKnown ? nearestBefore(points, ([day]) => day, around) : null) ?? [];
  const before = (value: number | null): Before | null => (value === null ? null : { date, value });
  return { score: before(score), rank: before(rank) };
}

const monthlyScores = (year: DomainRow['year']): PastMetrics[] =>
  year === null ? [] : year.scores.map((score, index) => [dateAfter(year.from, index * YEAR_STEP_DAYS), score, null]);

/** @param date `YYYY-MM-DD` */
export const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
