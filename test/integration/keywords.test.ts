import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { enginesOf } from '../../functions/shared/keywords/engine-id.ts';
import { longTailAnswer } from '../../functions/seo-long-tail/answer-schema.ts';
import { keywordsAnswer } from '../../functions/seo-keywords/answer-schema.ts';
import { normaliseKeyword } from '../../functions/shared/keywords/normalise.ts';
import { faults } from '../../infra/sandbox/providers/faults.ts';
import { type Providers, startProviders } from '../../infra/sandbox/providers/providers.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

let runner: TestRunner;
let engines: Providers;
/** All that the engines have suggested, in the normal form. */
const suggested = () => new Set(engines.requests.flatMap(({ phrases = [] }) => phrases.map(normaliseKeyword)));

beforeAll(async () => {
  engines = await startProviders();
  const urls = Object.entries(engines.urls).filter(([name]) => name.endsWith('_SUGGEST_URL'));
  runner = await startTestRunner({ ...Object.fromEntries(urls), LOCAL_RESOLVE: 'closed.test=127.0.0.1:1' }, [
    '--offline',
  ]);
});
afterAll(() => Promise.all([runner.close(), engines.close()]));

async function ask(path: string, parameters: Record<string, string>) {
  const response = await runner.get(`/api/v1/seo/${path}?${new URLSearchParams(parameters).toString()}`);
  return { status: response.status, body: (await response.json()) as { data: unknown; error?: string } };
}

async function keywords(parameters: Record<string, string>) {
  const { status, body } = await ask('keywords', parameters);
  expect([status, body.error]).toEqual([200, undefined]);
  return keywordsAnswer.parse(body.data);
}

async function longTail(parameters: Record<string, string>) {
  const { status, body } = await ask('long-tail', parameters);
  expect([status, body.error]).toEqual([200, undefined]);
  return longTailAnswer.parse(body.data);
}

describe('long-tail', () => {
  test.each(['camping stove', '露营帐篷'])(
    'groups what engines suggest to %s, within their pace',
    async (keyword) => {
      const answer = await longTail({ keyword, limit: '1000' });
      expect(answer).toMatchObject({ cache_status: 'miss', coverage: { queries_failed: 0 } });
      for (const { id, count } of answer.groups) expect([id, count > 0]).toEqual([id, true]);
      const said = suggested();
      const phrases = answer.groups.flatMap(({ items }) => items.map((item) => item.keyword));
      expect(phrases.length).toBeGreaterThan(80);
      expect(phrases.filter((phrase) => !said.has(phrase))).toEqual([]);
      expect(await longTail({ keyword, limit: '1000' })).toEqual({
        ...answer,
        cache_status: 'hit',
        sources: expect.anything() as unknown,
      });
    },
    60_000,
  );

  test('as CSV', async () => {
    const response = await runner.get('/api/v1/seo/long-tail?keyword=camping+stove&limit=5', {
      headers: { Accept: 'text/csv' },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, ...rows] = (await response.text()).split('\r\n');
    expect(header).toBe('group,keyword,modifier,score,word_count,char_count,search_volume,keyword_difficulty,engines');
    expect(rows).toHaveLength(6);
  });
});

describe('keywords', () => {
  test('of a text come from engines, and what they say is learnt: it is found by its other words later', async () => {
    const { items, sources } = await keywords({ q: 'sleeping bag', limit: '1000' });
    const said = suggested();
    expect(items.length).toBeGreaterThan(10);
    for (const { keyword } of items) expect(said.has(keyword)).toBe(true);
    expect(sources.map(({ id }) => id)).toEqual([...enginesOf('en'), 'dataforseo']);
    const other = items
      .find(({ word_count }) => word_count > 3)!
      .keyword.split(' ')
      .toReversed()
      .join(' ');
    let found: string[] = [];
    for (let tries = 0; tries < 40 && found.length === 0; tries += 1) {
      await sleep(250);
      found = (await keywords({ q: other })).items.map(({ keyword }) => keyword);
    }
    expect(found.length).toBeGreaterThan(0);
  }, 60_000);

  test('of a domain are those of its home page: it is crawled first where it never was', async () => {
    const { items, sources } = await keywords({ domain: 'https://www.shop.example/' });
    expect(items.length).toBeGreaterThan(10);
    expect(items[0]).toMatchObject({ score_basis: 'page', domain_match: { in_title: expect.any(Boolean) as unknown } });
    expect(sources).toMatchObject([{ id: 'site', status: 'ok', from_cache: false }]);
    const page = (await (await runner.get('/api/v1/seo/query?domain=shop.example')).json()) as {
      data: { cache_status: string; top_keywords: { keyword: string; score: number }[] };
    };
    expect(page.data.cache_status).toBe('hit');
    const scores = new Map(items.map(({ keyword, score }) => [keyword, score]));
    expect(page.data.top_keywords.length).toBeGreaterThan(10);
    for (const { keyword, score } of page.data.top_keywords)
      expect([keyword, scores.get(keyword)]).toEqual([keyword, score]);
    expect((await keywords({ domain: 'shop.example' })).sources).toMatchObject([{ id: 'site', from_cache: true }]);
  }, 40_000);

  test('of a domain that cannot be read are a failure', async () => {
    expect(await ask('keywords', { domain: 'closed.test' })).toMatchObject({
      status: 502,
      body: { error: 'all_sources_failed' },
    });
  }, 40_000);

  test('an engine that shows a captcha is blocked, and is asked again', async () => {
    engines.fault('bing', faults.captcha());
    const { sources } = await keywords({ q: 'head torch' });
    expect(sources.find(({ id }) => id === 'bing')).toMatchObject({ status: 'blocked', error: { code: 'blocked' } });
    engines.fault('bing', null);
    const again = await keywords({ q: 'head torch' });
    expect(again.sources.filter(({ from_cache }) => !from_cache).map(({ id }) => id)).toEqual(['bing']);
  }, 40_000);

  test('what is out of bounds is refused by name, all of it at once', async () => {
    expect(await ask('keywords', { engine: 'x', limit: '0', word_count: '9-2' })).toMatchObject({
      status: 422,
      body: {
        error: 'invalid_parameter',
        details: [{ param: 'engine' }, { param: 'word_count' }, { param: 'limit' }, { param: 'q' }],
      },
    });
    expect(await ask('long-tail', { keyword: ' ' })).toMatchObject({
      status: 422,
      body: { details: [{ param: 'keyword' }] },
    });
  });

  test('go on behind a cursor, and beside a filter of another query it is refused', async () => {
    const whole = await keywords({ q: 'sleeping bag', limit: '1000', engine: 'bing,google' });
    const first = await keywords({ q: 'sleeping bag', limit: '4', engine: 'bing,google' });
    expect(first).toMatchObject({ truncated: true, query: { engine: 'google,bing' } });
    const cursor = first.next_cursor!;
    const rest = await keywords({ q: 'sleeping bag', limit: '1000', engine: 'bing,google', cursor });
    expect([...first.items, ...rest.items]).toEqual(whole.items);
    expect(await ask('keywords', { q: 'sleeping bag', cursor })).toMatchObject({
      status: 422,
      body: { error: 'invalid_parameter', details: [{ param: 'cursor' }] },
    });
  }, 40_000);

  test('of long-tail are there when they are learnt, with the same scores, and pending until then', async () => {
    const { groups } = await longTail({ keyword: 'bike light', limit: '1000' });
    let found = await keywords({ q: 'bike light', limit: '1000' });
    expect(found.index_pending).toBe(true);
    for (let tries = 0; tries < 120 && found.index_pending; tries += 1) {
      await sleep(250);
      found = await keywords({ q: 'bike light', limit: '1000' });
    }
    const scores = new Map(found.items.map(({ keyword, score }) => [keyword, score]));
    for (const { keyword, score } of groups.flatMap(({ items }) => items)) {
      expect([keyword, scores.get(keyword)]).toEqual([keyword, score]);
    }
  }, 90_000);

  test('as CSV, with the cursor in a header', async () => {
    const response = await runner.get('/api/v1/seo/keywords?domain=shop.example&limit=3', {
      headers: { Accept: 'text/csv' },
    });
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toMatch(/^keyword,score,score_basis,/);
    expect(lines).toHaveLength(5);
    expect(response.headers.get('x-truncated')).toBe('true');
    const { next_cursor } = await keywords({ domain: 'shop.example', limit: '3' });
    expect(response.headers.get('x-next-cursor')).toBe(next_cursor);
  });
});
