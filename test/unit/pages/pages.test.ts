import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PageAddress } from '../../../functions/core/platform/names/page-address.ts';
import { createPages, type PageItem, pageKey, type Pages } from '../../../functions/core/pages/pages.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { createTestTables, pagesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';

const T0 = Date.parse('2026-11-22T10:00:00Z');
const ADDRESS: PageAddress = { url: 'https://a.com/x?y=1', domain: 'a.com' };
let now: number;
let pages: Pages;

const tables = useFresh(() => createTestTables(pagesTable));
beforeEach(() => {
  now = T0;
  pages = createPages(tables.db, pagesTable.name, () => now);
});

const entryOf = (text: string, address = ADDRESS, retryAt: number | null = null) => ({
  ...address,
  firstCachedAt: new Date(T0).toISOString(),
  updatedAt: new Date(now).toISOString(),
  retryAt,
  version: 1,
  recordJson: JSON.stringify({ text }),
});
async function store(text: string, address = ADDRESS, retryAt: number | null = null) {
  const { token } = await pages.begin(address);
  expect(await pages.store(entryOf(text, address, retryAt), token)).toBe(true);
}
async function itemOf(address = ADDRESS): Promise<PageItem> {
  const { Item } = await tables.db.get({ TableName: pagesTable.name, Key: pageKey(address), ConsistentRead: true });
  return Item as PageItem;
}
const secondsLeft = async () => (await itemOf()).expires_at - now / 1000;
const read = (address = ADDRESS) => pages.read(address, { consistent: true });

describe('an entry', () => {
  test('is read as it was stored', async () => {
    await store('one', ADDRESS, T0 + 5);
    const stored = await read();
    expect(stored).toEqual({
      ...entryOf('one', ADDRESS, T0 + 5),
      revision: stored!.revision,
      expiresAt: T0 + 90 * DAY_MS,
    });
  });

  test('has a new revision after each write, and no values of the previous write', async () => {
    await store('one', ADDRESS, T0 + 5);
    const first = await read();
    await store('two');
    const second = await read();
    expect(second).toMatchObject({ retryAt: null, recordJson: '{"text":"two"}' });
    expect(second!.revision).not.toBe(first!.revision);
    expect((await itemOf()).fetch).toBeUndefined();
  });

  test('is readable and keeps its expiry while it is fetched again', async () => {
    await store('one');
    now += 10 * DAY_MS;
    const { previous } = await pages.begin(ADDRESS);
    expect(previous).toEqual(await read());
    expect(previous).toMatchObject({ recordJson: '{"text":"one"}', expiresAt: T0 + 90 * DAY_MS });
  });
});

describe('an expired entry', () => {
  test('is not readable until the result of the next fetch is stored', async () => {
    await store('old');
    now += 90 * DAY_MS;
    expect(await read()).toBeNull();
    const { token, previous } = await pages.begin(ADDRESS);
    expect([previous, await read()]).toEqual([null, null]);
    await pages.store(entryOf('new'), token);
    expect(await read()).toMatchObject({ recordJson: '{"text":"new"}', expiresAt: now + 90 * DAY_MS });
  });

  test('is readable a second before it expires', async () => {
    await store('old');
    now += 90 * DAY_MS - 1_000;
    expect(await read()).not.toBeNull();
  });

  test('includes the item of a fetch that did not end, after ten minutes', async () => {
    await pages.begin(ADDRESS);
    expect([await read(), await secondsLeft()]).toEqual([null, 600]);
    const { previous } = await pages.begin(ADDRESS);
    expect(previous).toBeNull();
  });
});

describe('recordRequest', () => {
  test('writes once a day, and extends the expiry', async () => {
    await store('one');
    now += DAY_MS - 1_000;
    await pages.recordRequest((await read())!);
    expect((await read())!.expiresAt).toBe(T0 + 90 * DAY_MS);
    now += 1_000;
    await pages.recordRequest((await read())!);
    expect((await read())!.expiresAt).toBe(T0 + 91 * DAY_MS);
  });

  test('restores no deleted entry, and creates none for a fetch in progress', async () => {
    await store('one');
    now += 2 * DAY_MS;
    const stored = (await read())!;
    await pages.deleteDomain('a.com');
    await pages.recordRequest(stored);
    expect(await itemOf()).toBeUndefined();
    await pages.begin(ADDRESS);
    await pages.recordRequest(stored);
    expect(await secondsLeft()).toBe(600);
  });
});

test('deleteDomain deletes all pages of a domain, and none of other domains', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ url: `https://www.a.com/${index}`, domain: 'a.com' }));
  const others = ['b.a.com', 'aa.com'].map((domain) => ({ url: `https://${domain}/`, domain }));
  for (const address of [...many, ...others]) await store('x', address);
  const { token } = await pages.begin(ADDRESS);
  await pages.deleteDomain('a.com');
  expect(await pages.store(entryOf('late'), token)).toBe(false);
  const left = await Promise.all([...many, ...others, ADDRESS].map((address) => read(address)));
  expect(left.flatMap((entry) => entry?.url ?? [])).toEqual(others.map(({ url }) => url));
});

test('list returns the pages of a domain in parts, each once, without expired and unfetched ones', async () => {
  const address = (index: number) => ({ url: `https://a.com/${index}`, domain: 'a.com' });
  await store('old', address(0));
  now += 90 * DAY_MS;
  // Text that is hardly compressible: more than the 1 MB that DynamoDB reads at once.
  for (let index = 1; index <= 6; index += 1) await store(randomBytes(180_000).toString('base64'), address(index));
  await store('other', { url: 'https://b.com/1', domain: 'b.com' });
  await pages.begin(address(7));
  const listed: string[] = [];
  let parts = 0;
  for (let after: string | null = null; parts === 0 || after !== null; parts += 1) {
    const part = await pages.list('a.com', after);
    listed.push(...part.pages.map(({ url }) => url));
    after = part.next;
  }
  expect(listed.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((index) => address(index).url));
  expect(parts).toBeGreaterThan(1);
});

test('every address has a unique key within the size limit', () => {
  const path = fc.string({ unit: 'binary-ascii', maxLength: 2_000 });
  fc.assert(
    fc.property(path, path, (one, other) => {
      const [first, second] = [one, other].map((text) => pageKey({ url: `https://a.com/${text}`, domain: 'a.com' }));
      expect(first!.page).toMatch(/^[\w-]{43}$/);
      expect(first!.page === second!.page).toBe(one === other);
    }),
  );
});
