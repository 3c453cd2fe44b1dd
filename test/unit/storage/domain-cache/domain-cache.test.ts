import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDomainCache, type DomainCache } from '../../../../functions/shared/storage/domain-cache/domain-cache.ts';
import { cacheTable, openTables, type TestTables } from '../../../support/dynamodb.ts';

let tables: TestTables;
let cache: DomainCache;

beforeAll(async () => {
  tables = await openTables(cacheTable);
  cache = createDomainCache(tables.client, cacheTable.name);
});
afterAll(() => tables.close());

const entry = (domain: string, updatedAt: string, recordJson: string) => ({
  domain,
  domainUnicode: domain,
  firstCachedAt: '2026-01-01T00:00:00.000Z',
  updatedAt,
  healAfter: null,
  healing: {},
  recordJson,
});

test('an entry is read back as it was written, whatever characters it holds', async () => {
  const written = entry('a.com', '2026-01-02T00:00:00.000Z', JSON.stringify({ title: '站长笔记 🏕️ "quoted" \u0000' }));
  await cache.create(written);
  expect(await cache.read('a.com')).toEqual({ ...written, revision: expect.any(String) });
});

test('a domain never fetched is null', async () => {
  expect(await cache.read('never.com', { consistent: true })).toBeNull();
});

test('of two that make the entry of a new domain at once, one loses and is told so', async () => {
  expect(await cache.create(entry('b.com', '2026-01-02T00:00:00.000Z', '{"n":2}'))).toBe(true);
  expect(await cache.create(entry('b.com', '2026-01-03T00:00:00.000Z', '{"n":3}'))).toBe(false);
  expect((await cache.read('b.com'))?.recordJson).toBe('{"n":2}');
});

test('a record of 900 KB of ordinary text fits into one item', async () => {
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

test('the time to heal is kept', async () => {
  await cache.create({ ...entry('heal.com', '2026-01-02T00:00:00.000Z', '{}'), healAfter: 1_800_000_000_000 });
  expect((await cache.read('heal.com'))?.healAfter).toBe(1_800_000_000_000);
});

test('an entry is amended only as it was read', async () => {
  await cache.create(entry('c.com', '2026-01-02T00:00:00.000Z', '{"n":1}'));
  const read = (await cache.read('c.com'))!;
  expect(await cache.amend({ ...read, recordJson: '{"n":2}' })).toBe(true);
  expect(await cache.amend({ ...read, recordJson: '{"n":3}' })).toBe(false);
  expect((await cache.read('c.com'))?.recordJson).toBe('{"n":2}');
});
