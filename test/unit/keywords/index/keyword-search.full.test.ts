import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EngineId, engineIds, type Sort, sorts } from '../../../../functions/core/keywords/choices.ts';
import { inOrder, passes } from '../../../../functions/core/keywords/order.ts';
import {
  inCountry,
  type KeywordFacts,
  keywordOf,
  newFacts,
  NO_SEED,
  type Seed,
} from '../../../../functions/core/keywords/keyword.ts';
import type { Ranks } from '../../../../functions/core/keywords/score.ts';
import { stem, requestedWords } from '../../../../functions/core/analysis/language/terms.ts';
import { wordsOf } from '../../../../functions/core/analysis/language/words.ts';
import { postingsOf } from '../../../../functions/core/keywords/index/keyword-index.ts';
import { MAX_READ, type SearchRequest } from '../../../../functions/core/keywords/index/keyword-search.ts';
import { createTestTables } from '../../../support/dynamodb.ts';
import { anything, keywordsTable, createSearch } from '../../../support/keywords.ts';
import { putItems } from '../../../../functions/core/platform/dynamodb/many-items.ts';
import { useOpened } from '../../../support/use-opened.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const HOUR = 3_600_000;
const TOTAL = 1_250;
const MOST_PAGES = 3;
/** Number of combinations of filters; `npm run test:full` sets more. */
const { combinations = 50 } = globalThis as { combinations?: number };
const english = ['tool', 'tools', 'free', 'prices', 'price', 'crème', 'c++', '2026', 'shop', 'shops'];
const chinese = ['关键词', '工具', '免费', '推荐', '怎么', '价格', '搜索', '网站', '排名', '好'];

const metricsOf = (search_volume: number, country: string | null) => ({
  ...UNKNOWN,
  search_volume,
  ...(country !== null && { country }),
  fetched_at: new Date(START).toISOString(),
});

/** Pseudo-random numbers that are always the same. */
function lots(seed: number) {
  let state = seed;
  return (size: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % size;
  };
}

function makeFacts(): KeywordFacts[] {
  const draw = lots(7);
  const made = new Map<string, KeywordFacts>();
  const ranksOf = (engines: EngineId[]): Ranks => Object.fromEntries(engines.map((engine) => [engine, 1 + draw(10)]));
  while (made.size < TOTAL) {
    const isChinese = draw(6) === 0;
    const words = Array.from({ length: draw(4) }, () => (isChinese ? chinese : english)[draw(10)]!);
    const number = draw(3) > 0 ? [String(draw(3_000))] : [];
    const keyword = isChinese ? `${words.join('')}${number.join('')}` : ['seo', ...words, ...number].join(' ');
    if (keyword === '') continue;
    const engines = engineIds.filter(() => draw(3) === 0);
    made.set(keyword, {
      ...newFacts(
        keyword,
        isChinese ? 'zh' : draw(8) === 0 ? 'de' : 'en',
        new Date(START + draw(40) * HOUR).toISOString(),
      ),
      ranks: ranksOf(engines),
      short_ranks: ranksOf(engines.filter(() => draw(2) === 0)),
      requested_engines: engines,
      metrics: draw(3) === 0 ? metricsOf(draw(4) * 10, draw(4) === 0 ? 'GB' : anything.country) : null,
    });
  }
  return [...made.values()];
}

const UNKNOWN = { cpc_usd: null, competition: null, keyword_difficulty: null, main_intent: null };
let search: ReturnType<typeof createSearch>;
let read = 0;
const all = makeFacts();

const tables = useOpened(() => createTestTables(keywordsTable));
beforeAll(async () => {
  const db = tables.db;
  tables.db.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      read += (result.output as { ScannedCount?: number }).ScannedCount ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
  const postings = all.flatMap((facts) => postingsOf({ facts, version: 1 }));
  await putItems({ db, table: keywordsTable.name }, postings);
  search = createSearch(db);
});

/** Search without the index: the words of the text, in any position and inflection. */
function containsAll({ keyword, language }: KeywordFacts, q: string): boolean {
  const words = wordsOf(keyword);
  const stems = language === 'en' ? words.map((word) => stem(word, 'en')) : [];
  return q
    .split(' ')
    .every((word) =>
      /[\u4e00-\u9fff]/.test(word) ? keyword.includes(word) : words.includes(word) || stems.includes(stem(word, 'en')),
    );
}

const bounds = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

const requests = fc.record({
  q: fc.oneof(
    fc.constant(['seo']),
    fc.shuffledSubarray(['seo', 'tool', 'tools', 'free', 'price', 'crème', '2026', 'shop'], {
      minLength: 1,
      maxLength: 3,
    }),
    fc.shuffledSubarray(['关键词', '工具', '免费', '推荐', '价格', '搜索', '网站', '排名'], {
      minLength: 1,
      maxLength: 3,
    }),
  ),
  engines: fc.oneof(fc.constant([]), fc.subarray([...engineIds], { maxLength: 3 })),
  words: fc.option(bounds(1, 7), { nil: anything.words }),
  score: fc.option(bounds(0, 12), { nil: anything.score }),
  engineCount: fc.integer({ min: 1, max: 7 }),
  sort: fc.constantFrom<Sort>(...sorts),
  limit: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 300, max: 1_000 })),
});

/** Metrics of another country are not found. */
const ofCountry = (facts: KeywordFacts) => inCountry(facts, anything.country);

/** Reads all pages, each from the end of the previous one. */
async function follow(request: SearchRequest, mostPages: number) {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const { keywords, end } = await search({ ...request, after });
    expect(keywords.length).toBeLessThanOrEqual(request.limit);
    pages.push(keywords.map(({ keyword }) => keyword.keyword));
    after = end;
  } while (after !== null && pages.length < mostPages);
  return { found: pages.flat(), isEnd: after === null };
}

test('each combination of filters and orders finds the same as a comparison with every keyword, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ q, engineCount, ...filters }) => {
      const text = q.join(' ');
      const seed: Seed = { ...NO_SEED, engines: engineCount };
      const fitting = all.filter((facts) => containsAll(facts, text)).map((facts) => keywordOf(ofCountry(facts), seed));
      const expected = inOrder(
        fitting.filter((keyword) => passes(keyword, filters)),
        filters.sort,
      ).map(({ keyword }) => keyword.keyword);
      const queryWords = requestedWords(text, 'en');
      const { found, isEnd } = await follow({ ...anything, ...filters, seed, queryWords }, MOST_PAGES);
      expect(found).toEqual(isEnd ? expected : expected.slice(0, found.length));
    }),
    { numRuns: combinations },
  );
  // This takes half a minute on an idle machine.
}, 240_000);

test.each(sorts)(
  'the results of a common word in the order of %s continue after the first thousand, to the end',
  async (sort) => {
    const { found, isEnd } = await follow(
      { ...anything, sort, queryWords: requestedWords('seo', 'en'), limit: 450 },
      10,
    );
    const expected = all
      .filter((facts) => containsAll(facts, 'seo'))
      .map((facts) => keywordOf(ofCountry(facts), NO_SEED));
    expect(expected.length).toBeGreaterThan(MAX_READ);
    expect(found).toEqual(inOrder(expected, sort).map(({ keyword }) => keyword.keyword));
    expect(isEnd).toBe(true);
  },
);

describe('a search reads', () => {
  async function readsOf(q: string, request: Partial<SearchRequest> = {}): Promise<number> {
    read = 0;
    await search({ ...anything, limit: 20, ...request, queryWords: requestedWords(q, 'en') });
    return read;
  }

  test.each(sorts)('only what it returns and one more, for one word in the order of %s', async (sort) => {
    expect(await readsOf('seo', { sort })).toBe(21);
  });

  test('only what it returns and one more within limits of the value of the order', async () => {
    expect(await readsOf('seo', { score: { min: 2, max: 6 } })).toBeLessThanOrEqual(21);
    expect(await readsOf('seo', { sort: 'word_count', words: { min: 3, max: 4 } })).toBeLessThanOrEqual(21);
  });

  test('only what it returns and one more when it continues', async () => {
    const { end } = await search({ ...anything, limit: 700, queryWords: requestedWords('seo', 'en') });
    expect(await readsOf('seo', { after: end })).toBe(21);
  });
});

test('a word of several pairs is found by its rarest pair, although many keywords with a better score have the others', async () => {
  const at = new Date(START).toISOString();
  const factsOf = (words: string, rank: number, count: number): KeywordFacts[] =>
    Array.from({ length: count }, (_, index) => ({
      ...newFacts(`${words} ${index}`, 'ja', at),
      ranks: { google: rank },
      requested_engines: ['google'],
    }));
  const facts = [...factsOf('キャンプ', 9, 60), ...['キャラ', 'サンプル'].flatMap((words) => factsOf(words, 1, 300))];
  const postings = facts.flatMap((each) => postingsOf({ facts: each, version: 1 }));
  await putItems({ db: tables.db, table: keywordsTable.name }, postings);
  read = 0;
  const { keywords } = await search({ ...anything, limit: 50, queryWords: requestedWords('キャンプ', 'ja') });
  expect(keywords).toHaveLength(50);
  expect(read).toBeLessThan(MAX_READ / 2);
});

test('an unknown word returns nothing, and the end of the index', async () => {
  expect(await search({ ...anything, queryWords: requestedWords('nowhere', 'en'), limit: 5 })).toEqual({
    keywords: [],
    end: null,
  });
});
