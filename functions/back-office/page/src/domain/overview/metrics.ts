import { SITE_CRAWL, sourceOfValue, valuesOf } from '../../../../../core/record/history-values.ts';
import type { DomainAnswer, SectionPath } from '../../../../../core/record/record.ts';
import type { Snapshot } from '../../api/api.ts';
import { type Before, nearestBefore } from '../../shared/before.ts';
import { type HistoryMetric, type Point, seriesOf } from '../history/series.ts';

/** The metrics of the overview, in their order. */
const SHOWN = [
  ...(['seo_score', 'site_score', 'tranco_rank', 'open_page_rank', 'organic_etv', 'organic_count'] as const),
  ...(['lcp_p75_ms', 'inp_p75_ms', 'cls_p75', 'word_count'] as const),
] satisfies HistoryMetric[];

/** Period of the changes, in days. */
const CHANGE_DAYS = 30;

/** The section of the record that contains a metric; the values of a crawl are in none. */
const SECTIONS: Partial<Record<HistoryMetric, SectionPath>> = {
  seo_score: 'seo_score',
  tranco_rank: 'popularity.tranco',
  open_page_rank: 'popularity.open_page_rank',
  organic_etv: 'organic',
  organic_count: 'organic',
  lcp_p75_ms: 'performance.field',
  inp_p75_ms: 'performance.field',
  cls_p75: 'performance.field',
  word_count: 'page',
};

export const sectionOfMetric = (name: HistoryMetric): SectionPath | undefined => SECTIONS[name];

/** A metric of the overview. */
export interface Metric {
  name: HistoryMetric;
  value: number;
  /** When it was fetched (ISO 8601), and the id of its source. */
  time: string;
  source: string;
  before: Before | null;
  /** Its history, oldest first. */
  points: Point[];
}

/**
 * Returns the known metrics of a domain.
 *
 * @param snapshots newest first
 * @returns `unknown`: the names of the others
 */
export function metricsOf(
  record: DomainAnswer,
  snapshots: readonly Snapshot[],
): { known: Metric[]; unknown: HistoryMetric[] } {
  const metrics = valuesOf(record, new Set(record.sources.map(({ id }) => id)));
  const known: Metric[] = [];
  const unknown: HistoryMetric[] = [];
  for (const name of SHOWN) {
    const source = sourceOfValue(name);
    const points = seriesOf(snapshots, name).lines.flat();
    // The values of a crawl are in no record.
    const newest =
      source === SITE_CRAWL ? (points.at(-1) ?? null) : ofRecord(record, metrics[name] as number | null, source);
    if (newest === null) unknown.push(name);
    else
      known.push({ name, source, value: newest.y, time: newest.time, before: beforeOf(points, newest.time), points });
  }
  return { known, unknown };
}

function ofRecord({ sources, updated_at }: DomainAnswer, y: number | null, source: string): Point | null {
  const report = sources.find(({ id }) => id === source);
  return y === null ? null : { time: report?.fetched_at ?? updated_at, y };
}

function beforeOf(points: Point[], time: string): Before | null {
  const point = nearestBefore(points, (one) => one.time, { time, days: CHANGE_DAYS });
  return point && { date: point.time.slice(0, 10), value: point.y };
}
