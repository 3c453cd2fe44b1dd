import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials, localRegion, startTables } from '../../infra/local/tables.ts';
import type { TableModel } from '../../infra/local/template/service-model.ts';

export interface TestTables {
  client: DynamoDBClient;
  close(): Promise<void>;
}

/** An embedded DynamoDB in memory, with these tables. */
export async function openTables(...tables: TableModel[]): Promise<TestTables> {
  const { endpoint, close } = await startTables(tables);
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  return {
    client,
    close: async () => {
      client.destroy();
      await close();
    },
  };
}

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
export const historyTable: TableModel = { name: 'history', partitionKey: 'domain', sortKey: 'captured_at' };
