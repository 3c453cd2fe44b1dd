import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import db, { type LevelIterator } from 'dynalite/db/index.js';
import { startTables } from '../../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { cacheTable } from '../../support/dynamodb.ts';

/** Enough for a race that one start in ten lost. */
const STARTS = 30;
const WRITES = 8;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tables-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a new table accepts writes at once', async () => {
  for (let start = 0; start < STARTS; start += 1) {
    const { endpoint, close } = await startTables([cacheTable], { dataDir: join(dataDir, String(start)) });
    const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
    const put = (_: unknown, index: number) =>
      client.send(new PutItemCommand({ TableName: cacheTable.name, Item: { domain: { S: `${index}.example` } } }));
    await expect(Promise.all(Array.from({ length: WRITES }, put))).resolves.toHaveLength(WRITES);
    client.destroy();
    await close();
  }
});

test('close waits for calls in progress, even if their client has disconnected', async () => {
  const { endpoint, close } = await startTables([cacheTable], { dataDir: join(dataDir, 'busy') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials, maxAttempts: 1 });
  const gone = new AbortController();
  const put = (index: number) =>
    client.send(new PutItemCommand({ TableName: cacheTable.name, Item: { domain: { S: `${index}.example` } } }), {
      abortSignal: gone.signal,
    });
  const calls = Array.from({ length: 100 }, (_, index) => put(index).catch(() => {}));
  await calls[0];
  gone.abort();
  await close();
  await Promise.all(calls);
  client.destroy();
});

/** Records the iterators of all databases that are opened from now on. */
function recordIterators() {
  const opened: LevelIterator[] = [];
  const { create } = db;
  db.create = (options) => {
    const store = create(options);
    const values = store.db.values.bind(store.db);
    store.db.values = (range) => {
      const iterator = values(range);
      opened.push(iterator);
      return iterator;
    };
    return store;
  };
  return { opened, restore: () => (db.create = create) };
}

test.each([
  ['ends at its limit', 1],
  ['reads all items', 10],
])('a read that %s leaves no iterator of the database open', async (_, Limit) => {
  const { opened, restore } = recordIterators();
  const { endpoint, close } = await startTables([cacheTable], { dataDir: join(dataDir, 'read') });
  restore();
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  for (const name of ['a', 'b', 'c']) {
    await client.send(new PutItemCommand({ TableName: cacheTable.name, Item: { domain: { S: `${name}.example` } } }));
  }
  const { Items } = await client.send(new ScanCommand({ TableName: cacheTable.name, Limit }));
  expect(Items).toHaveLength(Math.min(Limit, 3));
  expect(opened.length).toBeGreaterThan(0);
  for (const iterator of opened) {
    await expect(iterator.next()).rejects.toMatchObject({ code: 'LEVEL_ITERATOR_NOT_OPEN' });
  }
  client.destroy();
  await close();
});
