import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { findLongTail, type LongTailRequest, sharesOf } from '../../../functions/core/long-tail/find-long-tail.ts';
import { longTailTable } from '../../../functions/core/long-tail/csv-table.ts';
import { engineIds, enginesOf } from '../../../functions/core/keywords/choices.ts';
import { type LongTailAnswer, longTailAnswer } from '../../../functions/core/long-tail/answer-schema.ts';
import { groups } from '../../../functions/core/long-tail/grouping/group.ts';
import { localeParameters } from '../../../functions/core/keywords/parameters.ts';
import { normaliseKeyword } from '../../../functions/core/analysis/language/words.ts';
import { faults } from '../../../infra/sandbox/providers/server.ts';
import { createTestSuggestionServices } from '../../support/suggestion-services.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let opened: Awaited<ReturnType<typeof createTestSuggestionServices>>;
beforeEach(async () => {
  opened = await createTestSuggestionServices();
});
afterEach(() => opened.close());

async function find(keyword: string, request: Partial<LongTailRequest> = {}): Promise<LongTailAnswer> {
  const answer = await findLongTail(
    { keyword, limit: 1_000, refresh: false, ...request },
    { ...opened.deps, now: () => NOW },
  );
  return longTailAnswer.parse(answer);
}

const allItems = (answer: LongTailAnswer) => answer.groups.flatMap(({ items }) => items);

describe.each([
  ['English', 'running shoes', 'en', 'US'],
  ['Chinese', '智能客服系统', 'zh-Hans', 'CN'],
])('an %s seed', (_name, seed, language, country) => {
  test('has full groups, in which every phrase was suggested by an engine and contains the seed', async () => {
    const answer = await find(seed);
    expect(answer).toMatchObject({ keyword: seed, language, country, cache_status: 'miss', truncated: false });
    expect(answer.groups.map(({ id }) => id)).toEqual(groups.map(({ id }) => id));
    for (const { id, count, items } of answer.groups) {
      expect([id, count]).toEqual([id, items.length]);
      expect([id, count >= 2]).toEqual([id, true]);
    }
    const suggested = new Set(opened.providers.requests.flatMap(({ phrases }) => phrases!.map(normaliseKeyword)));
    const keywords = allItems(answer).map(({ keyword }) => keyword);
    expect(keywords.filter((keyword) => !suggested.has(keyword))).toEqual([]);
    expect(keywords.every((keyword) => keyword !== seed && keyword.includes(seed.slice(0, 2)))).toBe(true);
    expect(new Set(keywords).size).toBe(keywords.length);
    expect(answer.count).toBe(keywords.length);
  });

  test('sends at most 32 queries, shared by several engines, and none when it is requested again', async () => {
    const { coverage } = await find(seed);
    const sent = opened.providers.requests.splice(0);
    expect(sent.length).toBe(coverage.queries_planned);
    expect(sent.length).toBeLessThanOrEqual(32);
    expect(new Set(sent.map(({ provider }) => provider))).toEqual(new Set(enginesOf(language)));
    expect(coverage.modifiers).toBe(true);
    expect(coverage.queries_ok + coverage.queries_empty).toBe(coverage.queries_planned);
    const again = await find(seed);
    expect(again).toMatchObject({ cache_status: 'hit', coverage });
    expect(opened.providers.requests).toEqual([]);
  });
});

describe.each([
  ['German', 'zelt', { language: 'de' }, 'zelt kaufen', 'commercial'],
  ['French', 'tente', { language: 'fr' }, 'meilleur tente', 'recommendations'],
  ['Spanish', 'carpa', { language: 'es-MX' }, 'cómo hacer carpa', 'how_to'],
  ['Italian', 'tenda', { language: 'it' }, 'migliore tenda', 'recommendations'],
  ['Portuguese', 'barraca', { language: 'pt' }, 'barraca preço', 'commercial'],
  ['Japanese', 'テント', {}, 'テント おすすめ', 'recommendations'],
  ['Traditional Chinese', '帳篷', {}, '帳篷教學', 'how_to'],
])('a %s seed', (_name, seed, given, phrase, group) => {
  const parameters = z.object(localeParameters);

  test('is requested in its language, with its words, and grouped by them', async () => {
    const answer = await find(seed, parameters.parse(given));
    expect(answer.coverage).toMatchObject({ modifiers: true, queries_failed: 0 });
    const found = answer.groups.find(({ items }) => items.some(({ keyword }) => keyword === phrase));
    expect(found?.id).toBe(group);
    expect(answer.groups.filter(({ count }) => count > 0).length).toBeGreaterThanOrEqual(7);
    const google = opened.providers.requests.find(({ provider }) => provider === 'google')!;
    expect(google.query.get('hl')!.slice(0, 2)).toBe(answer.language.slice(0, 2));
  });
});

test('a language without modifiers is requested with the letters of its script, which the answer reports', async () => {
  const answer = await find('палатка');
  expect(answer).toMatchObject({ language: 'ru', country: 'RU', coverage: { modifiers: false } });
  const sent = opened.providers.requests.map(({ query }) => query.get('q') ?? query.get('query') ?? query.get('part'));
  expect(sent).toEqual(expect.arrayContaining(['палатка', 'палатка п', 'палатка к']));
});

test('stored answers are separate for each market', async () => {
  const parameters = z.object(localeParameters);
  expect(await find('running shoes')).toMatchObject({ country: 'US', cache_status: 'miss' });
  const british = await find('running shoes', parameters.parse({ country: 'gb' }));
  expect(british).toMatchObject({ language: 'en', country: 'GB', cache_status: 'miss' });
  expect(opened.providers.requests.some(({ query }) => query.get('kl') === 'uk-en')).toBe(true);
});

test('inflections of the seed belong to it', async () => {
  const keywords = allItems(await find('nurse shirt')).map(({ keyword }) => keyword);
  expect(keywords.filter((keyword) => keyword.includes('nurse shirts')).length).toBeGreaterThan(10);
});

test('a partial answer is reported, and completed by the next call without repetition', async () => {
  opened.providers.fault('google', faults.captcha());
  const first = await find('running shoes');
  expect(first.coverage.queries_failed).toBeGreaterThan(0);
  expect(first.sources.find(({ id }) => id === 'google')).toMatchObject({ status: 'blocked', fetched_at: null });
  opened.providers.fault('google', null);
  opened.providers.requests.splice(0);
  const second = await find('running shoes');
  expect(new Set(opened.providers.requests.map(({ provider }) => provider))).toEqual(new Set(['google']));
  expect(opened.providers.requests).toHaveLength(first.coverage.queries_failed);
  expect(second).toMatchObject({ cache_status: 'miss', coverage: { queries_failed: 0 } });
  expect(second.count).toBeGreaterThan(first.count);
  expect(await find('running shoes')).toMatchObject({ cache_status: 'hit', count: second.count });
});

test('refresh sends all queries again', async () => {
  const { coverage } = await find('running shoes');
  opened.providers.requests.splice(0);
  expect(await find('running shoes', { refresh: true })).toMatchObject({ cache_status: 'refreshed', coverage });
  expect(opened.providers.requests).toHaveLength(coverage.queries_planned);
});

test('findLongTail fails when no engine answers', async () => {
  for (const id of engineIds) opened.providers.fault(id, faults.captcha());
  await expect(find('running shoes')).rejects.toMatchObject({ code: 'all_sources_failed', status: 502 });
  for (const id of engineIds) opened.providers.fault(id, null);
  expect((await find('running shoes')).count).toBeGreaterThan(50);
});

test('engines without suggestions result in empty groups and are reported', async () => {
  const answer = await find('zzzz qqqq');
  expect(answer.count).toBe(0);
  expect(answer.groups.every(({ count }) => count === 0)).toBe(true);
  expect(answer.coverage.queries_empty).toBe(answer.coverage.queries_planned);
});

test('a limit is shared by the groups, each with its best, and truncation is reported', async () => {
  const everything = await find('running shoes');
  const few = await find('running shoes', { limit: 20 });
  expect(few).toMatchObject({ count: 20, limit: 20, truncated: true });
  expect(allItems(few)).toHaveLength(20);
  for (const [index, { items }] of few.groups.entries()) {
    expect(items.length).toBeGreaterThanOrEqual(2);
    expect(items).toEqual(everything.groups[index]!.items.slice(0, items.length));
  }
  expect((await find('running shoes', { limit: 1 })).groups.map(({ count }) => count)).toEqual([
    1, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
});

test('shares are as even as the groups allow, and their sum is the limit or the number of items', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { minLength: 1, maxLength: 9 }), fc.nat(200), (sizes, limit) => {
      const shares = sharesOf(sizes, limit);
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
      expect(sum(shares)).toBe(Math.min(limit, sum(sizes)));
      const largest = Math.max(...shares);
      for (const [index, share] of shares.entries())
        expect(share).toBeGreaterThanOrEqual(Math.min(sizes[index]!, largest - 1));
    }),
  );
});

test('metrics of a provider are added to suggestions, and add no keywords', async () => {
  await opened.close();
  opened = await createTestSuggestionServices({ hasKeys: true });
  const items = new Map(allItems(await find('example keyword')).map((item) => [item.keyword, item]));
  const suggested = new Set(opened.providers.requests.flatMap(({ phrases = [] }) => phrases.map(normaliseKeyword)));
  for (const keyword of items.keys()) expect(suggested.has(keyword)).toBe(true);
  const known = [...items.values()].filter(({ search_volume }) => search_volume !== null);
  expect(known.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(['example keyword price']));
  expect(items.get('example keyword price')).toMatchObject({ search_volume: 320, keyword_difficulty: null });
});

test('a table has one row for each keyword', async () => {
  const answer = await find('running shoes');
  const { header, rows, isCut } = longTailTable(answer);
  expect(isCut).toBe(answer.truncated);
  expect(longTailTable({ ...answer, truncated: true }).isCut).toBe(true);
  expect(header.slice(0, 3)).toEqual(['group', 'keyword', 'modifier']);
  expect(rows).toHaveLength(answer.count);
  expect(rows.every((row) => row.length === header.length)).toBe(true);
});

test.each(['running shoes', '智能客服系统'])(
  'scores of the phrases for %s separate those with more evidence',
  async (seed) => {
    const items = allItems(await find(seed));
    const least = Math.min(...items.map(({ score }) => score));
    const more = items.filter(({ score }) => score > least);
    expect(more.length).toBeGreaterThanOrEqual(20);
    expect(new Set(more.map(({ score }) => score)).size).toBeGreaterThanOrEqual(15);
    // Those of the least score were suggested by one engine for one longer query.
    for (const { score, engines } of items) if (engines.length > 2) expect(score).toBeGreaterThan(least);
  },
);
