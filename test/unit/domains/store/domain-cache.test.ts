import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDomainCache, type DomainCache } from '../../../../functions/core/domains/store/domain-cache.ts';
import type { BatchGetInput, DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import { cacheTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

let cache: DomainCache;

const tables = useOpened(() => createTestTables(cacheTable));
beforeAll(() => {
  cache = createDomainCache(tables.db, cacheTable.name);
});

const entry = (domain: string, updatedAt: string, recordJson: string) => ({
  domain,
  domainUnicode: domain,
  firstCachedAt: '2026-01-01T00:00:00.000Z',
  updatedAt,
  allFetchedAt: updatedAt,
  retryAt: null,
  retries: {},
  pending: [],
  recordJson,
});

test('an entry is read as it was written, with any characters', async () => {
  const written = entry('a.com', '2026-01-02T00:00:00.000Z', JSON.stringify({ title: '站长笔记 🏕️ "quoted" \u0000' }));
  await cache.create(written);
  expect(await cache.read('a.com')).toEqual({ ...written, revision: expect.any(String) });
});

test('a domain that was never fetched has no entry', async () => {
  expect(await cache.read('never.com', { consistent: true })).toBeNull();
});

test('one of two concurrent creations of an entry fails', async () => {
  expect(await cache.create(entry('b.com', '2026-01-02T00:00:00.000Z', '{"n":2}'))).toBe(true);
  expect(await cache.create(entry('b.com', '2026-01-03T00:00:00.000Z', '{"n":3}'))).toBe(false);
  expect((await cache.read('b.com'))?.recordJson).toBe('{"n":2}');
});

test('a record with 900 KB of text fits into one item', async () => {
  const links = Array.from({ length: 9_000 }, (_, index) => ({
    href: `https://a.com/articles/2026/${index * 7919}/page`,
  }));
  const written = entry(
    'big.com',
    '2026-01-02T00:00:00.000Z',
    JSON.stringify({ links, text: 'words '.repeat(70_000) }),
  );
  expect(written.recordJson.length).toBeGreaterThan(850_000);
  await cache.create(written);
  expect(await cache.read('big.com')).toMatchObject(written);
});

test('create stores the time of the next retry', async () => {
  await cache.create({ ...entry('retry.com', '2026-01-02T00:00:00.000Z', '{}'), retryAt: 1_800_000_000_000 });
  expect((await cache.read('retry.com'))?.retryAt).toBe(1_800_000_000_000);
});

test('an entry is overwritten only if it was not changed since it was read', async () => {
  await cache.create(entry('c.com', '2026-01-02T00:00:00.000Z', '{"n":1}'));
  const read = (await cache.read('c.com'))!;
  expect(await cache.amend({ ...read, recordJson: '{"n":2}' })).toBe(true);
  expect(await cache.amend({ ...read, recordJson: '{"n":3}' })).toBe(false);
  expect((await cache.read('c.com'))?.recordJson).toBe('{"n":2}');
});

/** Returns a cache that records its calls. */
function recordingCache(batchGet: DynamoDB['batchGet'] = (input) => tables.db.batchGet(input)) {
  const inputs: BatchGetInput[] = [];
  let [running, most] = [0, 0];
  const client: DynamoDB = {
    ...tables.db,
    async batchGet(input) {
      inputs.push(input);
      most = Math.max(most, (running += 1));
      try {
        return await batchGet(input);
      } finally {
        running -= 1;
      }
    },
  };
  const reader = createDomainCache(client, cacheTable.name);
  const keys = () => inputs.flatMap(({ RequestItems }) => RequestItems![cacheTable.name]!.Keys!);
  return { reader, inputs, keys, mostAtOnce: () => most };
}

describe('reading many entries', () => {
  const STORED = 230;
  const name = (index: number) => `site-${index}.com`;
  const names = (count: number) => Array.from({ length: count }, (_, index) => name(index));

  beforeAll(async () => {
    const write = (domain: string) =>
      cache.create({
        domain,
        domainUnicode: domain,
        firstCachedAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-02T00:00:00.000Z',
        allFetchedAt: '2026-01-02T00:00:00.000Z',
        retryAt: 1_800_000_000_000,
        retries: { tranco: { failures: 1, dueAt: 1_800_000_000_000 } },
        pending: [],
        recordJson: JSON.stringify({ title: `站长笔记 🏕️ ${domain}` }),
      });
    await Promise.all(names(STORED).map(write));
  });

  test('returns the same entries as single reads, without domains that have none', async () => {
    const { reader } = recordingCache();
    const entries = await reader.readEntries([...names(STORED), 'never.com']);
    expect([...entries.keys()].sort()).toEqual(names(STORED).sort());
    for (const domain of [name(0), name(99), name(STORED - 1)]) {
      expect(entries.get(domain)).toEqual(await cache.read(domain));
    }
  });

  test('reads a duplicate domain once', async () => {
    const { reader, keys } = recordingCache();
    const entries = await reader.readEntries([...names(120), ...names(120)]);
    expect(entries.size).toBe(120);
    expect(keys()).toHaveLength(120);
  });

  test('sends no request for no domains', async () => {
    const { reader, inputs } = recordingCache();
    expect((await reader.readEntries([])).size).toBe(0);
    expect(inputs).toEqual([]);
  });

  test("reads a thousand domains with a few concurrent requests within DynamoDB's limits", async () => {
    const { reader, inputs, keys, mostAtOnce } = recordingCache();
    expect((await reader.readEntries(names(1_000))).size).toBe(STORED);
    expect(keys()).toHaveLength(1_000);
    for (const { RequestItems } of inputs)
      expect(RequestItems![cacheTable.name]!.Keys!.length).toBeLessThanOrEqual(100);
    expect(mostAtOnce()).toBeGreaterThan(1);
    expect(mostAtOnce()).toBeLessThanOrEqual(4);
  });

  test('requests unprocessed keys again', async () => {
    const { reader } = recordingCache(async (input) => {
      const { Keys = [], ...how } = input.RequestItems![cacheTable.name]!;
      const taken = { [cacheTable.name]: { ...how, Keys: Keys.slice(0, 7) } };
      const left = Keys.slice(7);
      const { Responses } = await tables.db.batchGet({ RequestItems: taken });
      return { Responses, UnprocessedKeys: left.length > 0 ? { [cacheTable.name]: { ...how, Keys: left } } : {} };
    });
    expect((await reader.readEntries(names(STORED))).size).toBe(STORED);
  });

  test('is strongly consistent if requested', async () => {
    const { reader, inputs } = recordingCache();
    await reader.readEntries(names(1));
    await reader.readEntries(names(1), { consistent: true });
    expect(inputs.map(({ RequestItems }) => RequestItems![cacheTable.name]!.ConsistentRead)).toEqual([false, true]);
  });
});
