import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { QueryChanges } from '../../routing/use-route.ts';
import { isWhole, type Shown } from './real-changes.ts';
import { type HistoryMetric, historyMetrics } from './series.ts';

/** More charts one below the other cannot be compared. */
export const MAX_METRICS = 5;
const FIRST: HistoryMetric[] = ['seo_score', 'tranco_rank'];

/** What is shown of a history, as the address states it. */
export interface HistoryView {
  range: HistoryRange;
  metrics: HistoryMetric[];
  /** First and last day of a part of the range, `YYYY-MM-DD`; `null`: all of it. */
  part: { first: string; last: string } | null;
  hasMarks: boolean;
  hasTable: boolean;
}

const PART = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/;

/** Reads the parameters of an address; those without a meaning are ignored. */
export function historyViewOf(query: URLSearchParams): HistoryView {
  const [, first = '', last = ''] = PART.exec(query.get('part') ?? '') ?? [];
  const names = query.get('metrics')?.split(',');
  return {
    range: historyRanges.find((range) => range === query.get('range')) ?? '90d',
    metrics: names ? historyMetrics.filter((name) => names.includes(name)).slice(0, MAX_METRICS) : FIRST,
    part: Date.parse(first) <= Date.parse(last) ? { first, last } : null,
    hasMarks: query.get('marks') !== 'off',
    hasTable: query.get('table') === 'on',
  };
}

/** The changes of an address that show a part of the range: the nearest whole days. */
export function partChanges(shown: Shown, whole: Shown): QueryChanges {
  const first = shown.from <= whole.from ? whole.from : shown.from + DAY_MS / 2;
  const last = shown.to >= whole.to ? whole.to : shown.to - DAY_MS / 2;
  return { part: isWhole(shown, whole) ? null : `${dayOf(first)}..${dayOf(last)}` };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The part of the range that is shown. Its first and last day are whole as far as they are in the range. */
export function shownPart({ part }: HistoryView, whole: Shown): Shown {
  if (part === null) return whole;
  const from = Math.max(whole.from, Date.parse(part.first));
  const to = Math.min(whole.to, Date.parse(part.last) + DAY_MS);
  return from < to ? { from, to } : whole;
}

/** The ranges that are offered. */
export const historyRanges = ['30d', '90d', '1y', '10y'] as const;
export type HistoryRange = (typeof historyRanges)[number];
