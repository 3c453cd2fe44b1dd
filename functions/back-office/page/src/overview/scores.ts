import type { DomainRow } from '../../../contract.ts';
import {
  type Before,
  type ChangePeriod as Period,
  changePeriods as periods,
  dateAfter,
  metricsBefore,
  YEAR_STEP_DAYS,
} from '../shared/before.ts';

export { type Period, periods };

export const DEFAULT_OVERVIEW_PERIOD: Period = 30;

/** Returns the period of an address's query, such as `period=90d`. */
export function periodOf(query: string): Period {
  const given = new URLSearchParams(query).get('period');
  return periods.find((days) => given === `${days}d`) ?? DEFAULT_OVERVIEW_PERIOD;
}

/** A known score and its day. */
export interface KnownScore {
  /** `YYYY-MM-DD` */
  date: string;
  score: number;
}

/** Returns the known scores of a domain, oldest first, the present one last. */
export function knownScores({ past, year, updated_at, seo_score, score_of }: DomainRow): KnownScore[] {
  const weekly = (past ?? []).flatMap(([date, score]) => (score === null ? [] : [{ date, score }]));
  const start = weekly[0]?.date ?? updated_at?.slice(0, 10) ?? '';
  const earlier = (year?.scores ?? [])
    .map((score, index) => ({ date: dateAfter(year!.from, index * YEAR_STEP_DAYS), score }))
    .filter(({ date }) => date < start);
  const isPresent = seo_score !== null && score_of === null && updated_at !== null;
  const present = isPresent ? [{ date: updated_at.slice(0, 10), score: seo_score }] : [];
  return [...earlier, ...weekly, ...present];
}

const scoreOn = (scores: readonly KnownScore[], date: string) => scores.findLast((known) => known.date <= date) ?? null;

/** A domain whose present score differs from the one before. */
export interface Mover {
  row: DomainRow;
  before: Before;
  change: number;
}

/** Returns the domains whose scores have changed over a period in days, the greatest changes first. */
export function moversOver(rows: readonly DomainRow[], days: number): Mover[] {
  return rows
    .flatMap((row) => {
      const mover = moverOf(row, days);
      return mover && mover.change !== 0 ? [mover] : [];
    })
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change) || one.change - other.change);
}

function moverOf(row: DomainRow, days: number): Mover | null {
  const before = metricsBefore(row, days).score;
  if (!before || row.seo_score === null || row.score_of !== null) return null;
  return { row, before, change: row.seo_score - before.value };
}

/** Returns the mean of the present scores, and its change over a period, of the domains that have both scores. */
export function meanScore(rows: readonly DomainRow[], days: number) {
  const scores = rows.flatMap(({ seo_score }) => seo_score ?? []);
  const compared = rows.flatMap((row) => moverOf(row, days) ?? []);
  return { mean: meanOf(scores), change: meanOf(compared.map(({ change }) => change)), compared: compared.length };
}

/**
 * Returns the mean health of the crawled sites, and by how much it has changed since the complete crawl before, of the
 * sites that have one.
 */
export function meanHealth(rows: readonly Pick<DomainRow, 'site'>[]) {
  const known = rows.flatMap(({ site }) =>
    site === null || site.health === null ? [] : [{ ...site, now: site.health }],
  );
  const changes = known.flatMap(({ now, before }) => (before === null ? [] : [now - before.health]));
  return {
    mean: meanOf(known.map(({ now }) => now)),
    sites: known.length,
    change: meanOf(changes),
    compared: changes.length,
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Groups of ten scores; the last one has eleven. */
const GROUPS = 10;

/** Returns the number of domains in each group of scores: 0 to 9, 10 to 19 … 90 to 100. */
export function scoreGroups(rows: readonly DomainRow[]): { least: number; most: number; domains: number }[] {
  const counts = Array<number>(GROUPS).fill(0);
  for (const { seo_score } of rows) {
    if (seo_score !== null) counts[Math.min(Math.floor(seo_score / GROUPS), GROUPS - 1)]! += 1;
  }
  return counts.map((domains, group) => ({
    least: group * GROUPS,
    most: group === GROUPS - 1 ? 100 : group * GROUPS + GROUPS - 1,
    domains,
  }));
}

/** Weekly days of three months for short periods: rows have about one score per week; days four weeks apart for a year. */
const SHORT = { days: 91, step: 7 };
const LONG = { days: 364, step: 28 };

/**
 * Returns the mean score over time: on each day, the mean of the scores that were last known, of the same domains on all
 * days. These are those with a score on the first day, which is the earliest one on which at least half of the domains
 * have one.
 */
export function scoreTrend(rows: readonly DomainRow[], period: Period, today: string) {
  const { days, step } = period === 365 ? LONG : SHORT;
  const dates = Array.from({ length: days / step + 1 }, (_, index) => dateAfter(today, index * step - days));
  const known = rows.map(knownScores).filter((scores) => scores.length > 0);
  const hasScore = (date: string) => known.filter((scores) => scores[0]!.date <= date);
  const first = dates.findIndex((date) => hasScore(date).length * 2 >= known.length);
  if (first === -1 || known.length === 0) return { points: [], domains: 0 };
  const same = hasScore(dates[first]!);
  const points = dates.slice(first).map((date) => ({
    at: Date.parse(date),
    value: meanOf(same.map((scores) => scoreOn(scores, date)!.score)),
  }));
  return { points, domains: same.length };
}
