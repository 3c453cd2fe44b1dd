import { describe, expect, test } from '@jest/globals';
import { cruxSource } from '../../../functions/shared/sources/crux.ts';
import { createProviderClient } from '../../../functions/shared/providers/provider-client.ts';
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

function answerWith(p75: { lcp?: unknown; inp?: unknown; cls?: unknown }) {
  const metric = (value: unknown) => (value === undefined ? undefined : { percentiles: { p75: value } });
  const metrics = {
    largest_contentful_paint: metric(p75.lcp),
    interaction_to_next_paint: metric(p75.inp),
    cumulative_layout_shift: metric(p75.cls),
  };
  played.fault('crux', faults.json({ record: { metrics, collectionPeriod: PERIOD } }));
}

async function fieldOf(domain = 'shop.example') {
  return (await ask(domain)).sections!['performance.field']!;
}

describe('the crux source', () => {
  test('gives the 75th percentiles of phones, layout shifts from a string (CLS)', async () => {
    const { status, http_status, sections } = await ask('shop.example');
    expect({ status, http_status }).toEqual({ status: 'ok', http_status: 200 });
    expect(sections!['performance.field']).toEqual({
      form_factor: 'phone',
      period_start: '2026-10-23',
      period_end: '2026-11-19',
      lcp_p75_ms: 2140,
      inp_p75_ms: 236,
      cls_p75: 0.06,
      assessment: 'needs_improvement',
    });
  });

  test("asks about the home page's origin after redirects, on phones (origin is exact)", async () => {
    await ask('shop.example', { homeUrl: Promise.resolve('https://www.shop.example/welcome?x=1') });
    const bodies = [...played.asked('crux'), ...played.asked('crux_history')].map(
      ({ body }) => JSON.parse(body) as unknown,
    );
    expect(bodies).toHaveLength(2);
    for (const body of bodies) {
      expect(body).toMatchObject({ origin: 'https://www.shop.example', formFactor: 'PHONE' });
    }
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
    answerWith({ lcp: 'NaN', inp: null });
    expect(await fieldOf()).toMatchObject({
      lcp_p75_ms: null,
      inp_p75_ms: null,
      cls_p75: null,
      assessment: null,
      period_start: '2026-09-03',
      period_end: '2026-09-30',
    });
  });

  test('gives the weeks before, without the gaps (null or "NaN")', async () => {
    const { past } = await ask('shop.example');
    // Of its 40 weeks, the stand-in leaves out two in ten.
    expect(past).toHaveLength(32);
    expect(past!.at(-1)).toEqual({ date: '2026-11-19', figures: { lcp_p75_ms: 2140 } });
    expect(past!.map(({ date }) => date)).not.toContain('2026-10-22');
  });

  test('gives the other weeks where one is odd, each with its own figure', async () => {
    const week = (day: number) => ({
      firstDate: { year: 2026, month: 9, day },
      lastDate: { year: 2026, month: 10, day },
    });
    const p75s = [1_700, 1_800, 'slow', 1_900.4];
    const metrics = { largest_contentful_paint: { percentilesTimeseries: { p75s } } };
    const collectionPeriods = [week(1), { lastDate: 'unknown' }, week(15), { lastDate: week(22).lastDate }];
    played.fault('crux_history', faults.json({ record: { metrics, collectionPeriods } }));
    expect((await ask('shop.example')).past).toEqual([
      { date: '2026-10-01', figures: { lcp_p75_ms: 1_700 } },
      { date: '2026-10-22', figures: { lcp_p75_ms: 1_900 } },
    ]);
  });

  test('is as good without the weeks before', async () => {
    const plain = createProviderClient(AGENT);
    for (const fault of [faults.unavailable(), faults.truncated(), faults.json({}), faults.reset()]) {
      played.fault('crux_history', fault);
      expect(await ask('shop.example')).toMatchObject({ status: 'ok', past: [] });
    }
    const http: typeof plain = {
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

testCommonFailures(played, cruxSource, 'crux');
