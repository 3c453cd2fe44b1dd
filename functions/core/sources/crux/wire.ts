import * as z from 'zod';
import type { FieldPerformance } from '../../record/record.ts';
import { orNull } from '../providers/read-response.ts';

/** The provider's names of the metrics, by the figures that are read from them. */
const METRICS = {
  lcp_p75_ms: 'largest_contentful_paint',
  inp_p75_ms: 'interaction_to_next_paint',
  cls_p75: 'cumulative_layout_shift',
  fcp_p75_ms: 'first_contentful_paint',
  ttfb_p75_ms: 'experimental_time_to_first_byte',
} as const;

export type FigureName = keyof typeof METRICS;
/** Figures of one kind of device; `null`: not known. */
export type Figures = Pick<FieldPerformance, FigureName>;

export const figureNames = Object.keys(METRICS) as FigureName[];
/** As they are asked for. */
export const metricNames = Object.values(METRICS);

/** A 75th percentile. Layout shifts are strings; missing values are null or `"NaN"`. */
export const percentile = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().nonnegative())
  .nullable()
  .catch(null);

/** @returns `YYYY-MM-DD` */
export const day = z
  .object({ year: z.int(), month: z.int(), day: z.int() })
  .transform((date) => `${date.year}-${twoDigits(date.month)}-${twoDigits(date.day)}`)
  .pipe(z.iso.date());

/** `metrics` of a response, by figure. What is missing or not as documented is null: it says nothing of the others. */
export function byFigure<Schema extends z.ZodType>(metric: Schema) {
  const schema = orNull(metric);
  return z
    .record(z.string(), z.unknown())
    .transform((metrics) => mapFigures((name) => schema.parse(metrics[METRICS[name]])));
}

export function mapFigures<Value>(valueOf: (name: FigureName) => Value): Record<FigureName, Value> {
  return Object.fromEntries(figureNames.map((name) => [name, valueOf(name)])) as Record<FigureName, Value>;
}

/** Milliseconds are whole numbers in the record; layout shifts have no unit. */
export function rounded(name: FigureName, value: number | null): number | null {
  return value !== null && name.endsWith('_ms') ? Math.round(value) : value;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
