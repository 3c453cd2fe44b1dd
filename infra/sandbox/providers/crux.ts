import { between, dayBefore, figuresOf, share } from './figures.ts';
import { googleError, invalidKey } from './google.ts';
import { json, parseJson, type StandIn, type StandInAnswer, type StandInRequest, type World } from './stand-in.ts';

const DAYS = 28;
const WEEK = 7;
/** Delay of the report in days. */
const DELAY = 2;
const DEFAULT_WEEKS = 25;
const MAX_WEEKS = 40;
const FORM_FACTORS = ['PHONE', 'DESKTOP', 'TABLET'];

/** 75th percentiles. Layout shifts are strings, as at Google's. */
interface Vitals {
  largest_contentful_paint: number;
  interaction_to_next_paint: number;
  cumulative_layout_shift: string;
}
type Metric = keyof Vitals;

/** By exact origin: scheme and `www.` make a difference. */
const known: Record<string, Vitals | null> = {
  'https://shop.example': {
    largest_contentful_paint: 2_140,
    interaction_to_next_paint: 236,
    cumulative_layout_shift: '0.06',
  },
  'https://blog.example': null,
  'http://broken.example': null,
};

const HISTOGRAM_EDGES: Record<Metric, (number | string)[]> = {
  largest_contentful_paint: [0, 2_500, 4_000],
  interaction_to_next_paint: [0, 200, 500],
  cumulative_layout_shift: ['0.00', '0.10', '0.25'],
};
const DENSITIES = [0.81, 0.13, 0.06];

interface Question {
  origin?: string;
  formFactor?: string;
  metrics?: Metric[];
  collectionPeriodCount?: number;
}

export const crux: StandIn = {
  id: 'crux',
  method: 'POST',
  path: /^\/v1\/records:queryRecord$/,
  answer: (request, world) =>
    answerQuestion(request, world, (question, vitals) => ({
      record: {
        key: { formFactor: question.formFactor, origin: question.origin },
        metrics: pickMetrics(question, (metric) => ({
          histogram: HISTOGRAM_EDGES[metric].map((start, index, edges) => ({
            start,
            ...(index + 1 < edges.length && { end: edges[index + 1] }),
            density: DENSITIES[index],
          })),
          percentiles: { p75: vitals[metric] },
        })),
        collectionPeriod: periodBefore(world.now, 0),
      },
    })),
};

export const cruxHistory: StandIn = {
  id: 'crux_history',
  method: 'POST',
  path: /^\/v1\/records:queryHistoryRecord$/,
  answer: (request, world) =>
    answerQuestion(request, world, (question, vitals) => {
      const count = Math.min(MAX_WEEKS, question.collectionPeriodCount ?? DEFAULT_WEEKS);
      const weeks = Array.from({ length: count }, (_, index) => count - 1 - index);
      return {
        record: {
          key: { formFactor: question.formFactor, origin: question.origin },
          metrics: pickMetrics(question, (metric) => ({
            histogramTimeseries: DENSITIES.map((density) => ({ densities: weeks.map(() => density) })),
            percentilesTimeseries: { p75s: weeks.map((week) => pastValue(vitals[metric], week)) },
          })),
          collectionPeriods: weeks.map((week) => periodBefore(world.now, week)),
        },
      };
    }),
};

function answerQuestion(
  { query, body }: StandInRequest,
  { keys }: World,
  answer: (question: Question, vitals: Vitals) => unknown,
): StandInAnswer {
  const key = query.get('key');
  if (!key) return googleError(403, 'PERMISSION_DENIED', 'Method does not allow unregistered callers.');
  if (key !== keys['google-api-key']) return invalidKey();
  const question = (parseJson(body) ?? {}) as Question;
  const isSound = !!question.origin && FORM_FACTORS.includes(question.formFactor ?? '');
  if (!isSound) return googleError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  const vitals = vitalsOf(question.origin!);
  return vitals ? json(answer(question, vitals)) : googleError(404, 'NOT_FOUND', 'chrome ux report data not found');
}

function vitalsOf(origin: string): Vitals | null {
  if (origin in known) return known[origin]!;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith('https:')) return null;
  return figuresOf({}, origin, () => ({
    largest_contentful_paint: between(1_100, 5_200, 'lcp', origin),
    interaction_to_next_paint: between(60, 620, 'inp', origin),
    cumulative_layout_shift: (share('cls', origin) * 0.4).toFixed(2),
  }));
}

function pickMetrics<Value>({ metrics }: Question, describe: (metric: Metric) => Value) {
  const asked = metrics ?? (Object.keys(HISTOGRAM_EDGES) as Metric[]);
  return Object.fromEntries(asked.map((metric) => [metric, describe(metric)]));
}

/** Some weeks had too few visitors: a missing value, in either of the two documented forms. */
function pastValue(value: number | string, week: number): number | string | null {
  if (week % 10 === 4) return null;
  if (week % 10 === 9) return 'NaN';
  return typeof value === 'string' ? value : value + 12 * week;
}

function periodBefore(now: number, weeks: number) {
  const last = DELAY + weeks * WEEK;
  return { firstDate: dateParts(dayBefore(now, last + DAYS - 1)), lastDate: dateParts(dayBefore(now, last)) };
}

function dateParts(written: string) {
  const [year, month, day] = written.split('-').map(Number);
  return { year, month, day };
}
