import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  PutItemCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import type { Authorize } from './aws/aws-json.ts';
import type { Credentials } from './credentials.ts';
import { replayed } from './aws/replayed.ts';
import { AwsServiceError } from './aws/service-error.ts';
import { openDatabase } from './database.ts';
import { localCredentials, localRegion } from './identity.ts';
import type { IndexModel, KeyModel, TableModel } from './template/service-model.ts';

export { localCredentials, localRegion };

export interface LocalTables {
  endpoint: string;
  close: () => Promise<void>;
}

export interface TableOptions {
  /** Folder of the data; in memory without one. */
  dataDir?: string;
  /** Server of a database that is open already; instead of a folder. */
  database?: Server;
  /** Checks requests before anything else; without it, all are answered. */
  protect?: (listener: RequestListener) => RequestListener;
  /** To create the tables with. */
  credentials?: Credentials;
  /** Throws the response to a caller that is not allowed to make the call. */
  authorize?: Authorize;
}

/**
 * Starts the embedded DynamoDB and creates the missing tables of the template.
 *
 * Nothing deletes items whose time to live is over: "DynamoDB automatically deletes expired items within a few days of
 * their expiration time", and "Items that have expired, but haven't yet been deleted by TTL, still appear in reads,
 * queries, and scans" (DynamoDB Developer Guide, Using time to live). Here they remain as long as the data folder.
 */
export async function startTables(tables: TableModel[], options: TableOptions = {}): Promise<LocalTables> {
  const { dataDir, protect = (listener) => listener, authorize = () => {} } = options;
  const server = options.database ?? (await openDatabase(dataDir));
  const requests = checkRequests(server, protect, authorize);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createTables(tables, endpoint, options.credentials ?? localCredentials);
  return {
    endpoint,
    close: async () => {
      // A request that is still in progress when the database closes would end the process.
      await requests.end();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Checks each call before it reaches the database.
 *
 * @returns what refuses further requests, and waits for those in progress
 */
function checkRequests(server: Server, protect: NonNullable<TableOptions['protect']>, authorize: Authorize) {
  const [answer] = server.listeners('request') as [RequestListener];
  let inProgress = 0;
  let hasEnded = false;
  let onIdle = () => {};
  /** Calls `onIdle` when the last response is complete: also that to a client which does not wait for it any more. */
  const countUntilEnd = (response: ServerResponse) => {
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    inProgress += 1;
    response.end = (...given: unknown[]) => {
      inProgress -= 1;
      if (inProgress === 0) onIdle();
      return end(...given);
    };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const refusal = refusalOf(request, body, authorize);
    if (refusal) return refuse(response, 400, refusal);
    if (hasEnded) return void response.destroy();
    countUntilEnd(response);
    answer(replayed(request, body), response);
  };
  const listener: RequestListener = (request, response) => {
    // The client disconnected before the request was complete.
    handle(request, response).catch(() => response.destroy());
  };
  server.removeAllListeners('request').on('request', protect(listener));
  return {
    async end() {
      hasEnded = true;
      if (inProgress > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

function refuse(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}

function refusalOf(request: IncomingMessage, body: Buffer, authorize: Authorize): object | null {
  try {
    authorize(request, JSON.parse(body.toString()) as object);
    return null;
  } catch (error) {
    // A body that is not JSON is refused by the database.
    return error instanceof AwsServiceError ? { __type: error.type, Message: error.message } : null;
  }
}

/** Creates the missing tables, and waits until they accept writes. */
export async function createTables(tables: TableModel[], endpoint: string, credentials: Credentials) {
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials });
  const { TableNames: existing = [] } = await client.send(new ListTablesCommand({}));
  for (const table of tables) {
    if (existing.includes(table.name)) await addNewIndexes(client, table);
    else await client.send(createTable(table));
  }
  await Promise.all(tables.map(({ name }) => waitUntilTableExists(waiterOf(client), { TableName: name })));
  client.destroy();
}

/** As on AWS, a table is created or deleted shortly after the response. @returns the delays of a waiter, in seconds */
function waiterOf(client: DynamoDBClient) {
  return { client, minDelay: 0.005, maxDelay: 0.1, maxWaitTime: 10 };
}

/**
 * Keeps the data of an earlier version. The embedded database cannot add an index to a table, so the table is created
 * again with its items; local tables are small enough for that.
 */
async function addNewIndexes(client: DynamoDBClient, table: TableModel) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }));
  const existing = Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName) ?? [];
  if ((table.indexes ?? []).every(({ name }) => existing.includes(name))) return;
  const items = await Array.fromAsync(paginateScan({ client }, { TableName: table.name }));
  await client.send(new DeleteTableCommand({ TableName: table.name }));
  await waitUntilTableNotExists(waiterOf(client), { TableName: table.name });
  await client.send(createTable(table));
  await waitUntilTableExists(waiterOf(client), { TableName: table.name });
  for (const Item of items.flatMap((page) => page.Items ?? [])) {
    await client.send(new PutItemCommand({ TableName: table.name, Item }));
  }
}

function createTable({ indexes = [], ...table }: TableModel): CreateTableCommand {
  return new CreateTableCommand({
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keysOf(table),
    AttributeDefinitions: attributesOf([table, ...indexes]),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexOf) }),
  });
}

function indexOf({ projection, ...keys }: IndexModel) {
  return { IndexName: keys.name, KeySchema: keysOf(keys), Projection: projection };
}

function keysOf({ partitionKey, sortKey }: KeyModel) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' as const }] : []),
  ];
}

function attributesOf(keys: KeyModel[]) {
  const names = new Set(keys.flatMap((key) => keysOf(key).map(({ AttributeName }) => AttributeName)));
  return [...names].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));
}
