import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createBackgroundRequests } from '../../../functions/shared/storage/background-requests.ts';
import { createOnceMarkers } from '../../../functions/shared/storage/once-markers.ts';
import { createDailyBudget } from '../../../functions/shared/storage/daily-budget.ts';
import type { DynamoDB } from '../../../functions/shared/storage/dynamodb/dynamodb.ts';
import { createFetchLeases } from '../../../functions/shared/storage/fetch-lease.ts';
import { createSharedCache } from '../../../functions/shared/storage/shared-cache.ts';
import { createProviderRateLimit } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { coordinationTable, openTables, type TestTables } from '../../support/dynamodb.ts';

const table = coordinationTable.name;
const DAY_MS = 86_400_000;

let tables: TestTables;
let client: DynamoDB;
let now = Date.parse('2026-01-10T12:00:00Z');
const clock = () => now;
beforeAll(async () => {
  tables = await openTables(coordinationTable);
  client = tables.db;
});
afterAll(() => tables.close());

/** Lets an item's time to live pass. DynamoDB deletes it days later, so it has to be there still. */
async function expire(id: string) {
  const { Item } = await client.get({ TableName: table, Key: { id } });
  now = (Item!.expires_at as number) * 1000 + DAY_MS;
  const { Item: still } = await client.get({ TableName: table, Key: { id } });
  expect(still).toEqual(Item);
}

test('a lease whose time is over holds nobody up', async () => {
  const leases = createFetchLeases(client, table, clock);
  await leases.acquire('a.com');
  await expire('fetch#a.com');
  expect(await leases.read('a.com')).toBeNull();
  expect(await leases.acquire('a.com')).toEqual(expect.any(String));
});

test('a failed fetch whose time is over is told to nobody', async () => {
  const leases = createFetchLeases(client, table, clock);
  const failure = { text: 'no source answered: dns: timeout', params: { reasons: { dns: 'timeout' } } };
  await leases.release('b.com', (await leases.acquire('b.com'))!, failure);
  expect(await leases.read('b.com')).toMatchObject({ failure });
  await expire('fetch#b.com');
  expect(await leases.read('b.com')).toBeNull();
  expect(await leases.acquire('b.com')).toEqual(expect.any(String));
});

test('a claim whose time is over is given again', async () => {
  const claims = createOnceMarkers(client, table, clock);
  expect(await claims.claim('heal', 60_000)).toBe(true);
  await expire('claim#heal');
  expect([await claims.claim('heal', 60_000), await claims.claim('heal', 60_000)]).toEqual([true, false]);
});

test('what the operator asked for is not waited for any more when its time is over', async () => {
  const requests = createBackgroundRequests(client, table);
  await requests.note('a.com', { task: 'refresh', askedAt: now });
  await expire('asked#a.com');
  expect(await requests.read('a.com', now)).toBeNull();
});

test("a provider's list whose time is over is loaded again", async () => {
  const lists = () => createSharedCache(client, table, clock);
  await lists()('list', DAY_MS, () => Promise.resolve('old'));
  await expire('shared#list');
  expect(await lists()('list', DAY_MS, () => Promise.resolve('new'))).toBe('new');
});

test('a slot whose time is over holds nobody up: neither who died with it, nor what the provider asked for', async () => {
  const rateLimit = createProviderRateLimit(client, table, clock);
  const pace = { key: 'provider', intervalMs: 60_000, serial: true };
  await rateLimit.take(pace, 0);
  await expire('turn#provider');
  const slot = await rateLimit.take(pace, 0);
  await slot.end({ retryAfterMs: DAY_MS });
  await expect(rateLimit.take(pace, 0)).rejects.toMatchObject({ code: 'retry_later' });
  await expire('turn#provider');
  await expect(rateLimit.take(pace, 0)).resolves.toBeTruthy();
});

test("a day's spending whose time is over does not count for the present day", async () => {
  const budget = createDailyBudget(client, table, 1, clock);
  const day = new Date(now).toISOString().slice(0, 10);
  expect([await budget.reserve(1, 'dataforseo'), await budget.reserve(1, 'dataforseo')]).toMatchObject([{}, null]);
  await expire(`budget#${day}`);
  expect(await budget.reserve(1, 'dataforseo')).not.toBeNull();
});
