import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import type { TableModel } from './template/service-model.ts';

/** Credentials that the embedded DynamoDB takes, as it takes any. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };
export const localRegion = 'us-east-1';

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
  for (const table of tables.filter(({ name }) => !existing.includes(name))) {
    await client.send(createTable(table));
  }
  client.destroy();
}

function createTable({ name, partitionKey, sortKey }: TableModel): CreateTableCommand {
  const keys = [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' as const }] : []),
  ];
  return new CreateTableCommand({
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys,
    AttributeDefinitions: keys.map(({ AttributeName }) => ({ AttributeName, AttributeType: 'S' as const })),
  });
}
