import { beforeEach, describe, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import {
  counted,
  type KeywordFacts,
  keywordOf,
  mergeFacts,
  newFacts,
  NO_SEED,
} from '../../../../functions/core/keywords/keyword.ts';
import { requestedWords } from '../../../../functions/core/analysis/language/terms.ts';
import type { DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createSdkDynamoDB } from '../../../../functions/core/platform/dynamodb/sdk-client.ts';
import { createKeywordIndex, type KeywordIndex } from '../../../../functions/core/keywords/index/keyword-index.ts';
import { createTestTables } from '../../../support/dynamodb.ts';
import { anything, keywordsTable, createSearch } from '../../../support/keywords.ts';
import { useFresh } from '../../../support/use-opened.ts';

const MONDAY = '2026-11-02T10:00:00.000Z';
const TUESDAY = '2026-11-03T11:00:00.000Z';
let db: DynamoDB;
let index: KeywordIndex;

const tables = useFresh(() => createTestTables(keywordsTable));
beforeEach(() => {
  db = tables.db;
  index = createKeywordIndex(db, keywordsTable.name);
});

const suggested = (keyword: string, ranks: KeywordFacts['ranks'], at = MONDAY): KeywordFacts => ({
  ...newFacts(keyword, 'en', at),
  ranks,
  requested_engines: (Object.keys(ranks) as KeywordFacts['requested_engines']).toSorted(),
});

async function find(q: string, language: string | null = null) {
  const { keywords } = await createSearch(db)({ ...anything, queryWords: requestedWords(q, language), limit: 100 });
  return keywords.map(({ keyword }) => keyword);
}

async function items() {
  return (await tables.documents.send(new ScanCommand({ TableName: keywordsTable.name }))).Items!;
}

/** Makes all calls fail from the given one on, like a killed function. */
function failFrom(call: number) {
  let calls = 0;
  tables.db.middlewareStack.add(
    (next) => (args) => {
      calls += 1;
      if (calls >= call) throw new Error('killed');
      return next(args);
    },
    { step: 'initialize', name: 'killer' },
  );
  return { calls: () => calls, restore: () => tables.db.middlewareStack.remove('killer') };
}

test('a keyword has one entry for any number and order of queries and engines that find it', async () => {
  const findings = [
    suggested('seo tool', { google: 4 }),
    suggested('seo tool', { bing: 2, google: 7 }, TUESDAY),
    newFacts('seo tool', 'en', MONDAY),
  ];
  for (const finding of findings) await index.learn([finding]);
  const expected = keywordOf(counted(findings.reduce(mergeFacts)), NO_SEED);
  expect(expected).toMatchObject({ ranks: { bing: 2, google: 4 }, first_seen_at: MONDAY, last_seen_at: TUESDAY });
  expect(await find('tool')).toEqual([expected]);
  expect(await find('seo')).toEqual([expected]);
  for (const finding of findings.toReversed()) await index.learn([finding]);
  expect(await find('seo tool')).toEqual([expected]);
});

test('facts of a newer version are preserved when this version adds to them', async () => {
  const byNewer = { ...suggested('seo tool', { google: 4 }), newer: { value: 1 } };
  await index.learn([byNewer]);
  await index.learn([suggested('seo tool', { bing: 2 }, TUESDAY)]);
  expect((await index.read(['seo tool'])).get('seo tool')).toMatchObject({
    ranks: { bing: 2, google: 4 },
    newer: { value: 1 },
  });
});

test('learning the same again writes nothing', async () => {
  const findings = [suggested('seo tool', { google: 1 }), suggested('seo price', { google: 2 })];
  await index.learn(findings);
  const before = await items();
  await index.learn(findings);
  await index.learn([{ ...findings[0]!, last_seen_at: '2026-11-02T20:00:00.000Z' }]);
  expect(await items()).toEqual(before);
});

test('concurrent findings are all in every posting', async () => {
  const engines = ['google', 'bing', 'baidu', 'yandex', 'sogou'] as const;
  const keywords = ['seo tool', 'best seo tool', '长尾关键词工具'];
  await Promise.all(
    engines.map((engine, rank) => index.learn(keywords.map((keyword) => suggested(keyword, { [engine]: rank + 1 })))),
  );
  for (const q of ['seo', 'tool', 'best', '长尾', '关键词', '工具']) {
    for (const found of await find(q)) expect(Object.keys(found.ranks).toSorted()).toEqual(engines.toSorted());
  }
  expect((await find('tool')).map(({ keyword }) => keyword).toSorted()).toEqual(['best seo tool', 'seo tool']);
});

describe('a writer that was delayed before its postings', () => {
  /** A separate instance. Its first posting waits until it is released; with `fails` it fails after the postings. */
  function slowInstance({ fails = false } = {}) {
    const { endpoint, region, credentials } = tables.client.config;
    const client = new DynamoDBClient({ endpoint: endpoint!, region, credentials });
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let isReleased = false;
    client.middlewareStack.add(
      (next) => async (args) => {
        const input = JSON.stringify(args.input);
        if (fails && isReleased && input.includes('"keyword:')) throw new Error('killed');
        if (input.includes('"term:')) {
          reached.resolve();
          await released.promise;
          isReleased = true;
        }
        return next(args);
      },
      { step: 'initialize' },
    );
    return {
      index: createKeywordIndex(createSdkDynamoDB(client), keywordsTable.name),
      reached: reached.promise,
      release: released.resolve,
    };
  }

  test('does not replace the postings that another writer has written since', async () => {
    const slow = slowInstance();
    const learning = slow.index.learn([suggested('seo tool', { google: 9 })]);
    await slow.reached;
    await index.learn([suggested('seo tool', { bing: 1 })]);
    slow.release();
    await learning;
    for (const q of ['seo', 'tool']) expect(await find(q)).toMatchObject([{ ranks: { bing: 1, google: 9 } }]);
  });

  test('does not replace them when it fails directly afterwards, and its message is delivered again', async () => {
    const slow = slowInstance({ fails: true });
    const findings = [suggested('seo tool', { google: 9 })];
    const learning = slow.index.learn(findings);
    await slow.reached;
    await index.learn([suggested('seo tool', { bing: 1 })]);
    slow.release();
    await expect(learning).rejects.toThrow('killed');
    await index.learn(findings);
    for (const q of ['seo', 'tool']) expect(await find(q)).toMatchObject([{ ranks: { bing: 1, google: 9 } }]);
  });
});

describe('an interrupted attempt', () => {
  test.each([1, 2, 3, 4, 5])('at call %i is completed by the next one', async (call) => {
    await index.learn([suggested('seo tool', { google: 9 })]);
    const findings = [suggested('seo tool', { google: 1 }), suggested('free seo tool', { bing: 3 })];
    const failure = failFrom(call);
    await index.learn(findings).catch(() => {});
    failure.restore();
    await index.learn(findings);
    for (const q of ['seo', 'tool']) {
      const found = new Map((await find(q)).map((keyword) => [keyword.keyword, keyword.ranks]));
      expect(found.get('seo tool')).toEqual({ google: 1 });
      expect(found.get('free seo tool')).toEqual({ bing: 3 });
    }
  });
});

describe('the order by search volume', () => {
  const measured = (keyword: string, search_volume: number | null, country: string, at = MONDAY): KeywordFacts => ({
    ...newFacts(keyword, 'en', MONDAY),
    metrics: {
      ...{ country, search_volume, cpc_usd: null, competition: null, keyword_difficulty: null, main_intent: null },
      fetched_at: at,
    },
  });

  /** Reads all keywords, two at a time. */
  async function volumes(country: string | null) {
    const request = { ...anything, sort: 'search_volume' as const, country, limit: 2 };
    const found: (readonly [string, number | null])[] = [];
    let after: string | null = null;
    do {
      const page = await createSearch(db)({ ...request, after, queryWords: requestedWords('seo', 'en') });
      found.push(
        ...page.keywords.map(({ keyword: { keyword, metrics } }) => [keyword, metrics?.search_volume ?? null] as const),
      );
      after = page.end;
    } while (after !== null);
    return found;
  }

  test('has each keyword once, by its newest metrics', async () => {
    await index.learn([measured('seo a', 10, 'US'), measured('seo b', 20, 'US'), measured('seo c', 30, 'US')]);
    await index.learn([measured('seo a', 40, 'US', TUESDAY), measured('seo c', null, 'US', TUESDAY)]);
    const expected = [
      ['seo a', 40],
      ['seo b', 20],
      ['seo c', null],
    ];
    expect(await volumes('US')).toEqual(expected);
  });

  test('has keywords with metrics of another country among those without', async () => {
    await index.learn([measured('seo a', 10, 'US'), measured('seo b', 20, 'US'), newFacts('seo c', 'en', MONDAY)]);
    await index.learn([measured('seo b', 90, 'GB', TUESDAY)]);
    const inUs = [
      ['seo a', 10],
      ['seo b', null],
      ['seo c', null],
    ];
    const inGb = [
      ['seo b', 90],
      ['seo a', null],
      ['seo c', null],
    ];
    expect(await volumes('US')).toEqual(inUs);
    expect(await volumes('GB')).toEqual(inGb);
    expect(await volumes(null)).toEqual(inUs.map(([keyword]) => [keyword, null]));
  });
});

test('facts are read by keyword', async () => {
  await index.learn([suggested('seo tool', { google: 1 })]);
  const read = await index.read(['seo tool', 'unknown', 'seo tool']);
  expect([...read.keys()]).toEqual(['seo tool']);
  expect(read.get('seo tool')).toMatchObject({ ranks: { google: 1 } });
});
