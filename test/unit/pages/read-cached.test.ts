import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readCached } from '../../../functions/core/pages/page-endpoint.ts';
import { nothing } from '../../../functions/core/pages/read-page.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createPages } from '../../../functions/core/pages/pages.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { apiEvent } from '../../support/api-event.ts';
import { createTestTables, pagesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';

const ADDRESS = { url: 'https://a.com/x?y=1', domain: 'a.com' };
let now: number;
let calls: string[];
let broken: boolean;

const tables = useFresh(() => createTestTables(pagesTable));
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00Z');
  calls = [];
  broken = false;
});

async function store(retryAt: number | null = null) {
  const pages = createPages(tables.db, pagesTable.name, () => now);
  const time = new Date(now).toISOString();
  const recordJson = JSON.stringify({ ...nothing, sources: [] });
  const entry = { ...ADDRESS, firstCachedAt: time, updatedAt: time, retryAt, version: 1, recordJson };
  await pages.store(entry, (await pages.begin(ADDRESS)).token);
}

/** Counts the calls of the real client. */
function counting(): DynamoDB {
  const client = tables.db;
  return {
    ...client,
    get: (input) => (calls.push('get'), client.get(input)),
    update: (...input) => {
      calls.push('update');
      return broken ? Promise.reject(new Error('down')) : client.update(...input);
    },
  };
}

const read = (query: string) =>
  readCached(
    apiEvent(query),
    createPages(counting(), pagesTable.name, () => now),
    now,
  );

describe('a stored page', () => {
  test('costs one read', async () => {
    await store();
    const hit = await read('url=HTTPS://a.com:443/z/../x?y=1%23&api_key=k'.replace('%23', ''));
    expect([hit?.entry.url, hit?.fields, calls]).toEqual([ADDRESS.url, undefined, ['get']]);
  });

  test('has its request recorded once a day, and is answered when that fails', async () => {
    await store();
    now += 2 * DAY_MS;
    broken = true;
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await read(`url=${encodeURIComponent(ADDRESS.url)}`)).not.toBeNull();
    broken = false;
    expect(warn.mock.calls).toEqual([[expect.stringContaining('request of a page not recorded')]]);
    warn.mockRestore();
    for (let times = 0; times < 3; times += 1) await read(`url=${encodeURIComponent(ADDRESS.url)}`);
    expect(calls).toEqual(['get', 'update', 'get', 'update', 'get', 'get']);
  });

  test('is fetched again when a retry is due', async () => {
    await store(now + 1_000);
    expect(await read(`url=${encodeURIComponent(ADDRESS.url)}`)).not.toBeNull();
    now += 1_000;
    expect(await read(`url=${encodeURIComponent(ADDRESS.url)}`)).toBeNull();
  });
});

test.each([
  ['a refresh', 'url=https://a.com/x?y=1&refresh=1'],
  ['a parameter that is unknown', 'url=https://a.com/x?y=1&refrehs=0'],
  ['a parameter given twice', 'url=https://a.com/x&url=https://a.com/x'],
  ['an address that is none', 'url=a.com/x'],
  ['no address', ''],
  ['unknown fields', 'url=https://a.com/x?y=1&fields=nonsense'],
])('%s needs the complete query, without a read', async (_, query) => {
  await store();
  expect([await read(query), calls]).toEqual([null, []]);
});
