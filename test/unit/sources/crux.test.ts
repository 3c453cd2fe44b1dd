import { describe, expect, test } from '@jest/globals';
import { NetworkFailure } from '../../../functions/shared/network/failures.ts';
import { cruxSource } from '../../../functions/shared/sources/crux/crux.ts';
import {
  createProviderClient,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '../../../functions/shared/providers/provider-client.ts';
import { ProviderUnavailable } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { AGENT } from '../network/local-servers.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(cruxSource);
const { ask } = played;

const PERIOD = {
  firstDate: { year: 2026, month: 9, day: 3 },
  lastDate: { year: 2026, month: 9, day: 30 },
};

interface Percentiles {
  lcp?: unknown;
  inp?: unknown;
  cls?: unknown;
  fcp?: unknown;
  ttfb?: unknown;
}

/** A record with these percentiles; what is undefined is left out. */
function recordOf(p75: Percentiles, collectionPeriod: object = PERIOD) {
  const metric = (value: unknown) => (value === undefined ? undefined : { percentiles: { p75: value } });
  const metrics = {
    largest_contentful_paint: metric(p75.lcp),
    interaction_to_next_paint: metric(p75.inp),
    cumulative_layout_shift: metric(p75.cls),
    first_contentful_paint: metric(p75.fcp),
    experimental_time_to_first_byte: metric(p75.ttfb),
  };
  return { record: { metrics, collectionPeriod } };
}

/** Answers so for both kinds of devices. */
function answerWith(p75: Percentiles) {
  played.fault('crux', faults.json(recordOf(p75)));
}

const plain = createProviderClient(AGENT);
const formFactorOf = ({ json }: Pick<ProviderRequest, 'json'>) => (json as { formFactor: string }).formFactor;
const NOTHING = { error: { code: 404, message: 'chrome ux report data not found', status: 'NOT_FOUND' } };

/** A client for which the questions for the last 28 days of one kind of device are answered by the test. */
function answering(formFactor: 'PHONE' | 'DESKTOP', answer: () => Promise<ProviderResponse>): ProviderClient {
  return {
    request: (url, options) =>
      url.includes('queryRecord') && formFactorOf(options) === formFactor ? answer() : plain.request(url, options),
  };
}

const respond =
  (status: number, body: unknown): (() => Promise<ProviderResponse>) =>
  () =>
    Promise.resolve({
      url: '',
      status,
      headers: {},
      contentType: 'application/json',
      body: Buffer.from(JSON.stringify(body)),
    });

const DESKTOP = {
  lcp_p75_ms: 1310,
  inp_p75_ms: 92,
  cls_p75: 0.03,
  fcp_p75_ms: 870,
  ttfb_p75_ms: 390,
  assessment: 'good',
};
const PHONES = {
  form_factor: 'phone',
  period_start: '2026-10-23',
  period_end: '2026-11-19',
  lcp_p75_ms: 2140,
  inp_p75_ms: 236,
  cls_p75: 0.06,
  fcp_p75_ms: 1480,
  ttfb_p75_ms: 640,
  assessment: 'needs_improvement',
};

async function fieldOf(domain = 'shop.example') {
  return (await ask(domain)).sections!['performance.field']!;
}

describe('the crux source', () => {
  test('gives the 75th percentiles of phones and of desktop computers, layout shifts from a string (CLS)', async () => {
    const { status, http_status, sections } = await ask('shop.example');
    expect({ status, http_status }).toEqual({ status: 'ok', http_status: 200 });
    expect(sections!['performance.field']).toEqual({ ...PHONES, desktop: DESKTOP });
  });

  test("asks three times about the home page's origin after redirects (origin is exact), each time for all metrics", async () => {
    await ask('shop.example', { homeUrl: Promise.resolve('https://www.shop.example/welcome?x=1') });
    const question = (formFactor: string) => ({
      origin: 'https://www.shop.example',
      formFactor,
      metrics: [
        'largest_contentful_paint',
        'interaction_to_next_paint',
        'cumulative_layout_shift',
        'first_contentful_paint',
        'experimental_time_to_first_byte',
      ],
    });
    const bodiesOf = (id: string) => played.asked(id).map(({ body }) => JSON.parse(body) as { formFactor: string });
    const current = bodiesOf('crux').toSorted((one, other) => (one.formFactor < other.formFactor ? 1 : -1));
    expect(current).toEqual([question('PHONE'), question('DESKTOP')]);
    expect(bodiesOf('crux_history')).toEqual([{ ...question('PHONE'), collectionPeriodCount: 40 }]);
  });

  test('sends at most 150 requests a minute, over both methods and all kinds of devices', async () => {
    const paces = new Map<string, number>();
    const http: ProviderClient = {
      request: (url, options) => {
        paces.set(options.pace.key, 60_000 / options.pace.intervalMs);
        return plain.request(url, options);
      },
    };
    await ask('shop.example', { http });
    expect([...paces.values()].reduce((sum, perMinute) => sum + perMinute)).toBeLessThanOrEqual(150);
  });

  test('is empty where there is no data (404 NOT_FOUND)', async () => {
    const homeUrl = Promise.resolve('https://blog.example/zh/');
    expect(await ask('blog.example', { homeUrl })).toEqual({
      status: 'empty',
      http_status: 404,
      sections: { 'performance.field': null },
    });
  });

  test('does not take a page that is not there for an origin without data', async () => {
    played.fault('crux', faults.page(404, 'Error 404 (Not Found)!!1'));
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'refused' } });
  });

  test.each([
    ['good', { lcp: 2500, inp: 200, cls: '0.10' }],
    ['needs_improvement', { lcp: 2501, inp: 200, cls: '0.10' }],
    ['needs_improvement', { lcp: 2500, inp: 500, cls: '0.25' }],
    ['poor', { lcp: 4001, inp: 100, cls: '0.01' }],
    ['poor', { lcp: 1000, inp: 501, cls: '0.11' }],
    ['poor', { lcp: 1000, inp: 100, cls: '0.26' }],
    ['good', { lcp: 1000, cls: '0.01' }],
    ['poor', { cls: '0.30' }],
  ])('assesses as %s by the worst that is known: %j (thresholds)', async (assessment, p75) => {
    answerWith(p75);
    expect(await fieldOf()).toMatchObject({ assessment });
  });

  test('does not know what is missing, null or "NaN" (gaps)', async () => {
    answerWith({ lcp: 'NaN', inp: null, fcp: ' ', ttfb: {} });
    const unknown = {
      lcp_p75_ms: null,
      inp_p75_ms: null,
      cls_p75: null,
      fcp_p75_ms: null,
      ttfb_p75_ms: null,
      assessment: null,
    };
    expect(await fieldOf()).toEqual({
      form_factor: 'phone',
      period_start: '2026-09-03',
      period_end: '2026-09-30',
      ...unknown,
      desktop: unknown,
    });
  });

  test('rounds milliseconds to whole ones, and layout shifts not at all', async () => {
    answerWith({ lcp: 1450.5, inp: 62.4, cls: '0.015', fcp: 1000.6, ttfb: '399.5' });
    expect(await fieldOf()).toMatchObject({
      lcp_p75_ms: 1451,
      inp_p75_ms: 62,
      cls_p75: 0.015,
      fcp_p75_ms: 1001,
      ttfb_p75_ms: 400,
    });
  });

  test.each(['fcp', 'ttfb'])('does not assess by %s, which is no Core Web Vital', async (name) => {
    answerWith({ lcp: 1000, [name]: 60_000 });
    expect(await fieldOf()).toMatchObject({ assessment: 'good' });
  });

  test('takes a period that is no calendar day for another form', async () => {
    const period = { ...PERIOD, lastDate: { year: 2026, month: 13, day: 1 } };
    played.fault('crux', faults.json(recordOf({ lcp: 1000 }, period)));
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'unreadable' } });
  });

  test('gives all figures of the weeks before, without the gaps (null or "NaN")', async () => {
    const { past } = await ask('shop.example');
    // Of its 40 weeks, the stand-in leaves out two in ten.
    expect(past).toHaveLength(32);
    const { lcp_p75_ms, inp_p75_ms, cls_p75, fcp_p75_ms, ttfb_p75_ms } = PHONES;
    const figures = { lcp_p75_ms, inp_p75_ms, cls_p75, fcp_p75_ms, ttfb_p75_ms };
    expect(past!.at(-1)).toEqual({ date: '2026-11-19', figures });
    for (const week of past!) expect(Object.keys(week.figures).sort()).toEqual(Object.keys(figures).sort());
    expect(past!.map(({ date }) => date)).not.toContain('2026-10-22');
  });

  describe('of the weeks before', () => {
    const week = (day: number) => ({
      firstDate: { year: 2026, month: 9, day },
      lastDate: { year: 2026, month: 10, day },
    });
    const series = (p75s: unknown) => ({ percentilesTimeseries: { p75s } });
    async function pastOf(metrics: object, collectionPeriods: object[]) {
      played.fault('crux_history', faults.json({ record: { metrics, collectionPeriods } }));
      return (await ask('shop.example')).past;
    }

    test('gives the others where one is odd, each with its own figures', async () => {
      const metrics = {
        largest_contentful_paint: series([1_700, 1_800, 'slow', 1_900.4]),
        cumulative_layout_shift: series(['0.10', '0.11', null, 'NaN']),
      };
      const weeks = [week(1), { lastDate: 'unknown' }, week(15), { lastDate: week(22).lastDate }];
      expect(await pastOf(metrics, weeks)).toEqual([
        { date: '2026-10-01', figures: { lcp_p75_ms: 1_700, cls_p75: 0.1 } },
        { date: '2026-10-22', figures: { lcp_p75_ms: 1_900 } },
      ]);
    });

    test('gives those of which only some metrics are known, by what is known', async () => {
      const metrics = {
        largest_contentful_paint: series(['NaN', null, 1_800]),
        interaction_to_next_paint: series([null, 120.5, 130]),
        first_contentful_paint: series('none'),
      };
      expect(await pastOf(metrics, [week(1), week(8), week(15)])).toEqual([
        { date: '2026-10-08', figures: { inp_p75_ms: 121 } },
        { date: '2026-10-15', figures: { lcp_p75_ms: 1_800, inp_p75_ms: 130 } },
      ]);
    });

    test('leaves out a metric with fewer or more values than weeks: nobody knows which weeks they are of', async () => {
      const metrics = {
        largest_contentful_paint: series([1_700]),
        interaction_to_next_paint: series([100, 110, 120]),
        experimental_time_to_first_byte: series([600, 610]),
      };
      expect(await pastOf(metrics, [week(1), week(8)])).toEqual([
        { date: '2026-10-01', figures: { ttfb_p75_ms: 600 } },
        { date: '2026-10-08', figures: { ttfb_p75_ms: 610 } },
      ]);
    });

    test('leaves out a day that is not in the calendar', async () => {
      const weeks = [{ lastDate: { year: 2026, month: 2, day: 30 } }, week(8)];
      const past = await pastOf({ largest_contentful_paint: series([1, 2]) }, weeks);
      expect(past).toEqual([{ date: '2026-10-08', figures: { lcp_p75_ms: 2 } }]);
    });

    test('reads as many as there are, with the densities beside them', async () => {
      const count = 25;
      const lcp = {
        histogramTimeseries: [0.8, 0.15, 0.05].map((density) => ({
          start: 0,
          densities: Array.from({ length: count }, () => density),
        })),
        ...series(Array.from({ length: count }, (_, index) => 1_600 + 10 * index)),
      };
      const dateOf = (at: number) => {
        const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-').map(Number);
        return { year, month, day };
      };
      const WEEK_MS = 7 * 86_400_000;
      const weeks = Array.from({ length: count }, (_, index) => {
        const end = Date.parse('2026-11-14') - (count - 1 - index) * WEEK_MS;
        return { firstDate: dateOf(end - 27 * 86_400_000), lastDate: dateOf(end) };
      });
      const past = await pastOf({ largest_contentful_paint: lcp }, weeks);
      expect(past).toHaveLength(count);
      expect([past![0], past!.at(-1)]).toEqual([
        { date: '2026-05-30', figures: { lcp_p75_ms: 1_600 } },
        { date: '2026-11-14', figures: { lcp_p75_ms: 1_840 } },
      ]);
    });
  });

  test('is as good without the weeks before', async () => {
    for (const fault of [faults.unavailable(), faults.truncated(), faults.json({}), faults.reset()]) {
      played.fault('crux_history', fault);
      expect(await ask('shop.example')).toMatchObject({ status: 'ok', past: [] });
    }
    const http: ProviderClient = {
      request: (url, options) =>
        url.includes('History') ? Promise.reject(new ProviderUnavailable('busy', 1)) : plain.request(url, options),
    };
    expect(await ask('shop.example', { http })).toMatchObject({ status: 'ok', past: [] });
  });

  test.each([
    ['another key', { 'google-api-key': 'wrong-key' }, 400],
    ['no key', { 'google-api-key': '' }, 403],
  ])('tells that Google does not accept %s (PERMISSION_DENIED)', async (_name, keys, http_status) => {
    const answer = await ask('shop.example', { keys });
    expect(answer).toMatchObject({ status: 'error', http_status, error: { code: 'bad_key', retryable: false } });
    expect(JSON.stringify(answer)).not.toContain('wrong-key');
  });

  test('tells of a spent quota (RESOURCE_EXHAUSTED)', async () => {
    const error = { code: 429, message: `Quota for ${played.keys['google-api-key']}`, status: 'RESOURCE_EXHAUSTED' };
    played.fault('crux', faults.json({ error }, 429));
    const answer = await ask('shop.example');
    expect(answer).toMatchObject({ status: 'rate_limited', error: { retryable: true } });
    expect(JSON.stringify(answer)).not.toContain(played.keys['google-api-key']);
  });
});

describe('the crux source, of desktop computers,', () => {
  test('knows nothing where there are too few of them (404)', async () => {
    const { status, sections, past } = await ask('shop.example', { http: answering('DESKTOP', respond(404, NOTHING)) });
    expect(status).toBe('ok');
    expect(sections!['performance.field']).toEqual({ ...PHONES, desktop: null });
    expect(past).toHaveLength(32);
  });

  test('gives the figures where there are too few phones, of which none is known', async () => {
    const answer = await ask('shop.example', { http: answering('PHONE', respond(404, NOTHING)) });
    expect(answer).toMatchObject({ status: 'ok', http_status: 200 });
    expect(answer.sections!['performance.field']).toEqual({
      ...PHONES,
      lcp_p75_ms: null,
      inp_p75_ms: null,
      cls_p75: null,
      fcp_p75_ms: null,
      ttfb_p75_ms: null,
      assessment: null,
      desktop: DESKTOP,
    });
  });

  const failures: [string, () => Promise<ProviderResponse>, object][] = [
    ['wants fewer requests', respond(429, {}), { http_status: 429, error: { code: 'rate_limited', retryable: true } }],
    ['is out of order', respond(503, {}), { http_status: 503, error: { code: 'unavailable', retryable: true } }],
    ['answers in another form', respond(200, []), { error: { code: 'unreadable', retryable: true } }],
    [
      'takes too long',
      () => Promise.reject(new NetworkFailure('timeout')),
      { error: { code: 'timeout', retryable: true } },
    ],
    [
      'has no turn free',
      () => Promise.reject(new ProviderUnavailable('busy', 5_000)),
      { error: { code: 'busy', retryable: true } },
    ],
  ];

  test.each(failures)('is to be asked again where the provider %s; what phones tell is there', async (...failure) => {
    const [, answer, expected] = failure;
    const found = await ask('shop.example', { http: answering('DESKTOP', answer) });
    expect(found).toMatchObject({ status: 'partial', ...expected });
    expect(found.sections!['performance.field']).toEqual({ ...PHONES, desktop: null });
    expect(found.past).toHaveLength(32);
  });

  test.each(failures.slice(0, -1))(
    'may hide that there is something where it %s and there are too few phones',
    async (...failure) => {
      const [, answer, expected] = failure;
      const http: ProviderClient = {
        request: (url, options) =>
          formFactorOf(options) === 'DESKTOP'
            ? answer()
            : answering('PHONE', respond(404, NOTHING)).request(url, options),
      };
      const found = await ask('shop.example', { http });
      expect(found).toMatchObject(expected);
      expect(found.sections).toBeUndefined();
    },
  );

  test('does not give figures of other days than those of phones', async () => {
    const http = answering('DESKTOP', respond(200, recordOf({ lcp: 1_310 })));
    const found = await ask('shop.example', { http });
    expect(found).toMatchObject({ status: 'partial', error: { code: 'other_days', retryable: true } });
    expect(found.sections!['performance.field']).toEqual({ ...PHONES, desktop: null });
  });

  test('does not count where phones fail: what is stored stays', async () => {
    const found = await ask('shop.example', { http: answering('PHONE', respond(503, {})) });
    expect(found).toMatchObject({ status: 'error', error: { code: 'unavailable' } });
    expect([found.sections, found.past]).toEqual([undefined, undefined]);
  });
});

testCommonFailures(played, cruxSource, 'crux');
