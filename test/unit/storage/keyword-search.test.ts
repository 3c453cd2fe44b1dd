import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EngineId, engineIds } from '../../../functions/shared/keywords/engine-id.ts';
import { type Criteria, meets } from '../../../functions/shared/keywords/criteria.ts';
import { type KeywordFacts, newFacts } from '../../../functions/shared/keywords/facts.ts';
import { type Keyword, keywordOf } from '../../../functions/shared/keywords/keyword.ts';
import { inOrder, type Sort, sorts } from '../../../functions/shared/keywords/order.ts';
import { wantedWords } from '../../../functions/shared/keywords/terms.ts';
import { wordsOf } from '../../../functions/shared/keywords/words.ts';
import { createDocumentClient } from '../../../functions/shared/storage/dynamodb/document-client.ts';
import { createKeywordIndex } from '../../../functions/shared/storage/keyword-index.ts';
import { createKeywordSearch, MOST_READ } from '../../../functions/shared/storage/keyword-search.ts';
import { openTables, type TestTables } from '../../support/dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const TOTAL = 900;
const english = ['seo', 'tool', 'free', 'best', 'price', 'crème', 'c++', '2026', 'online', 'shop'];
const chinese = ['关键词', '工具', '免费', '推荐', '怎么', '价格', '搜索', '网站', '排名', '好'];

/** Numbers that look like chance and are always the same. */
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
  while (made.size < TOTAL) {
    const isChinese = draw(3) === 0;
    const words = Array.from({ length: 1 + draw(5) }, () => (isChinese ? chinese : english)[draw(10)]!);
    const keyword = words.join(isChinese ? '' : ' ') + (draw(4) === 0 ? ` ${draw(90)}` : '');
    const asked = engineIds.filter(() => draw(2) === 0).toSorted();
    const ranks = Object.fromEntries(asked.filter(() => draw(3) > 0).map((engine) => [engine, 1 + draw(10)]));
    const seen = new Date(START + draw(40) * 3_600_000).toISOString();
    made.set(keyword, {
      ...newFacts(keyword, isChinese ? 'zh' : 'en', seen),
      ranks,
      asked,
      page_score: draw(3) === 0 ? draw(101) : null,
    });
  }
  return [...made.values()];
}

let tables: TestTables;
let search: ReturnType<typeof createKeywordSearch>;
let read = 0;
const facts = makeFacts();
const all: Keyword[] = facts.map(keywordOf);

beforeAll(async () => {
  tables = await openTables(keywordsTable);
  const documents = createDocumentClient(tables.client);
  documents.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      read += (result.output as { ScannedCount?: number }).ScannedCount ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
  await createKeywordIndex(documents, keywordsTable.name).learn(facts);
  search = createKeywordSearch(documents, keywordsTable.name);
});
afterAll(() => tables.close());

const anything: Criteria = {
  wanted: [],
  engine: null,
  words: { min: 1, max: Infinity },
  score: { min: 0, max: 100 },
};

/** What a search says of words, without the index: the words of the text, in whatever place. */
function containsAll(keyword: string, q: string): boolean {
  const words = new Set(wordsOf(keyword));
  return q.split(' ').every((word) => (/[\u4e00-\u9fff]/.test(word) ? keyword.includes(word) : words.has(word)));
}

const bounds = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

const requests = fc.record({
  q: fc.oneof(
    fc.shuffledSubarray(['seo', 'tool', 'free', 'best', 'price', 'crème', '2026', 'online', 'shop'], {
      minLength: 1,
      maxLength: 3,
    }),
    fc.shuffledSubarray(['关键词', '工具', '免费', '推荐', '价格', '搜索', '网站', '排名'], {
      minLength: 1,
      maxLength: 3,
    }),
  ),
  engine: fc.option(fc.constantFrom<EngineId>(...engineIds)),
  words: fc.option(bounds(1, 7), { nil: anything.words }),
  score: fc.option(bounds(0, 100), { nil: anything.score }),
  sort: fc.constantFrom<Sort>(...sorts),
  limit: fc.integer({ min: 1, max: 60 }),
});

test('each filter and each order, alone and combined, finds what a look at every keyword finds', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ q, sort, limit, ...filters }) => {
      const text = q.join(' ');
      const criteria = { ...filters, wanted: wantedWords(text) };
      const expected = inOrder(
        all.filter(({ keyword }) => containsAll(keyword, text)).filter((one) => meets(one, { ...filters, wanted: [] })),
        sort,
      );
      const { keywords, end } = await search({ ...criteria, sort, limit });
      expect(keywords).toEqual(expected.slice(0, limit));
      // Where everything was looked at, it says so; it never says so where something is left.
      if (expected.length > limit) expect(end).not.toBeNull();
    }),
    { numRuns: 150 },
  );
}, 120_000);

describe('a search reads', () => {
  async function readsOf(request: Partial<Parameters<typeof search>[0]> & { q: string }): Promise<number> {
    read = 0;
    await search({ ...anything, sort: 'score', limit: 20, ...request, wanted: wantedWords(request.q) });
    return read;
  }

  test.each(sorts)('what it returns and one more, for one word in the order of %s', async (sort) => {
    expect(await readsOf({ q: 'seo', sort })).toBe(21);
  });

  test('what it returns and one more within bounds of the figure that it is ordered by', async () => {
    expect(await readsOf({ q: 'seo', score: { min: 10, max: 60 } })).toBeLessThanOrEqual(21);
    expect(await readsOf({ q: 'seo', sort: 'word_count', words: { min: 3, max: 4 } })).toBeLessThanOrEqual(21);
  });

  test('at most a fixed number, however rare what it looks for', async () => {
    expect(await readsOf({ q: 'seo tool shop', engine: 'sogou', words: { min: 19, max: 20 } })).toBeLessThanOrEqual(
      MOST_READ,
    );
  });
});

test('a word that nobody has gives nothing, and all was looked at', async () => {
  expect(await search({ ...anything, wanted: wantedWords('nowhere'), sort: 'score', limit: 5 })).toEqual({
    keywords: [],
    end: null,
  });
});
