import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { enginesOf } from '../../functions/core/keywords/choices.ts';
import { faults } from '../../infra/sandbox/providers/server.ts';
import { createKeywordEndpoints } from '../support/keyword-endpoints.ts';
import { useOpened } from '../support/use-opened.ts';

const opened = useOpened(() => createKeywordEndpoints());

describe('long-tail', () => {
  test('groups suggestions of engines within their rate limits', async () => {
    const keyword = 'camping stove';
    const answer = await opened.longTail({ keyword, limit: '1000' });
    expect(answer).toMatchObject({ cache_status: 'miss', coverage: { queries_failed: 0 } });
    for (const { id, count } of answer.groups) expect([id, count > 0]).toEqual([id, true]);
    const suggested = opened.suggested();
    const phrases = answer.groups.flatMap(({ items }) => items.map((item) => item.keyword));
    expect(phrases.length).toBeGreaterThan(80);
    expect(phrases.filter((phrase) => !suggested.has(phrase))).toEqual([]);
    expect(await opened.longTail({ keyword, limit: '1000' })).toEqual({
      ...answer,
      cache_status: 'hit',
      sources: expect.anything() as unknown,
    });
  });

  test('returns CSV', async () => {
    const response = await opened.runner.get('/api/v1/seo/long-tail?keyword=camping+stove&limit=5', {
      headers: { Accept: 'text/csv' },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, ...rows] = (await response.text()).split('\r\n');
    expect(header).toBe('group,keyword,modifier,score,word_count,char_count,search_volume,keyword_difficulty,engines');
    expect(rows).toHaveLength(6);
  });
});

describe('keywords', () => {
  test('of a text come from engines, are indexed, and are found by their other words later', async () => {
    const { items, sources } = await opened.keywords({ q: 'sleeping bag', limit: '1000' });
    const suggested = opened.suggested();
    expect(items.length).toBeGreaterThan(10);
    for (const { keyword } of items) expect(suggested.has(keyword)).toBe(true);
    expect(sources.map(({ id }) => id)).toEqual([...enginesOf('en'), 'dataforseo']);
    const other = items
      .find(({ word_count }) => word_count > 3)!
      .keyword.split(' ')
      .toReversed()
      .join(' ');
    let found: string[] = [];
    for (let tries = 0; tries < 40 && found.length === 0; tries += 1) {
      await sleep(250);
      found = (await opened.keywords({ q: other })).items.map(({ keyword }) => keyword);
    }
    expect(found.length).toBeGreaterThan(0);
  });

  test('of a domain are those of its home page, which is fetched first if it is not stored', async () => {
    const { items, sources } = await opened.keywords({ domain: 'https://www.shop.example/' });
    expect(items.length).toBeGreaterThan(10);
    expect(items[0]).toMatchObject({ score_basis: 'page', domain_match: { in_title: expect.any(Boolean) as unknown } });
    expect(sources).toMatchObject([{ id: 'site', status: 'ok', from_cache: false }]);
    const page = (await (await opened.runner.get('/api/v1/seo/query?domain=shop.example')).json()) as {
      data: { cache_status: string; top_keywords: { keyword: string; score: number }[] };
    };
    expect(page.data.cache_status).toBe('hit');
    const scores = new Map(items.map(({ keyword, score }) => [keyword, score]));
    expect(page.data.top_keywords.length).toBeGreaterThan(10);
    for (const { keyword, score } of page.data.top_keywords)
      expect([keyword, scores.get(keyword)]).toEqual([keyword, score]);
    expect((await opened.keywords({ domain: 'shop.example' })).sources).toMatchObject([
      { id: 'site', from_cache: true },
    ]);
  });

  test('an engine that returns a captcha is blocked, and is requested again later', async () => {
    opened.engines.fault('bing', faults.captcha());
    const { sources } = await opened.keywords({ q: 'head torch' });
    expect(sources.find(({ id }) => id === 'bing')).toMatchObject({ status: 'blocked', error: { code: 'blocked' } });
    opened.engines.fault('bing', null);
    const again = await opened.keywords({ q: 'head torch' });
    expect(again.sources.filter(({ from_cache }) => !from_cache).map(({ id }) => id)).toEqual(['bing']);
  });
});
