import dynalite from 'dynalite';
import db, { type Level, type Store } from 'dynalite/db/index.js';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  PutItemCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { type Authorize, AwsServiceError } from './aws-json.ts';
import { type Credentials, localCredentials, localRegion } from '../credentials.ts';
import { listen } from '../../local-server.ts';
import { replayed } from './authenticate.ts';
import type { IndexModel, KeyModel, TableModel } from '../template/service-model.ts';

export interface LocalTables {
  endpoint: string;
  close: () => Promise<void>;
}

export interface TableOptions {
  /** Folder of the data; in memory without one. */
  dataDir?: string;
  /** Server of a database that is open already; instead of a folder. */
  database?: Server;
  /** Checks requests before anything else; without it, all are processed. */
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
  const server = options.database ?? (await createDatabase(dataDir));
  const requests = checkRequests(server, protect, authorize);
  const endpoint = await listen(server);
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

/** Thrown when another process has the database open. */
export class DatabaseInUse extends Error {
  readonly code = 'database_in_use';
}

/**
 * Creates the embedded database. A failed write, for example on a full disk, ends the process, since dynalite throws it.
 * Data that were stored before are available at the next start.
 *
 * @param path folder of the data; in memory without one
 * @returns its server, which does not listen yet
 * @throws {DatabaseInUse}
 */
export const createDatabase = async (path?: string): Promise<Server> => (await createStore(path)).server;

/** Creates the embedded database as {@link createDatabase}. @returns its store, too, which works without the server */
export async function createStore(path?: string): Promise<{ server: Server; store: Store }> {
  let store!: Store;
  const server = dynalite({
    ...(path && { path }),
    createTableMs: 0,
    deleteTableMs: 0,
    updateTableMs: 0,
    onStore: (opened) => (store = opened),
  });
  await store.db.open().catch((error: Error & { cause?: NodeJS.ErrnoException }) => {
    throw error.cause?.code === 'LEVEL_LOCKED' ? new DatabaseInUse() : (error.cause ?? error);
  });
  return { server, store };
}

// The embedded database calls this through its module object. Only its store knows that the folder is locked: its server
// reports an unrelated error at the first request.
const { create } = db;
db.create = (options) => {
  const store = create(options);
  closeIterators(store.db);
  options.onStore?.(store);
  return store;
};

/**
 * Closes the iterators that dynalite has read. It calls `return` for that, as on an iterator of JavaScript, which those of
 * the database lack. Each open one keeps what it has read in memory, and the files of its snapshot.
 */
function closeIterators(level: Level) {
  for (const name of ['keys', 'values'] as const) {
    const open = level[name].bind(level);
    level[name] = (options) => {
      const iterator = open(options);
      iterator.return = () => iterator.close();
      return iterator;
    };
  }
}

/**
 * Checks each call before it reaches the database.
 *
 * @returns a function that rejects further requests and waits for those in progress
 */
function checkRequests(server: Server, protect: NonNullable<TableOptions['protect']>, authorize: Authorize) {
  const [answer] = server.listeners('request') as [RequestListener];
  let inProgress = 0;
  let hasEnded = false;
  let onIdle = () => {};
  /** Calls `onIdle` when the last response is complete, also to a client that has disconnected. */
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
    // The database rejects a body that is not JSON.
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

const createTable = (table: TableModel) => new CreateTableCommand(createTableInput(table));

/** Returns the input of CreateTable. */
export function createTableInput({ indexes = [], ...table }: TableModel): CreateTableCommandInput {
  return {
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keysOf(table),
    AttributeDefinitions: attributesOf([table, ...indexes]),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexOf) }),
  };
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
