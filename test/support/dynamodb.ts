import { DUE_DELIVERIES_INDEX } from '../../functions/core/deliveries/deliveries.ts';
import { ROWS_INDEX } from '../../functions/core/domains/schedule/stored-row.ts';
import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTables, type LocalTables, createStore, startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import type { DynamoDB } from '../../functions/core/platform/dynamodb/dynamodb.ts';
import type { TableModel } from '../../infra/local/template/service-model.ts';
import { createTablesOf, inProcessDynamoDB, type WithMiddleware } from './in-process-dynamodb.ts';

export interface TestTables {
  /** The SDK's client. */
  readonly client: DynamoDBClient;
  /** A client with plain values, for operations that stores do not use, such as scans. */
  readonly documents: DynamoDBDocumentClient;
  /** The interface that stores use. */
  db: DynamoDB & WithMiddleware;
  close(): Promise<void>;
}

/** Endpoint of another DynamoDB to test with, such as DynamoDB Local, which has a database for each access key. */
const OTHER_ENDPOINT = process.env.TEST_DYNAMODB_ENDPOINT;

/** Opens an embedded DynamoDB in memory, with these tables. Its server listens when a client is used. */
export async function openTables(...tables: TableModel[]): Promise<TestTables> {
  if (OTHER_ENDPOINT) return useOther(tables, OTHER_ENDPOINT);
  const { server, store } = await createStore();
  await createTablesOf(store, tables);
  let served: Promise<LocalTables> | undefined;
  const serve = () => (served ??= startTables([], { database: server }));
  let client: DynamoDBClient | undefined;
  const open = () =>
    (client ??= new DynamoDBClient({
      endpoint: async () => {
        const { protocol, hostname, port } = new URL((await serve()).endpoint);
        return { protocol, hostname, port: Number(port), path: '/' };
      },
      region: localRegion,
      credentials: localCredentials,
    }));
  return {
    get client() {
      return open();
    },
    get documents() {
      return DynamoDBDocumentClient.from(open());
    },
    db: inProcessDynamoDB(store),
    close: async () => {
      client?.destroy();
      await (await served)?.close();
    },
  };
}

/** Returns clients of tables that a test has opened itself. */
export function testTables(client: DynamoDBClient, close: () => Promise<void>): TestTables {
  const { middlewareStack } = client as unknown as WithMiddleware;
  const db = { ...createSdkDynamoDB(client), middlewareStack };
  return { client, documents: DynamoDBDocumentClient.from(client), db, close };
}

async function useOther(tables: TableModel[], endpoint: string): Promise<TestTables> {
  const credentials = { ...localCredentials, accessKeyId: randomUUID().replaceAll('-', '') };
  await createTables(tables, endpoint, credentials);
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials });
  return testTables(client, () => Promise.resolve(client.destroy()));
}

/** The index for the list of domains. */
export const rowsIndex = {
  name: ROWS_INDEX,
  partitionKey: 'initial',
  sortKey: 'domain',
  projection: {
    ProjectionType: 'INCLUDE' as const,
    NonKeyAttributes: ['row', 'site', 'tags', 'due_shard', 'is_blocked'],
  },
};

export const cacheTable: TableModel = { name: 'cache', partitionKey: 'domain', sortKey: null };
export const scheduleTable: TableModel = {
  name: 'schedule',
  partitionKey: 'domain',
  sortKey: null,
  indexes: [
    {
      name: 'due',
      partitionKey: 'due_shard',
      sortKey: 'next_snapshot_at',
      projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['last_asked_on'] },
    },
  ],
};
export const coordinationTable: TableModel = { name: 'coordination', partitionKey: 'id', sortKey: null };
export const batchesTable: TableModel = { name: 'batches', partitionKey: 'day', sortKey: 'part' };
export const pagesTable: TableModel = { name: 'pages', partitionKey: 'domain', sortKey: 'page' };
export const siteCrawlsTable: TableModel = { name: 'site-crawls', partitionKey: 'domain', sortKey: 'part' };
export const watchesTable: TableModel = {
  name: 'watches',
  partitionKey: 'partition',
  sortKey: 'sort',
  indexes: [
    {
      name: DUE_DELIVERIES_INDEX,
      partitionKey: 'due_shard',
      sortKey: 'due_at',
      projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
};
export const operationsTable: TableModel = {
  name: 'operations',
  partitionKey: 'kind',
  sortKey: 'id',
  indexes: [
    {
      name: 'by_domain',
      partitionKey: 'domain',
      sortKey: 'id',
      projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
};
export const historyTable: TableModel = { name: 'history', partitionKey: 'domain', sortKey: 'captured_at' };
