import { describe, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createQueryDays } from '../../../../functions/core/domains/schedule/query-days.ts';
import type { DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createSdkDynamoDB } from '../../../../functions/core/platform/dynamodb/sdk-client.ts';
import { localCredentials, localRegion } from '../../../../infra/local/credentials.ts';
import { createTestTables, scheduleTable } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

const DAY_1 = Date.parse('2026-03-01T23:59:00Z');
const DAY_2 = Date.parse('2026-03-02T00:01:00Z');
const tables = useOpened(() => createTestTables(scheduleTable));

async function read(domain: string) {
  const { Item: item } = await tables.db.get({ TableName: scheduleTable.name, Key: { domain } });
  return item ? { first: item.first_asked_on as string, last: item.last_asked_on as string } : null;
}

/** Counts the writes that reach the table. They have no time limit, which a separate test verifies. */
function countedSchedule() {
  let writes = 0;
  const counted: DynamoDB = {
    ...tables.db,
    update: (input) => {
      writes += 1;
      return tables.db.update(input);
    },
  };
  return { schedule: createQueryDays(counted, scheduleTable.name), writes: () => writes };
}

test('the first and the last day of queries of a domain are stored', async () => {
  const { schedule } = countedSchedule();
  await schedule.recordFirstQuery('a.com', DAY_1);
  await schedule.recordQuery('a.com', DAY_2);
  expect(await read('a.com')).toEqual({ first: '2026-03-01', last: '2026-03-02' });
});

test('a query of a domain that was never fetched writes nothing', async () => {
  const { schedule } = countedSchedule();
  expect(await schedule.recordQuery('unknown.com', DAY_1)).toBe('record query');
  expect(await read('unknown.com')).toBeNull();
});

test('an instance that found no item before records the first query of the domain', async () => {
  const { schedule } = countedSchedule();
  await schedule.recordQuery('new.com', DAY_1);
  await schedule.recordFirstQuery('new.com', DAY_1);
  expect(await read('new.com')).toEqual({ first: '2026-03-01', last: '2026-03-01' });
  expect(await schedule.recordQuery('new.com', DAY_2)).toBe('follow');
});

test('an instance writes a domain once a day, for any number of queries', async () => {
  const { schedule, writes } = countedSchedule();
  await schedule.recordFirstQuery('b.com', DAY_1);
  for (let call = 0; call < 5; call += 1) await schedule.recordQuery('b.com', DAY_1);
  expect(writes()).toBe(1);
  await schedule.recordQuery('b.com', DAY_2);
  await schedule.recordQuery('b.com', DAY_2);
  expect(writes()).toBe(2);
});

test('a table that does not respond fails the call within the time limit', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  await expect(createQueryDays(createSdkDynamoDB(client), 'schedule').recordQuery('a.com', DAY_1)).rejects.toThrow();
  client.destroy();
  silent.closeAllConnections();
  silent.close();
});

describe('a followed domain that is requested again', () => {
  const changeOf = async (next_snapshot_at: string) => {
    const domain = `${next_snapshot_at}.com`;
    const Item = { domain, first_asked_on: '2025-01-01', next_snapshot_at };
    await tables.db.put({ TableName: scheduleTable.name, Item });
    return countedSchedule().schedule.recordQuery(domain, DAY_2);
  };

  test('is brought forward if it is due in more than a day', async () => {
    expect(await changeOf('2026-03-04T00:00:00.000Z')).toBe('bring forward');
    expect(await changeOf('2026-03-30T12:00:00.000Z')).toBe('bring forward');
  });

  test('is not changed if it is due by tomorrow, or overdue', async () => {
    expect(await changeOf('2026-03-03T21:59:00.000Z')).toBeNull();
    expect(await changeOf('2026-03-02T00:00:00.000Z')).toBeNull();
    expect(await changeOf('2026-02-01T00:00:00.000Z')).toBeNull();
  });
});
