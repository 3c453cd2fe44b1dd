import * as z from 'zod';
import { refusalOf } from './providers/fetch-source.ts';
import { answerOf, isJson, judgeGoogleKey, orNull, readJson } from './providers/read-response.ts';
import type { PastValues, SourceAnswer } from '../record/source-answer.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import type { Source, SourceContext } from './source.ts';
import type { FieldPerformance } from '../record/record.ts';
import type { ProviderAddress, ProviderResponse } from './providers/provider-client.ts';

const address: ProviderAddress = { setting: 'CRUX_URL', baseUrl: 'https://chromeuxreport.googleapis.com' };

/** The provider's names of the metrics by their names in the record. */
const METRICS = {
  lcp_p75_ms: 'largest_contentful_paint',
  inp_p75_ms: 'interaction_to_next_paint',
  cls_p75: 'cumulative_layout_shift',
  fcp_p75_ms: 'first_contentful_paint',
  ttfb_p75_ms: 'experimental_time_to_first_byte',
} as const;

type MetricName = keyof typeof METRICS;
/** Metrics of one kind of device; `null`: not known. */
type Metrics = Pick<FieldPerformance, MetricName>;

const metricNames = Object.keys(METRICS) as MetricName[];
/** Names of the metrics in a request. */
const requestedMetrics = Object.values(METRICS);

/** Field data of the home page's origin: the last 28 days for phones and desktops, and weekly values for phones. */
export const cruxSource: Source = {
  id: 'crux',
  fields: ['performance.field'],
  attribution: 'Chrome UX Report by Google, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
  isEvidence: true,
  address,
  keys: ['google-api-key'],
  maxAgeDays: 7,
  // It waits until the source site has found the origin of the home page.
  inlineMs: 22_000,
  backgroundMs: 45_000,
  costUsd: 0,
  async fetch(_domain, context) {
    const { origin } = new URL(await context.homeUrl);
    const [phones, desktop, weeks] = await Promise.allSettled([
      fetchLastDays({ origin, formFactor: 'PHONE' }, context),
      fetchLastDays({ origin, formFactor: 'DESKTOP' }, context),
      fetchPastWeeks({ origin, formFactor: 'PHONE' }, context),
    ]);
    if (phones.status === 'rejected') return failureOf(phones);
    const answer =
      desktop.status === 'rejected'
        ? await answerWithoutDesktop(phones.value, desktop)
        : answerOfBoth(phones.value, desktop.value);
    // The history is optional: if its request fails, the current values are returned without it.
    const past = weeks.status === 'fulfilled' ? weeks.value : [];
    return answer.sections?.['performance.field'] ? { ...answer, past } : answer;
  },
};

function answerOfBoth(phones: LastDays | null, desktop: LastDays | null): SourceAnswer {
  if (phones && desktop && phones.period_end !== desktop.period_end) {
    return { ...answerOfPhones(phones), http_status: 200, error: OTHER_DAYS };
  }
  const field = phones ? fieldOf(phones, desktop) : desktop && fieldOf(phones, desktop);
  const [status, http_status] = field ? (['ok', 200] as const) : (['empty', 404] as const);
  return { status, http_status, sections: { 'performance.field': field } };
}

/** The values are updated daily, which can happen between two requests. */
const OTHER_DAYS = {
  code: 'other_days',
  message: 'The values for desktop computers and phones are from different days',
  retryable: true,
};

/** Returns the answer when the request for desktops has failed. Without values for phones, that failure is the answer. */
async function answerWithoutDesktop(phones: LastDays | null, failed: PromiseRejectedResult): Promise<SourceAnswer> {
  if (!phones) return failureOf(failed);
  const { reason } = failed as { reason: unknown };
  // A request that has to wait for its slot does not delay the values for phones.
  const failure = reason instanceof ProviderUnavailable ? refusalOf(reason.code) : await failureOf(failed);
  return { ...failure, ...answerOfPhones(phones) };
}

/** Returns a partial answer. The previous values for desktops are not kept, since they are from other days. */
function answerOfPhones(phones: LastDays) {
  return { status: 'partial' as const, sections: { 'performance.field': fieldOf(phones, null) } };
}

/**
 * @returns the answer for a failed request
 * @throws {ProviderUnavailable} and unexpected errors
 */
function failureOf({ reason }: PromiseRejectedResult): Promise<SourceAnswer> {
  return answerOf(() => {
    throw reason;
  });
}

const UNKNOWN: Metrics = mapMetrics(() => null);

/**
 * Returns the section of the record. At least one kind of device is known; without phones, their values are null.
 *
 * @param desktop values from the same days
 */
function fieldOf(...[phones, desktop]: [LastDays, LastDays | null] | [LastDays | null, LastDays]): FieldPerformance {
  const { period_start, period_end } = (phones ?? desktop)!;
  return {
    form_factor: 'phone',
    period_start,
    period_end,
    ...assessed(phones?.metrics ?? UNKNOWN),
    desktop: desktop && assessed(desktop.metrics),
  };
}

function assessed(metrics: Metrics) {
  return { ...metrics, assessment: assess(metrics) };
}

/** Upper limits of `good` and of `needs_improvement` at the 75th percentile (https://web.dev/articles/vitals). */
const THRESHOLDS = {
  lcp_p75_ms: [2_500, 4_000],
  inp_p75_ms: [200, 500],
  cls_p75: [0.1, 0.25],
} as const;
const ASSESSMENTS = ['good', 'needs_improvement', 'poor'] as const;

/** @returns the worst assessment of the known Core Web Vitals; `null` if none is known */
function assess(metrics: Pick<Metrics, keyof typeof THRESHOLDS>): FieldPerformance['assessment'] {
  const names = Object.keys(THRESHOLDS) as (keyof typeof THRESHOLDS)[];
  const grades = names.flatMap((name) => {
    const value = metrics[name];
    return value === null ? [] : [THRESHOLDS[name].filter((limit) => value > limit).length];
  });
  return grades.length === 0 ? null : ASSESSMENTS[Math.max(...grades)]!;
}

/** A 75th percentile. Layout shifts are strings; missing values are null or `"NaN"`. */
const percentile = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().nonnegative())
  .nullable()
  .catch(null);

/** @returns `YYYY-MM-DD` */
const day = z
  .object({ year: z.int(), month: z.int(), day: z.int() })
  .transform((date) => `${date.year}-${twoDigits(date.month)}-${twoDigits(date.day)}`)
  .pipe(z.iso.date());

/** Metrics of one kind of device in the last 28 days. */
interface LastDays {
  /** `YYYY-MM-DD` */
  period_start: string;
  /** `YYYY-MM-DD` */
  period_end: string;
  metrics: Metrics;
}

const daysSchema = z.object({
  record: z.object({
    metrics: byMetric(z.object({ percentiles: z.object({ p75: percentile }) })),
    collectionPeriod: z.object({ firstDate: day, lastDate: day }),
  }),
});

/**
 * @returns `null` if the origin has too few visitors with such devices
 * @throws {Refusal}
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
async function fetchLastDays(query: CruxQuery, context: SourceContext): Promise<LastDays | null> {
  const response = await requestCrux('queryRecord', query, context);
  if (response.status === 404 && isJson(response)) return null;
  const { metrics, collectionPeriod } = readJson(response, daysSchema).record;
  return {
    period_start: collectionPeriod.firstDate,
    period_end: collectionPeriod.lastDate,
    metrics: mapMetrics((name) => rounded(name, metrics[name]?.percentiles.p75 ?? null)),
  };
}

/** The maximum of the API. */
const WEEKS = 40;

const weeksSchema = z.object({
  record: z.object({
    metrics: byMetric(z.object({ percentilesTimeseries: z.object({ p75s: z.array(percentile) }) })),
    collectionPeriods: z.array(orNull(z.object({ lastDate: day }))),
  }),
});

/**
 * Returns the values of the last weeks, each dated with the last of its 28 days. Unknown values are omitted.
 *
 * @throws {Refusal}
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
async function fetchPastWeeks(query: CruxQuery, context: SourceContext): Promise<PastValues[]> {
  const request = { ...query, collectionPeriodCount: WEEKS };
  const { metrics, collectionPeriods } = readJson(
    await requestCrux('queryHistoryRecord', request, context),
    weeksSchema,
  ).record;
  // Values and weeks correspond by their index, so a list of another length cannot be assigned to weeks.
  const series = metricNames.flatMap((name) => {
    const p75s = metrics[name]?.percentilesTimeseries.p75s;
    return p75s?.length === collectionPeriods.length ? [{ name, p75s }] : [];
  });
  return collectionPeriods.flatMap((week, index) => {
    const values = series.flatMap(({ name, p75s }) => {
      const value = rounded(name, p75s[index] ?? null);
      return value === null ? [] : [[name, value] as const];
    });
    return week && values.length > 0 ? [{ date: week.lastDate, values: Object.fromEntries(values) }] : [];
  });
}

/**
 * A project may send 150 free requests per minute, over both methods and all kinds of devices. Each of the three requests
 * for a site has a third of them, so that none waits for another.
 */
const INTERVAL_MS = 1_200;
const REQUEST_MS = 10_000;

interface CruxQuery {
  /** Exact: scheme, `www.` and port make a difference. */
  origin: string;
  formFactor: 'PHONE' | 'DESKTOP';
  /** Number of weeks, for the history. */
  collectionPeriodCount?: number;
}

/**
 * Requests all metrics of the record.
 *
 * @throws {Refusal} if the key is not accepted
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
async function requestCrux(
  method: 'queryRecord' | 'queryHistoryRecord',
  query: CruxQuery,
  { http, baseUrl, keys }: SourceContext,
): Promise<ProviderResponse> {
  const url = new URL(`/v1/records:${method}`, baseUrl(address));
  url.searchParams.set('key', keys['google-api-key'] ?? '');
  const response = await http.request(url.href, {
    rateLimit: { key: rateLimitOf(method, query), intervalMs: INTERVAL_MS },
    timeoutMs: REQUEST_MS,
    method: 'POST',
    json: { ...query, metrics: requestedMetrics },
  });
  judgeGoogleKey(response);
  return response;
}

function rateLimitOf(method: string, { formFactor }: CruxQuery): string {
  if (method === 'queryHistoryRecord') return 'crux history';
  return formFactor === 'PHONE' ? 'crux' : 'crux desktop';
}

/** Schema of `metrics` of a response, by name in the record. Missing and malformed metrics are null. */
function byMetric<Schema extends z.ZodType>(metric: Schema) {
  const schema = orNull(metric);
  return z
    .record(z.string(), z.unknown())
    .transform((metrics) => mapMetrics((name) => schema.parse(metrics[METRICS[name]])));
}

function mapMetrics<Value>(valueOf: (name: MetricName) => Value): Record<MetricName, Value> {
  return Object.fromEntries(metricNames.map((name) => [name, valueOf(name)])) as Record<MetricName, Value>;
}

/** Rounds milliseconds, which are integers in the record; layout shifts have no unit. */
function rounded(name: MetricName, value: number | null): number | null {
  return value !== null && name.endsWith('_ms') ? Math.round(value) : value;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
