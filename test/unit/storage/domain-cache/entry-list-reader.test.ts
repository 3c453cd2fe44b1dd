import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BatchGetItemCommandInput } from '@aws-sdk/client-dynamodb';
import { createDomainCache, type DomainCache } from '../../../../functions/shared/storage/domain-cache/domain-cache.ts';
import { createEntryListReader } from '../../../../functions/shared/storage/domain-cache/entry-list-reader.ts';
import { sdkItemClient } from '../../../../functions/shared/storage/dynamodb/client.ts';
import type { ItemClient } from '../../../../functions/shared/storage/dynamodb/item-client.ts';
import { cacheTable, openTables, type TestTables } from '../../../support/dynamodb.ts';

const STORED = 230;
const name = (index: number) => `site-${index}.com`;
const names = (count: number) => Array.from({ length: count }, (_, index) => name(index));

let tables: TestTables;
let cache: DomainCache;
let items: ItemClient;

beforeAll(async () => {
  tables = await openTables(cacheTable);
  items = sdkItemClient(tables.client);
  cache = createDomainCache(tables.client, cacheTable.name);
  const write = (domain: string) =>
    cache.create({
      domain,
      domainUnicode: domain,
      firstCachedAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
      healAfter: 1_800_000_000_000,
      healing: { tranco: { failures: 1, after: 1_800_000_000_000 } },
      recordJson: JSON.stringify({ title: `站长笔记 🏕️ ${domain}` }),
    });
  await Promise.all(names(STORED).map(write));
});
afterAll(() => tables.close());

/** The same calls, of which each is noted. */
function watched(batchGetItem: ItemClient['batchGetItem'] = (input) => items.batchGetItem(input)) {
  const inputs: BatchGetItemCommandInput[] = [];
  let [underWay, most] = [0, 0];
  const client: ItemClient = {
    ...items,
    async batchGetItem(input) {
      inputs.push(input);
      most = Math.max(most, (underWay += 1));
      try {
        return await batchGetItem(input);
      } finally {
        underWay -= 1;
      }
    },
  };
  const reader = createEntryListReader(client, cacheTable.name);
  const keys = () => inputs.flatMap(({ RequestItems }) => RequestItems![cacheTable.name]!.Keys!);
  return { reader, inputs, keys, mostAtOnce: () => most };
}

test('each entry is what reading it alone gives; a domain without one is left out', async () => {
  const { reader } = watched();
  const entries = await reader.readEntries([...names(STORED), 'never.com']);
  expect([...entries.keys()].sort()).toEqual(names(STORED).sort());
  for (const domain of [name(0), name(99), name(STORED - 1)]) {
    expect(entries.get(domain)).toEqual(await cache.read(domain));
  }
});

test('a domain that is given twice is read once', async () => {
  const { reader, keys } = watched();
  const entries = await reader.readEntries([...names(120), ...names(120)]);
  expect(entries.size).toBe(120);
  expect(keys()).toHaveLength(120);
});

test('nothing is asked for no domains', async () => {
  const { reader, inputs } = watched();
  expect((await reader.readEntries([])).size).toBe(0);
  expect(inputs).toEqual([]);
});

test('a thousand domains take a few requests at once, none larger than DynamoDB takes', async () => {
  const { reader, inputs, keys, mostAtOnce } = watched();
  expect((await reader.readEntries(names(1_000))).size).toBe(STORED);
  expect(keys()).toHaveLength(1_000);
  for (const { RequestItems } of inputs) expect(RequestItems![cacheTable.name]!.Keys!.length).toBeLessThanOrEqual(100);
  expect(mostAtOnce()).toBeGreaterThan(1);
  expect(mostAtOnce()).toBeLessThanOrEqual(4);
});

test('what DynamoDB leaves out is asked for again', async () => {
  const { reader } = watched(async (input) => {
    const { Keys = [], ...how } = input.RequestItems![cacheTable.name]!;
    const taken = { [cacheTable.name]: { ...how, Keys: Keys.slice(0, 7) } };
    const left = Keys.slice(7);
    const { Responses } = await items.batchGetItem({ RequestItems: taken });
    return { Responses, UnprocessedKeys: left.length > 0 ? { [cacheTable.name]: { ...how, Keys: left } } : {} };
  });
  expect((await reader.readEntries(names(STORED))).size).toBe(STORED);
});

test('is consistent where that is asked for', async () => {
  const { reader, inputs } = watched();
  await reader.readEntries(names(1));
  await reader.readEntries(names(1), { consistent: true });
  expect(inputs.map(({ RequestItems }) => RequestItems![cacheTable.name]!.ConsistentRead)).toEqual([false, true]);
});
