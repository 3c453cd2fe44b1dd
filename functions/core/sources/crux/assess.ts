import type { FieldPerformance } from '../../record/record.ts';
import type { Figures } from './wire.ts';

/** Upper limits of `good` and of `needs_improvement` at the 75th percentile (https://web.dev/articles/vitals). */
const THRESHOLDS = {
  lcp_p75_ms: [2_500, 4_000],
  inp_p75_ms: [200, 500],
  cls_p75: [0.1, 0.25],
} as const;
const ASSESSMENTS = ['good', 'needs_improvement', 'poor'] as const;

/** @returns the worst assessment of the Core Web Vitals that are known; `null` where none is */
export function assess(figures: Pick<Figures, keyof typeof THRESHOLDS>): FieldPerformance['assessment'] {
  const names = Object.keys(THRESHOLDS) as (keyof typeof THRESHOLDS)[];
  const grades = names.flatMap((name) => {
    const value = figures[name];
    return value === null ? [] : [THRESHOLDS[name].filter((limit) => value > limit).length];
  });
  return grades.length === 0 ? null : ASSESSMENTS[Math.max(...grades)]!;
}
