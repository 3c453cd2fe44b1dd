import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { shards } from '../domain/snapshot-cadence.ts';
import { DUE_INDEX } from './followed-domains.ts';

/** Where `followed-domains.ts` counts. */
const COUNTER = { domain: '#followed' };

export interface FollowCounts {
  /** Domains that are followed. */
  followed(): Promise<number>;
  /** Domains whose snapshot is due and not handed out yet: it costs half a unit for some 40 of them. */
  due(now: number): Promise<number>;
}

/** How many domains are followed and due, by the `DomainSchedule` table. */
export function createFollowCounts(client: DynamoDBDocumentClient, table: string): FollowCounts {
  async function dueOf(shard: string, time: string): Promise<number> {
    const pages = paginateQuery(
      { client },
      {
        TableName: table,
        IndexName: DUE_INDEX,
        Select: 'COUNT',
        KeyConditionExpression: 'due_shard = :shard AND next_snapshot_at <= :now',
        ExpressionAttributeValues: { ':shard': shard, ':now': time },
      },
    );
    let total = 0;
    for await (const { Count = 0 } of pages) total += Count;
    return total;
  }

  return {
    async followed() {
      const { Item } = await client.send(new GetCommand({ TableName: table, Key: COUNTER }));
      return (Item?.followed as number | undefined) ?? 0;
    },

    async due(now) {
      const counts = await Promise.all(shards.map((shard) => dueOf(shard, new Date(now).toISOString())));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
