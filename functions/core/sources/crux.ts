import * as z from 'zod';
import { refusalOf } from './providers/ask-source.ts';
import { answerOf, isJson, judgeGoogleKey, orNull, readJson } from './providers/read-response.ts';
import type { PastValues, SourceAnswer } from '../record/source-answer.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import type { Source, SourceContext } from './source.ts';
import type { FieldPerformance } from '../record/record.ts';
import type { ProviderAddress, ProviderResponse } from './providers/provider-client.ts';

const address: ProviderAddress = { setting: 'CRUX_URL', baseUrl: 'https://chromeuxreport.googleapis.com' };

/** The provider's names of the metrics, by the values that are read from them. */
const METRICS = {
  lcp_p75_ms: 'largest_contentful_paint',
  inp_p75_ms: 'interaction_to_next_paint',
  cls_p75: 'cumulative_layout_shift',
  fcp_p75_ms: 'first_contentful_paint',
  ttfb_p75_ms: 'experimental_time_to_first_byte',
} as const;

type FigureName = keyof typeof METRICS;
/** Values of one kind of device; `null`: not known. */
type Figures = Pick<FieldPerformance, FigureName>;

const figureNames = Object.keys(METRICS) as FigureName[];
/** As they are asked for. */
const metricNames = Object.values(METRICS);

/** What Chrome's users experienced on the home page's origin in the last 28 days, and those with phones week by week. */
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
    const [phones, desktop, weeks] = await Promise.allSettled([
      askLastDays({ origin, formFactor: 'PHONE' }, context),
      askLastDays({ origin, formFactor: 'DESKTOP' }, context),
      askPastWeeks({ origin, formFactor: 'PHONE' }, context),
    ]);
    if (phones.status === 'rejected') return failureOf(phones);
    const answer =
      desktop.status === 'rejected'
        ? await answerWithoutDesktop(phones.value, desktop)
        : answerOfBoth(phones.value, desktop.value);
    // The history is optional: where it fails, the current values are returned without it.
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

/** The values are renewed each day, perhaps between two requests. */
const OTHER_DAYS = {
  code: 'other_days',
  message: 'The figures of desktop computers are of other days than those of phones',
  retryable: true,
};

/** Where nothing is known of phones, the failure hides whether anything is known at all. */
async function answerWithoutDesktop(phones: LastDays | null, failed: PromiseRejectedResult): Promise<SourceAnswer> {
  if (!phones) return failureOf(failed);
  const { reason } = failed as { reason: unknown };
  // A question that has to wait for its slot does not delay what phones have told.
  const failure = reason instanceof ProviderUnavailable ? refusalOf(reason.code) : await failureOf(failed);
  return { ...failure, ...answerOfPhones(phones) };
}

/** Desktop computers are not known rather than as they were told of before, since that was of other days. */
function answerOfPhones(phones: LastDays) {
  return { status: 'partial' as const, sections: { 'performance.field': fieldOf(phones, null) } };
}

/**
 * @returns the answer of a question that has failed
 * @throws {ProviderUnavailable} and what is unexpected
 */
function failureOf({ reason }: PromiseRejectedResult): Promise<SourceAnswer> {
  return answerOf(() => {
    throw reason;
  });
}

const UNKNOWN: Figures = mapFigures(() => null);

/**
 * The section of the record. One of both kinds of devices is known; where it is not phones, their values are null.
 *
 * @param desktop of the same days
 */
function fieldOf(...[phones, desktop]: [LastDays, LastDays | null] | [LastDays | null, LastDays]): FieldPerformance {
  const { period_start, period_end } = (phones ?? desktop)!;
  return {
    form_factor: 'phone',
    period_start,
    period_end,
    ...assessed(phones?.figures ?? UNKNOWN),
    desktop: desktop && assessed(desktop.figures),
  };
}

function assessed(figures: Figures) {
  return { ...figures, assessment: assess(figures) };
}

/** Upper limits of `good` and of `needs_improvement` at the 75th percentile (https://web.dev/articles/vitals). */
const THRESHOLDS = {
  lcp_p75_ms: [2_500, 4_000],
  inp_p75_ms: [200, 500],
  cls_p75: [0.1, 0.25],
} as const;
const ASSESSMENTS = ['good', 'needs_improvement', 'poor'] as const;

/** @returns the worst assessment of the Core Web Vitals that are known; `null` where none is */
function assess(figures: Pick<Figures, keyof typeof THRESHOLDS>): FieldPerformance['assessment'] {
  const names = Object.keys(THRESHOLDS) as (keyof typeof THRESHOLDS)[];
  const grades = names.flatMap((name) => {
    const value = figures[name];
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

/** What one kind of device measured in the last 28 days. */
interface LastDays {
  /** `YYYY-MM-DD` */
  period_start: string;
  /** `YYYY-MM-DD` */
  period_end: string;
  figures: Figures;
}

const daysSchema = z.object({
  record: z.object({
    metrics: byFigure(z.object({ percentiles: z.object({ p75: percentile }) })),
    collectionPeriod: z.object({ firstDate: day, lastDate: day }),
  }),
});

/**
 * @returns `null` where the origin has too few visitors with such devices
 * @throws {Refusal}
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
async function askLastDays(question: Question, context: SourceContext): Promise<LastDays | null> {
  const response = await askCrux('queryRecord', question, context);
  if (response.status === 404 && isJson(response)) return null;
  const { metrics, collectionPeriod } = readJson(response, daysSchema).record;
  return {
    period_start: collectionPeriod.firstDate,
    period_end: collectionPeriod.lastDate,
    figures: mapFigures((name) => rounded(name, metrics[name]?.percentiles.p75 ?? null)),
  };
}

/** As many as the API has. */
const WEEKS = 40;

const weeksSchema = z.object({
  record: z.object({
    metrics: byFigure(z.object({ percentilesTimeseries: z.object({ p75s: z.array(percentile) }) })),
    collectionPeriods: z.array(orNull(z.object({ lastDate: day }))),
  }),
});

/**
 * The values of the last weeks, each under the last of the 28 days that it is of. Those that are not known are left out.
 *
 * @throws {Refusal}
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
async function askPastWeeks(question: Question, context: SourceContext): Promise<PastValues[]> {
  const asked = { ...question, collectionPeriodCount: WEEKS };
  const { metrics, collectionPeriods } = readJson(
    await askCrux('queryHistoryRecord', asked, context),
    weeksSchema,
  ).record;
  // Values and weeks belong together by their places: of a list of another length, nobody knows which weeks it is of.
  const series = figureNames.flatMap((name) => {
    const p75s = metrics[name]?.percentilesTimeseries.p75s;
    return p75s?.length === collectionPeriods.length ? [{ name, p75s }] : [];
  });
  return collectionPeriods.flatMap((week, index) => {
    const figures = series.flatMap(({ name, p75s }) => {
      const value = rounded(name, p75s[index] ?? null);
      return value === null ? [] : [[name, value] as const];
    });
    return week && figures.length > 0 ? [{ date: week.lastDate, values: Object.fromEntries(figures) }] : [];
  });
}

/**
 * A project may send 150 requests a minute for free, over both methods and all kinds of devices. Each of the three
 * questions about a site has a third of them: none of them waits for another.
 */
const INTERVAL_MS = 1_200;
const REQUEST_MS = 10_000;

interface Question {
  /** Exact: scheme, `www.` and port make a difference. */
  origin: string;
  formFactor: 'PHONE' | 'DESKTOP';
  /** Of the history: how many weeks. */
  collectionPeriodCount?: number;
}

/**
 * Asks for all metrics that the record has.
 *
 * @throws {Refusal} where the key is not accepted
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
async function askCrux(
  method: 'queryRecord' | 'queryHistoryRecord',
  question: Question,
  { http, baseUrl, keys }: SourceContext,
): Promise<ProviderResponse> {
  const url = new URL(`/v1/records:${method}`, baseUrl(address));
  url.searchParams.set('key', keys['google-api-key'] ?? '');
  const response = await http.request(url.href, {
    pace: { key: paceOf(method, question), intervalMs: INTERVAL_MS },
    timeoutMs: REQUEST_MS,
    method: 'POST',
    json: { ...question, metrics: metricNames },
  });
  judgeGoogleKey(response);
  return response;
}

function paceOf(method: string, { formFactor }: Question): string {
  if (method === 'queryHistoryRecord') return 'crux history';
  return formFactor === 'PHONE' ? 'crux' : 'crux desktop';
}

/** `metrics` of a response, by value. What is missing or not as documented is null: it says nothing of the others. */
function byFigure<Schema extends z.ZodType>(metric: Schema) {
  const schema = orNull(metric);
  return z
    .record(z.string(), z.unknown())
    .transform((metrics) => mapFigures((name) => schema.parse(metrics[METRICS[name]])));
}

function mapFigures<Value>(valueOf: (name: FigureName) => Value): Record<FigureName, Value> {
  return Object.fromEntries(figureNames.map((name) => [name, valueOf(name)])) as Record<FigureName, Value>;
}

/** Milliseconds are whole numbers in the record; layout shifts have no unit. */
function rounded(name: FigureName, value: number | null): number | null {
  return value !== null && name.endsWith('_ms') ? Math.round(value) : value;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
