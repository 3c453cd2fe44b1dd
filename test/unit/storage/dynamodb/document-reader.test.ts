import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { batchGet } from '../../../../functions/shared/storage/dynamodb/batch-get.ts';
import { sdkItemClient } from '../../../../functions/shared/storage/dynamodb/client.ts';
import {
  createDocumentClient,
  sdkDocumentReader,
} from '../../../../functions/shared/storage/dynamodb/document-client.ts';
import {
  createDocumentReader,
  type DocumentReader,
} from '../../../../functions/shared/storage/dynamodb/document-reader.ts';
import type { ItemClient } from '../../../../functions/shared/storage/dynamodb/item-client.ts';
import { cacheTable, historyTable, openTables, type TestTables } from '../../../support/dynamodb.ts';

const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'];
let tables: TestTables;
let documents: DynamoDBDocumentClient;
let reader: DocumentReader;

beforeAll(async () => {
  tables = await openTables(cacheTable, historyTable);
  documents = createDocumentClient(tables.client);
  reader = createDocumentReader(sdkItemClient(tables.client));
  for (const [pages, captured_at] of days.entries()) {
    const Item = { domain: 'known.com', captured_at, pages, facts: { title: null, words: ['a', 1.5, true] } };
    await documents.send(new PutCommand({ TableName: historyTable.name, Item }));
  }
});
afterAll(() => tables.close());

const keyOf = (captured_at: string) => ({ domain: 'known.com', captured_at });

/** The document client takes an object for an instance of a class by its member `constructor`: no stored shape has one. */
const name = fc.string({ minLength: 1 }).filter((text) => text !== 'constructor');

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).filter((n) => Math.abs(n) > 1e-30),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ minLength: 1 }),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((texts) => new Set(texts)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));

test('whatever is stored is read as the document client reads it', () =>
  fc.assert(
    fc.asyncProperty(value, async (facts) => {
      const Item = { domain: 'any.com', facts };
      await documents.send(new PutCommand({ TableName: cacheTable.name, Item }));
      const input = { TableName: cacheTable.name, Key: { domain: 'any.com' }, ConsistentRead: true };
      const read = await reader.get(input);
      expect(read.Item).toEqual((await sdkDocumentReader(documents).get(input)).Item);
    }),
    { numRuns: 50 },
  ));

test('an item that is not there is none', async () => {
  expect(await reader.get({ TableName: cacheTable.name, Key: { domain: 'unknown.com' } })).toEqual({});
});

test('a list is read page by page as the document client reads it', async () => {
  const input = {
    TableName: historyTable.name,
    KeyConditionExpression: '#domain = :domain AND captured_at BETWEEN :first AND :last',
    ExpressionAttributeNames: { '#domain': 'domain' },
    ExpressionAttributeValues: { ':domain': 'known.com', ':first': days[1], ':last': days[4] },
    ScanIndexForward: false,
    Limit: 3,
  };
  const first = await reader.query({ ...input, ExclusiveStartKey: undefined });
  expect(first).toEqual(pickPage(await sdkDocumentReader(documents).query(input)));
  expect(first.Items).toMatchObject([{ pages: 4 }, { pages: 3 }, { pages: 2 }]);
  const second = await reader.query({ ...input, ExclusiveStartKey: first.LastEvaluatedKey });
  expect(second.Items).toMatchObject([{ pages: 1, facts: { title: null, words: ['a', 1.5, true] } }]);
  expect(second.LastEvaluatedKey).toBeUndefined();
});

const pickPage = ({ Items, LastEvaluatedKey }: Awaited<ReturnType<DocumentReader['query']>>) => ({
  Items,
  LastEvaluatedKey,
});

test('keys that DynamoDB leaves out are asked for again, with the same consistency', async () => {
  const asked: { count: number; consistent: boolean | undefined }[] = [];
  /** Answers the first two keys of each request. */
  const busy: ItemClient = {
    ...sdkItemClient(tables.client),
    async batchGetItem({ RequestItems }) {
      const { Keys = [], ...how } = RequestItems![historyTable.name]!;
      asked.push({ count: Keys.length, consistent: how.ConsistentRead });
      const taken = { RequestItems: { [historyTable.name]: { ...how, Keys: Keys.slice(0, 2) } } };
      const { Responses } = await sdkItemClient(tables.client).batchGetItem(taken);
      const left = Keys.slice(2);
      return { Responses, UnprocessedKeys: left.length > 0 ? { [historyTable.name]: { ...how, Keys: left } } : {} };
    },
  };
  const keys = [...days.map(keyOf), keyOf('2026-02-01')];
  const items = await batchGet(createDocumentReader(busy), historyTable.name, keys, { consistent: true });
  expect(items.map(({ captured_at }) => captured_at).toSorted()).toEqual(days);
  expect(asked).toEqual([6, 4, 2].map((count) => ({ count, consistent: true })));
});

test('what is read by keys is read as the document client reads it', async () => {
  const [lean, sdk] = await Promise.all(
    [reader, sdkDocumentReader(documents)].map((each) =>
      batchGet(each, historyTable.name, days.slice(0, 1).map(keyOf)),
    ),
  );
  expect(lean).toEqual(sdk);
  expect(lean).toMatchObject([{ pages: 0, facts: { title: null } }]);
});
