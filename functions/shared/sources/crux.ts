import * as z from 'zod';
import type { FieldPerformance } from '../record/record.ts';
import { judgeGoogleKey } from '../providers/google-key.ts';
import { answerOf, isJson, orNull, readJson } from '../providers/read-response.ts';
import type { ProviderAddress, ProviderResponse } from '../providers/provider-client.ts';
import type { Source, SourceContext } from './source.ts';
import type { PastFigures, SourceAnswer } from '../record/source-answer.ts';

const address: ProviderAddress = { setting: 'CRUX_URL', baseUrl: 'https://chromeuxreport.googleapis.com' };
/** The free rate limit of a project: 150 requests a minute, both methods together. */
const INTERVAL_MS = 800;
const REQUEST_MS = 10_000;
/** As many as the API has. */
const WEEKS = 40;

/** Upper limits of `good` and of `needs_improvement` at the 75th percentile (https://web.dev/articles/vitals). */
const THRESHOLDS = {
  lcp_p75_ms: [2_500, 4_000],
  inp_p75_ms: [200, 500],
  cls_p75: [0.1, 0.25],
} as const;
type Vitals = Pick<FieldPerformance, keyof typeof THRESHOLDS>;
const ASSESSMENTS = ['good', 'needs_improvement', 'poor'] as const;

/** Layout shifts are strings; missing values are null or `"NaN"`. */
const figure = z
  .union([z.number(), z.string().min(1).transform(Number)])
  .pipe(z.number().nonnegative())
  .nullable()
  .catch(null);
const metric = z.object({ percentiles: z.object({ p75: figure }) }).transform(({ percentiles }) => percentiles.p75);
const day = z
  .object({ year: z.int(), month: z.int(), day: z.int() })
  .transform((date) => `${date.year}-${twoDigits(date.month)}-${twoDigits(date.day)}`);

const current = z.object({
  record: z.object({
    metrics: z.object({
      largest_contentful_paint: orNull(metric),
      interaction_to_next_paint: orNull(metric),
      cumulative_layout_shift: orNull(metric),
    }),
    collectionPeriod: z.object({ firstDate: day, lastDate: day }),
  }),
});
/** Figures and weeks belong together by their places. */
const history = z.object({
  record: z.object({
    metrics: z.object({
      largest_contentful_paint: z.object({ percentilesTimeseries: z.object({ p75s: z.array(figure) }) }),
    }),
    collectionPeriods: z.array(orNull(z.object({ lastDate: day }))),
  }),
});

/** What Chrome's users on phones experienced on the home page's origin in the last 28 days, and week by week. */
export const cruxSource: Source = {
  id: 'crux',
  fields: ['performance.field'],
  attribution: 'Chrome UX Report by Google, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
  isEvidence: true,
  address,
  keys: ['google-api-key'],
  maxAgeDays: 7,
  // It waits until the crawl knows the origin of the home page.
  inlineMs: 22_000,
  backgroundMs: 45_000,
  costUsd: 0,
  async ask(_domain, context) {
    const { origin } = new URL(await context.homeUrl);
    const [answer, past] = await Promise.all([
      answerOf(() => askCurrent(origin, context)),
      // The history is optional: where it fails, the current values are returned without it.
      askHistory(origin, context).catch(() => []),
    ]);
    return answer.status === 'ok' ? { ...answer, past } : answer;
  },
};

async function askCurrent(origin: string, context: SourceContext): Promise<SourceAnswer> {
  const response = await query('queryRecord', 'crux', context, {
    origin,
    metrics: ['largest_contentful_paint', 'interaction_to_next_paint', 'cumulative_layout_shift'],
  });
  const http_status = response.status;
  if (http_status === 404 && isJson(response)) {
    return { status: 'empty', http_status, sections: { 'performance.field': null } };
  }
  const { metrics, collectionPeriod } = readJson(response, current).record;
  const vitals = {
    lcp_p75_ms: rounded(metrics.largest_contentful_paint),
    inp_p75_ms: rounded(metrics.interaction_to_next_paint),
    cls_p75: metrics.cumulative_layout_shift,
  };
  const field: FieldPerformance = {
    form_factor: 'phone',
    period_start: collectionPeriod.firstDate,
    period_end: collectionPeriod.lastDate,
    ...vitals,
    fcp_p75_ms: null,
    ttfb_p75_ms: null,
    assessment: assess(vitals),
    desktop: null,
  };
  return { status: 'ok', http_status, sections: { 'performance.field': field } };
}

async function askHistory(origin: string, context: SourceContext): Promise<PastFigures[]> {
  const response = await query('queryHistoryRecord', 'crux history', context, {
    origin,
    metrics: ['largest_contentful_paint'],
    collectionPeriodCount: WEEKS,
  });
  const { metrics, collectionPeriods } = readJson(response, history).record;
  const { p75s } = metrics.largest_contentful_paint.percentilesTimeseries;
  return collectionPeriods.flatMap((week, index) => {
    const lcp = rounded(p75s[index] ?? null);
    return lcp === null || week === null ? [] : [{ date: week.lastDate, figures: { lcp_p75_ms: lcp } }];
  });
}

/** @throws {Refusal} where the key is not accepted */
async function query(
  method: 'queryRecord' | 'queryHistoryRecord',
  pace: string,
  { http, baseUrl, keys }: SourceContext,
  question: object,
): Promise<ProviderResponse> {
  const url = new URL(`/v1/records:${method}`, baseUrl(address));
  url.searchParams.set('key', keys['google-api-key'] ?? '');
  const response = await http.request(url.href, {
    pace: { key: pace, intervalMs: INTERVAL_MS },
    timeoutMs: REQUEST_MS,
    method: 'POST',
    json: { ...question, formFactor: 'PHONE' },
  });
  judgeGoogleKey(response);
  return response;
}

/** @returns the worst assessment of the known metrics */
function assess(vitals: Vitals): FieldPerformance['assessment'] {
  const names = Object.keys(THRESHOLDS) as (keyof Vitals)[];
  const grades = names.flatMap((name) => {
    const value = vitals[name];
    return value === null ? [] : [THRESHOLDS[name].filter((limit) => value > limit).length];
  });
  return grades.length === 0 ? null : ASSESSMENTS[Math.max(...grades)]!;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
