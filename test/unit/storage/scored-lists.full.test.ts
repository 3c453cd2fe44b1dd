import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type KeywordFacts, newFacts } from '../../../functions/shared/keywords/facts.ts';
import { keywordOf, NO_SEED } from '../../../functions/shared/keywords/keyword.ts';
import { inOrder } from '../../../functions/shared/keywords/order.ts';
import { sorts } from '../../../functions/shared/keywords/sorts.ts';
import { wantedWords } from '../../../functions/shared/keywords/terms.ts';
import { batchWrite } from '../../../functions/shared/storage/dynamodb/batch-write.ts';
import { createDocumentClient } from '../../../functions/shared/storage/dynamodb/document-client.ts';
import { createKeywordIndex, postingsOf } from '../../../functions/shared/storage/keyword-index/keyword-index.ts';
import { MOST_READ, type SearchRequest } from '../../../functions/shared/storage/keyword-index/keyword-search.ts';
import type { RescoreTask } from '../../../functions/shared/storage/work-queue.ts';
import { rescoreList } from '../../../functions/snapshot-worker/rescore-list.ts';
import { openTables, type TestTables } from '../../support/dynamodb.ts';
import { anything, itemsOfVersion1, keywordsTable, openSearch } from '../../support/keywords.ts';

const START = Date.parse('2026-11-22T08:00:00Z');
const HOUR = 3_600_000;

let tables: TestTables;
let documents: DynamoDBDocumentClient;
let opened: ReturnType<typeof openSearch>;
let now: number;
let read: number;

beforeEach(async () => {
  now = START;
  tables = await openTables(keywordsTable);
  documents = createDocumentClient(tables.client);
  documents.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      read += (result.output as { ScannedCount?: number }).ScannedCount ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
  opened = openSearch(documents, () => now);
});
afterEach(() => tables.close());

/** Ranks that score 1 and score 2 put into different orders. */
const factsOf = (count: number, words = 'tea'): KeywordFacts[] =>
  Array.from({ length: count }, (_, index) => ({
    ...newFacts(`${words} ${index}${' more'.repeat(index % 3)}`, 'en', new Date(START).toISOString()),
    ranks: index % 2 === 0 ? { google: 1 + (index % 10) } : { bing: 3, yandex: 1 + (index % 7) },
    asked: index % 2 === 0 ? ['google'] : ['bing', 'google', 'yandex'],
  }));

const write = (items: Record<string, unknown>[]) =>
  batchWrite(
    documents,
    keywordsTable.name,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
const writeOld = (facts: KeywordFacts[]) => write(facts.flatMap(itemsOfVersion1));
const writeNew = (facts: KeywordFacts[]) => write(facts.flatMap((each) => postingsOf({ facts: each, version: 1 })));

async function search(request: Partial<SearchRequest> = {}, q = 'tea') {
  read = 0;
  const found = await opened.search({ ...anything, limit: 10, ...request, wanted: wantedWords(q, 'en') });
  return { ...found, keywords: found.keywords.map(({ keyword }) => keyword.keyword) };
}

const ordered = (facts: KeywordFacts[]) =>
  inOrder(
    facts.map((each) => keywordOf(each, NO_SEED)),
    'score',
  ).map(({ keyword }) => keyword.keyword);

/** What the worker does with the message, and with those that it sends itself. */
async function rescore(term: string): Promise<number> {
  const tasks: RescoreTask[] = [{ task: 'rescore', term }];
  const { scored, readPostings } = opened;
  const index = createKeywordIndex(documents, keywordsTable.name);
  const send = (task: unknown) => Promise.resolve(void tasks.push(task as RescoreTask));
  for (const task of tasks) await rescoreList(task, { index, scored, readPostings, queue: { send } });
  return tasks.length;
}

describe('a list with postings of version 0.1', () => {
  test('is in the order of score 2, page after page, and the worker is told once to rewrite it', async () => {
    const facts = factsOf(60);
    await Promise.all([writeOld(facts.slice(20)), writeNew(facts.slice(0, 20))]);
    const first = await search();
    const second = await search({ after: first.end });
    expect([...first.keywords, ...second.keywords]).toEqual(ordered(facts).slice(0, 20));
    expect([first.isPending, second.isPending]).toEqual([false, false]);
    expect(opened.rewritten).toEqual(['tea']);
    now += HOUR / 3;
    await search();
    expect(opened.rewritten).toEqual(['tea', 'tea']);
  });

  test('is whole in all other orders', async () => {
    const facts = factsOf(30);
    await Promise.all([writeOld(facts.slice(10)), writeNew(facts.slice(0, 10))]);
    for (const sort of sorts) expect((await search({ sort, limit: 50 })).keywords).toHaveLength(30);
  });

  test('is read from the index when it was rewritten and looked at again an hour later', async () => {
    const facts = factsOf(60);
    await writeOld(facts);
    await rescore('tea');
    expect((await search()).keywords).toEqual(ordered(facts).slice(0, 10));
    expect(read).toBeGreaterThan(59);
    now += HOUR;
    await search();
    expect((await search()).keywords).toEqual(ordered(facts).slice(0, 10));
    expect(read).toBeLessThan(20);
    expect(opened.rewritten).toEqual([]);
  });

  test('is not taken for rewritten where version 0.1 writes one more before the second look', async () => {
    const facts = factsOf(60);
    await writeNew(facts.slice(1));
    await search();
    await writeOld(facts.slice(0, 1));
    now += HOUR;
    expect((await search({ limit: 60 })).keywords).toEqual(ordered(facts));
    expect(opened.rewritten).toEqual(['tea']);
    await rescore('tea');
    for (const hours of [0.5, 1]) {
      now += hours * HOUR;
      expect((await search({ limit: 60 })).keywords).toEqual(ordered(facts));
    }
    expect((await opened.scored.read(['tea'])).get('tea')).toMatchObject({ confirmed_at: now });
  });

  test('is looked at anew after a month: version 0.1 may have been rolled back to', async () => {
    const facts = factsOf(60);
    await writeNew(facts.slice(1));
    for (const hours of [0, 1]) {
      now += hours * HOUR;
      await search();
    }
    await writeOld(facts.slice(0, 1));
    now += 31 * 24 * HOUR;
    expect((await search({ limit: 60 })).keywords).toEqual(ordered(facts));
    expect(opened.rewritten).toEqual(['tea']);
    await rescore('tea');
    now += HOUR;
    expect((await search({ limit: 60 })).keywords).toEqual(ordered(facts));
    await search();
    expect(read).toBeLessThan(20);
  });

  test('leads to the inflections in it, by their regular forms before it is rewritten, by stems after that', async () => {
    const facts = factsOf(5, 'cup trays');
    await writeOld(facts);
    expect((await search({}, 'tray')).keywords).toEqual(ordered(facts));
    expect((await search({}, 'cups')).keywords).toEqual(ordered(facts));
    for (const term of opened.rewritten) await rescore(term);
    expect((await search({}, 'tray cups')).keywords).toEqual(ordered(facts));
  });
});

test('a list that is too long to be read in a request is pending until the worker has rewritten it', async () => {
  const facts = factsOf(MOST_READ + 1);
  await writeOld(facts);
  const before = await search({ limit: 50 });
  expect(before).toMatchObject({ isPending: true, end: expect.any(String) as unknown });
  expect(before.keywords).toHaveLength(50);
  expect(read).toBeLessThanOrEqual(MOST_READ + 10);
  expect(opened.rewritten).toEqual(['tea']);
  expect(await rescore('tea')).toBeGreaterThan(2);
  const all: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({ limit: 500, after });
    expect(page.isPending).toBe(false);
    all.push(...page.keywords);
    after = page.end;
  } while (after !== null);
  expect(all).toEqual(ordered(facts));
  // Rewritten, it needs a second look by the worker.
  now += HOUR;
  await search();
  expect(opened.rewritten).toEqual(['tea', 'tea']);
  await rescore('tea');
  await search({ limit: 20 });
  expect(read).toBeLessThan(30);
}, 60_000);

test('a list that version 0.1 never wrote needs two looks and no work', async () => {
  await writeNew(factsOf(30));
  await search();
  now += HOUR;
  await search();
  await search();
  expect(read).toBeLessThan(20);
  expect(opened.rewritten).toEqual([]);
});
