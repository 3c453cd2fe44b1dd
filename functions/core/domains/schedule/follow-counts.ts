import { shards } from '../../platform/names/snapshot-cadence.ts';
import { dayOf } from '../../platform/time/day.ts';
import { DUE_INDEX, type ScheduleUpdate } from './item.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
import { queryPages } from '../../platform/dynamodb/many-items.ts';

/** Key of the one item that counts. No domain has this name. */
const COUNTER = { domain: '#followed' };

interface Counter {
  followed?: number;
  /** `YYYY-MM-DD` (UTC), the day of the last recount. */
  counted_on?: string;
}

/** How many domains are followed and due, by the `DomainSchedule` table. */
export interface FollowCounts {
  /** Domains that are followed. */
  followed(): Promise<number>;
  /** Domains whose snapshot is due and not handed out yet: it costs half a unit for some 40 of them. */
  due(now: number): Promise<number>;
  /** Counts one followed domain more. @returns false where `max` are followed already */
  increment(max: number): Promise<boolean>;
  /** Counts one followed domain less. */
  decrement(): Promise<void>;
  /**
   * Counts the followed domains again, once a day (UTC), to correct what was lost when an instance died. It reads the
   * whole due index, half a unit for each 4 KB, that is for some 40 domains.
   */
  recount(now: number): Promise<void>;
}

export function createFollowCounts(db: DynamoDB, table: string): FollowCounts {
  const update = (input: ScheduleUpdate) => db.update({ TableName: table, Key: COUNTER, ...input });

  async function read(ConsistentRead: boolean): Promise<Counter> {
    return (await db.get({ TableName: table, Key: COUNTER, ConsistentRead })).Item ?? {};
  }

  /** Followed domains as the index has them; with `until` (ISO 8601 time), those that are due by then. */
  async function countIndex(until?: string): Promise<number> {
    const counts = await Promise.all(shards.map((shard) => countShard(shard, until)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async function countShard(shard: string, until?: string): Promise<number> {
    const pages = queryPages(db, {
      TableName: table,
      IndexName: DUE_INDEX,
      Select: 'COUNT',
      KeyConditionExpression: `due_shard = :shard${until ? ' AND next_snapshot_at <= :now' : ''}`,
      ExpressionAttributeValues: { ':shard': shard, ...(until && { ':now': until }) },
    });
    let total = 0;
    for await (const { Count = 0 } of pages) total += Count;
    return total;
  }

  return {
    followed: async () => (await read(false)).followed ?? 0,

    due: (now) => countIndex(new Date(now).toISOString()),

    async increment(max) {
      const counted = update({
        UpdateExpression: 'ADD followed :step',
        ExpressionAttributeValues: { ':step': 1, ':max': max },
        ConditionExpression: 'attribute_not_exists(followed) OR followed < :max',
      });
      return (await ifConditionHolds(counted)) !== null;
    },

    async decrement() {
      await update({ UpdateExpression: 'ADD followed :step', ExpressionAttributeValues: { ':step': -1 } });
    },

    async recount(now) {
      const { counted_on, followed } = await read(true);
      if (counted_on === dayOf(now)) return;
      const values = { ':counted': await countIndex(), ':day': dayOf(now) };
      await ifConditionHolds(
        update({
          UpdateExpression: 'SET followed = :counted, counted_on = :day',
          // What has changed meanwhile may or may not be counted: the next run counts again.
          ConditionExpression: followed === undefined ? 'attribute_not_exists(followed)' : 'followed = :before',
          ExpressionAttributeValues: { ...values, ...(followed !== undefined && { ':before': followed }) },
        }),
      );
    },
  };
}
