import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { HistoryMetric, Point } from '../history/series.ts';

/**
 * Up to which value a metric is good, and above which it is poor; the 75th percentile of visits.
 *
 * @see https://web.dev/articles/defining-core-web-vitals-thresholds (LCP, INP, CLS)
 * @see https://web.dev/articles/fcp
 * @see https://web.dev/articles/ttfb
 */
export const vitalThresholds = {
  lcp_p75_ms: { good: 2_500, poor: 4_000 },
  inp_p75_ms: { good: 200, poor: 500 },
  cls_p75: { good: 0.1, poor: 0.25 },
  fcp_p75_ms: { good: 1_800, poor: 3_000 },
  ttfb_p75_ms: { good: 800, poor: 1_800 },
} satisfies Partial<Record<HistoryMetric, { good: number; poor: number }>>;
export type VitalName = keyof typeof vitalThresholds;

/** Core Web Vitals first, then those that help to find their causes. */
export const vitalNames = Object.keys(vitalThresholds) as VitalName[];

export type Rating = 'good' | 'needs_improvement' | 'poor';

/** The colours of ratings. */
export const ratingTones = { good: 'good', needs_improvement: 'warn', poor: 'bad' } as const;

/** The rating of a value by its thresholds. */
export function ratingOf(name: VitalName, value: number): Rating {
  const { good, poor } = vitalThresholds[name];
  return value <= good ? 'good' : value > poor ? 'poor' : 'needs_improvement';
}

const WEEK_MS = 7 * DAY_MS;

/**
 * The newest value of each week: since a domain is followed, its history has the same values day by day.
 *
 * @param points oldest first
 */
export function weekly(points: readonly Point[]): Point[] {
  const byWeek = new Map(points.map((point) => [Math.floor(Date.parse(point.time) / WEEK_MS), point]));
  return [...byWeek.values()];
}
