import { beforeAll, expect, test } from '@jest/globals';
import { createBackgroundRequests } from '../../../functions/core/sources/providers/background-requests.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createFetchLeases } from '../../../functions/core/platform/coordination.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const table = coordinationTable.name;
const DAY_MS = 86_400_000;
let client: DynamoDB;
let now = Date.parse('2026-01-10T12:00:00Z');
const clock = () => now;
const tables = useOpened(() => createTestTables(coordinationTable));
beforeAll(() => {
  client = tables.db;
});

/** Advances the clock beyond an item's time to live. DynamoDB deletes it days later, so it must still exist. */
async function expire(id: string) {
  const { Item } = await client.get({ TableName: table, Key: { id } });
  now = (Item!.expires_at as number) * 1000 + DAY_MS;
  const { Item: still } = await client.get({ TableName: table, Key: { id } });
  expect(still).toEqual(Item);
}

test('an expired failure of a fetch is not returned to callers', async () => {
  const leases = createFetchLeases(client, table, clock);
  const failure = { text: 'no source answered: dns: timeout', values: { reasons: { dns: 'timeout' } } };
  await leases.release('b.com', (await leases.acquire('b.com'))!, failure);
  expect(await leases.read('b.com')).toMatchObject({ failure });
  await expire('fetch#b.com');
  expect(await leases.read('b.com')).toBeNull();
  expect(await leases.acquire('b.com')).toEqual(expect.any(String));
});

test('an expired background request is not returned', async () => {
  const requests = createBackgroundRequests(client, table);
  await requests.add('a.com', { task: 'refresh', requestedAt: now });
  await expire('asked#a.com');
  expect(await requests.read('a.com', now)).toBeNull();
});
