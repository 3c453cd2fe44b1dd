import type { FigureName } from '../history/series.ts';

/**
 * Up to which value a figure is good, and above which it is poor; the 75th percentile of visits.
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
} satisfies Partial<Record<FigureName, { good: number; poor: number }>>;
export type VitalName = keyof typeof vitalThresholds;

/** Core Web Vitals first, then what helps to tell why they are as they are. */
export const vitalNames = Object.keys(vitalThresholds) as VitalName[];
