import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
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
