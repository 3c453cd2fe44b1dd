import { beforeAll, describe, expect, test } from '@jest/globals';
import { sorts } from '../../../../functions/core/keywords/choices.ts';
import { type KeywordFacts, newFacts, type ProviderMetrics } from '../../../../functions/core/keywords/keyword.ts';
import { requestedWords } from '../../../../functions/core/analysis/language/terms.ts';
import { postingsOf } from '../../../../functions/core/keywords/index/keyword-index.ts';
import type { SearchRequest } from '../../../../functions/core/keywords/index/keyword-search.ts';
import { putItems } from '../../../../functions/core/platform/dynamodb/many-items.ts';
import { createTestTables } from '../../../support/dynamodb.ts';
import { anything, keywordsTable, createSearch } from '../../../support/keywords.ts';
import { useOpened } from '../../../support/use-opened.ts';

const AT = '2026-11-01T00:00:00.000Z';
/** Both above the number of postings that a search may read. */
const FEW = { word: 'few', count: 1_200 };
const MANY = { word: 'all', count: 6_000 };
/** Postings per read: the last one of a search may exceed its maximum. */
const PAGE = 100;
/** Read units of a thousand postings of this test, and of a page. */
const MAX_UNITS = 70;

const METRICS: ProviderMetrics = {
  country: 'US',
  search_volume: 0,
  cpc_usd: null,
  competition: null,
  keyword_difficulty: null,
  main_intent: null,
  fetched_at: AT,
};

/** Keywords with two words that all of them have; one of five has a search volume. */
function factsOf({ word, count }: { word: string; count: number }): KeywordFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    ...newFacts(`${word} ${word}2 ${String(index).padStart(4, '0')}`, 'en', AT),
    ranks: { google: 1 + (index % 10) },
    requested_engines: ['google' as const],
    metrics: index % 5 === 0 ? { ...METRICS, search_volume: index } : null,
  }));
}

let reads = { items: 0, units: 0 };
const tables = useOpened(() => createTestTables(keywordsTable));

beforeAll(async () => {
  for (const group of [FEW, MANY]) {
    const postings = factsOf(group).flatMap((facts) => postingsOf({ facts, version: 1 }));
    const searched = postings.filter(({ list }) => /:(?:few|all)2?$/.test(list));
    await putItems({ db: tables.db, table: keywordsTable.name }, searched);
  }
  tables.db.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const output = result.output as { ScannedCount?: number; ConsumedCapacity?: { CapacityUnits?: number } };
      reads.items += output.ScannedCount ?? 0;
      reads.units += output.ConsumedCapacity?.CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
});

async function search(q: string, request: Partial<SearchRequest>) {
  reads = { items: 0, units: 0 };
  const found = await createSearch(tables.db)({
    ...anything,
    limit: 50,
    ...request,
    queryWords: requestedWords(q, 'en'),
  });
  return { ...found, ...reads };
}

const filters: [name: string, request: Partial<SearchRequest>][] = [
  ['without a filter', {}],
  ['for a country without metrics', { country: 'GB' }],
  ['without a match', { engines: ['sogou'] }],
];
const cases = sorts.flatMap((sort) =>
  filters.map(([name, request]) => ({ sort, name, request: { ...request, sort } })),
);

describe.each(cases)('a search in the order of $sort $name', ({ request }) => {
  test.each([1, 2])('for %i words reads no more among 6,000 keywords than among 1,200', async (count) => {
    const ofWord = (word: string) => [word, `${word}2`].slice(0, count).join(' ');
    const few = await search(ofWord(FEW.word), request);
    const many = await search(ofWord(MANY.word), request);
    expect(many.items).toBeLessThanOrEqual(few.items + PAGE);
    expect(many.units).toBeLessThanOrEqual(MAX_UNITS);
    expect(many.keywords).toHaveLength(request.engines ? 0 : few.keywords.length);
    // Not all keywords were read, so that the answer must not be the end.
    expect(many.end).not.toBeNull();
  });
});

test('the order by search volume reads only what it returns and one more while volumes are known', async () => {
  const { keywords, items, end } = await search(MANY.word, { sort: 'search_volume' });
  const volumes = keywords.map(({ keyword }) => keyword.metrics?.search_volume);
  expect(volumes).toEqual(Array.from({ length: 50 }, (_, index) => MANY.count - 5 * (index + 1)));
  expect(items).toBe(51);
  expect(end).not.toBeNull();
});
