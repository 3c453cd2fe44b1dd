import { demoSites } from '../demo-sites.ts';
import { dayBefore, json, parseJson, readData, share, type FakeEndpoint, type FakeAnswer } from './fake.ts';

/** An error in the form that all of Google's services have. */
function googleError(code: number, status: string, message: string, details: unknown[] = []): FakeAnswer {
  return json({ error: { code, message, status, ...(details.length > 0 && { details }) } }, code);
}

function invalidKey(): FakeAnswer {
  const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' };
  return googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [reason]);
}

/** Parts of a Lighthouse result, by domain. */
const results =
  readData<Record<string, { lighthouseVersion: string; categories: object; audits: object }>>('pagespeed');

export const pagespeed: FakeEndpoint = {
  id: 'pagespeed',
  method: 'GET',
  path: /^\/pagespeedonline\/v5\/runPagespeed$/,
  answer({ query }, { keys, now }) {
    const key = query.get('key');
    if (!key)
      return googleError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', [{ metadata: { quota_limit_value: '0' } }]);
    if (key !== keys['google-api-key']) return invalidKey();
    const url = query.get('url') ?? '';
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      return googleError(400, 'INVALID_ARGUMENT', 'Invalid value for url.');
    }
    return json(testResult(url, query.getAll('category'), new Date(now).toISOString()));
  },
};

/** Without a category, only performance is tested. */
function testResult(url: string, requested: string[], fetchTime: string) {
  const { lighthouseVersion, categories, audits } =
    results[new URL(url).hostname.replace(/^www\./, '')] ?? results['faulty.example']!;
  const tested = requested.length > 0 ? requested.map((id) => id.toLowerCase()) : ['performance'];
  return {
    captchaResult: 'CAPTCHA_NOT_NEEDED',
    kind: 'pagespeedonline#result',
    id: url,
    analysisUTCTimestamp: fetchTime,
    loadingExperience: { initial_url: url },
    lighthouseResult: {
      requestedUrl: url,
      finalUrl: url,
      lighthouseVersion,
      fetchTime,
      runWarnings: [],
      categories: Object.fromEntries(Object.entries(categories).filter(([id]) => tested.includes(id))),
      audits,
    },
  };
}

const DAYS = 28;
const WEEK = 7;
/** Delay of the report in days. */
const DELAY = 2;
const DEFAULT_WEEKS = 25;
const MAX_WEEKS = 40;
const FORM_FACTORS = ['PHONE', 'DESKTOP', 'TABLET'];

/** A metric of the last 28 days: densities of three ranges, and the 75th percentile. Layout shifts are strings. */
interface Metric {
  histogram: { density: number }[];
  percentiles: { p75: number | string };
}
type Metrics = Record<string, Metric>;

/** By exact origin (scheme and `www.` make a difference), then by form factor. */
const origins = readData<Record<string, Record<string, Metrics>>>('crux');
const METRICS = Object.keys(origins['https://shop.example']!.PHONE!);

/** Shares of visits that are good and poor, by the 75th percentile as a share of the limit of a good one. */
const histogramOf = (starts: readonly [good: number, poor: number], p75: number) => {
  const [good, poor] = starts;
  // Of a good metric, at least three quarters of the visits are good.
  const goodShare = Math.min(0.96, Math.max(0.3, 0.75 + 0.25 * (1 - p75 / good)));
  const poorShare = Math.min(1 - goodShare, Math.max(0.02, 0.25 * (p75 / poor) ** 2));
  return [goodShare, 1 - goodShare - poorShare, poorShare].map((density) => ({ density: Number(density.toFixed(4)) }));
};

/** Metrics of the demo sites: the limits of good and poor, and the range of 75th percentiles. */
const DEMO_METRICS: Record<string, { limits: readonly [number, number]; least: number; most: number }> = {
  largest_contentful_paint: { limits: [2_500, 4_000], least: 1_300, most: 4_600 },
  interaction_to_next_paint: { limits: [200, 500], least: 70, most: 420 },
  cumulative_layout_shift: { limits: [0.1, 0.25], least: 0, most: 0.28 },
  first_contentful_paint: { limits: [1_800, 3_000], least: 900, most: 3_200 },
  experimental_time_to_first_byte: { limits: [800, 1_800], least: 250, most: 1_500 },
};
/** As a share of the values on phones. */
const DEMO_FORM_FACTORS: Record<string, number> = { PHONE: 1, DESKTOP: 0.6 };

/** Returns the field data of a demo site that has enough visitors; the values depend on its name only. */
function demoOrigin(origin: string): Record<string, Metrics> | undefined {
  const site = demoSites.find(({ host }) => origin === `https://${host}`);
  if (!site || site.rank[0] > MAX_DEMO_RANK) return undefined;
  const metricsOf = (factor: number) =>
    Object.fromEntries(
      METRICS.map((name) => {
        const { limits, least, most } = DEMO_METRICS[name]!;
        // Most sites are good: the values are nearer to the least.
        const value = (least + (most - least) * share(name, site.host) ** 1.6) * factor;
        const p75 = name === 'cumulative_layout_shift' ? value.toFixed(2) : Math.round(value);
        return [name, { histogram: histogramOf(limits, Number(p75)), percentiles: { p75 } }];
      }),
    );
  return Object.fromEntries(Object.entries(DEMO_FORM_FACTORS).map(([id, factor]) => [id, metricsOf(factor)]));
}

/** Chrome has no data of sites with few visitors. */
const MAX_DEMO_RANK = 1_000_000;

interface Question {
  origin?: string;
  formFactor?: string;
  metrics?: string[];
  collectionPeriodCount?: number;
}

export const crux: FakeEndpoint = {
  id: 'crux',
  method: 'POST',
  path: /^\/v1\/records:queryRecord$/,
  answer: answering((_question, metrics, now) => ({ metrics, collectionPeriod: periodBefore(now, 0) })),
};

export const cruxHistory: FakeEndpoint = {
  id: 'crux_history',
  method: 'POST',
  path: /^\/v1\/records:queryHistoryRecord$/,
  answer: answering((question, metrics, now) => {
    const count = Math.min(MAX_WEEKS, question.collectionPeriodCount ?? DEFAULT_WEEKS);
    const weeks = Array.from({ length: count }, (_, index) => count - 1 - index);
    const seriesOf = ({ histogram, percentiles }: Metric) => ({
      histogramTimeseries: histogram.map(({ density }) => ({ densities: weeks.map(() => density) })),
      percentilesTimeseries: { p75s: weeks.map((week) => pastValue(percentiles.p75, week)) },
    });
    return {
      metrics: Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, seriesOf(metric)])),
      collectionPeriods: weeks.map((week) => periodBefore(now, week)),
    };
  }),
};

/** @param recordOf makes the record from the metrics that are requested */
function answering(recordOf: (question: Question, metrics: Metrics, now: number) => object): FakeEndpoint['answer'] {
  return ({ query, body }, { keys, now }) => {
    const key = query.get('key');
    if (!key) return googleError(403, 'PERMISSION_DENIED', 'Method does not allow unregistered callers.');
    if (key !== keys['google-api-key']) return invalidKey();
    const question = (parseJson(body) ?? {}) as Question;
    const { origin, formFactor = '', metrics: names = METRICS } = question;
    const isSound = !!origin && FORM_FACTORS.includes(formFactor) && names.every((name) => METRICS.includes(name));
    if (!isSound) return googleError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
    const known = (origins[origin] ?? demoOrigin(origin))?.[formFactor];
    if (!known) return googleError(404, 'NOT_FOUND', 'chrome ux report data not found');
    const metrics = Object.fromEntries(names.map((name) => [name, known[name]!]));
    return json({ record: { key: { formFactor, origin }, ...recordOf(question, metrics, now) } });
  };
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
