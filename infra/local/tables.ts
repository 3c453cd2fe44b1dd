import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { localCredentials, localRegion } from './identity.ts';
import type { IndexModel, KeyModel, TableModel } from './template/service-model.ts';

export { localCredentials, localRegion };

export interface LocalTables {
  endpoint: string;
  close: () => Promise<void>;
}

/**
 * Starts the embedded DynamoDB and creates the template's tables that are not there yet.
 *
 * @param dataDir folder that keeps the data; in memory without one
 */
export async function startTables(tables: TableModel[], dataDir?: string): Promise<LocalTables> {
  const server = dynalite({ ...(dataDir && { path: dataDir }), createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createTables(tables, endpoint);
  return {
    endpoint,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function createTables(tables: TableModel[], endpoint: string) {
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const { TableNames: existing = [] } = await client.send(new ListTablesCommand({}));
  for (const table of tables) {
    if (existing.includes(table.name)) await addNewIndexes(client, table);
    else await client.send(createTable(table));
  }
  client.destroy();
}

/**
 * Data of an earlier version is kept. The embedded database cannot add an index to a table, so the table is made anew
 * with its items; no table of a laptop is too large for that.
 */
async function addNewIndexes(client: DynamoDBClient, table: TableModel) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }));
  const existing = Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName) ?? [];
  if ((table.indexes ?? []).every(({ name }) => existing.includes(name))) return;
  const items = await Array.fromAsync(paginateScan({ client }, { TableName: table.name }));
  await client.send(new DeleteTableCommand({ TableName: table.name }));
  await client.send(createTable(table));
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
