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
  first_contentful_paint: number;
  experimental_time_to_first_byte: number;
}
type Metric = keyof Vitals;
/** By form factor. */
type Origin = Partial<Record<string, Vitals>>;

/** By exact origin: scheme and `www.` make a difference. */
const known: Record<string, Origin | null> = {
  'https://shop.example': {
    PHONE: {
      largest_contentful_paint: 2_140,
      interaction_to_next_paint: 236,
      cumulative_layout_shift: '0.06',
      first_contentful_paint: 1_480,
      experimental_time_to_first_byte: 640,
    },
    DESKTOP: {
      largest_contentful_paint: 1_310,
      interaction_to_next_paint: 92,
      cumulative_layout_shift: '0.03',
      first_contentful_paint: 870,
      experimental_time_to_first_byte: 390,
    },
  },
  'https://blog.example': null,
  'http://broken.example': null,
};

const HISTOGRAM_EDGES: Record<Metric, (number | string)[]> = {
  largest_contentful_paint: [0, 2_500, 4_000],
  interaction_to_next_paint: [0, 200, 500],
  cumulative_layout_shift: ['0.00', '0.10', '0.25'],
  first_contentful_paint: [0, 1_800, 3_000],
  experimental_time_to_first_byte: [0, 800, 1_800],
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
  const { origin, formFactor = '', metrics = [] } = question;
  const isSound = !!origin && FORM_FACTORS.includes(formFactor) && metrics.every((name) => name in HISTOGRAM_EDGES);
  if (!isSound) return googleError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  const vitals = originOf(origin)?.[formFactor];
  return vitals ? json(answer(question, vitals)) : googleError(404, 'NOT_FOUND', 'chrome ux report data not found');
}

function originOf(origin: string): Origin | null {
  if (origin in known) return known[origin]!;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith('https:')) return null;
  return figuresOf({}, origin, () => ({ PHONE: vitalsOf(origin, 1), DESKTOP: vitalsOf(origin, 0.6) }));
}

/** @param part how the figures compare with those of phones */
function vitalsOf(origin: string, part: number): Vitals {
  const ms = (least: number, most: number, name: string) => Math.round(part * between(least, most, name, origin));
  return {
    largest_contentful_paint: ms(1_100, 5_200, 'lcp'),
    interaction_to_next_paint: ms(60, 620, 'inp'),
    cumulative_layout_shift: (part * share('cls', origin) * 0.4).toFixed(2),
    first_contentful_paint: ms(700, 3_400, 'fcp'),
    experimental_time_to_first_byte: ms(120, 1_900, 'ttfb'),
  };
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
