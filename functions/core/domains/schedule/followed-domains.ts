import { firstSnapshotAt, nextSnapshotAt } from './snapshot-cadence.ts';
import { shardOf, shards } from '../../platform/names/shards.ts';
import { dayOf } from '../../platform/time/day.ts';
import { DUE_INDEX, type ScheduleItem, type ScheduleUpdate } from './stored-row.ts';
import type { ScheduleChange } from './query-days.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
import { queryPages } from '../../platform/dynamodb/many-items.ts';

/** Attributes of an item in the due index. */
export type DueDomain = Required<Pick<ScheduleItem, 'domain' | 'next_snapshot_at' | 'last_asked_on'>>;

export interface DuePage {
  domains: DueDomain[];
  /** Start key of the next page; absent on the last one. */
  next?: Record<string, unknown> | undefined;
}

/** Followed and blocked domains. */
export type FollowedDomains = ReturnType<typeof createFollowedDomains>;

const IS_BLOCKED: keyof ScheduleItem = 'is_blocked';

/** Creates the access to the part of the `DomainSchedule` table that cached answers do not use. */
export function createFollowedDomains(db: DynamoDB, table: string, maxFollowed: number) {
  const counts = createFollowCounts(db, table);

  const update = (domain: string, change: ScheduleUpdate) =>
    db.update({ TableName: table, Key: { domain }, ...change });
  const updateIf = (domain: string, change: ScheduleUpdate) => ifConditionHolds(update(domain, change));

  async function unfollow(domain: string) {
    const removed = await updateIf(domain, {
      UpdateExpression: 'REMOVE due_shard, next_snapshot_at',
      ConditionExpression: 'attribute_exists(next_snapshot_at)',
    });
    if (removed) await counts.decrement();
  }

  async function read(domain: string): Promise<Partial<ScheduleItem>> {
    const { Item = {} } = await db.get({ TableName: table, Key: { domain }, ConsistentRead: true });
    return Item;
  }

  async function startFollowing(domain: string, now: number) {
    return updateIf(domain, {
      UpdateExpression:
        'SET due_shard = :shard, next_snapshot_at = :next, last_asked_on = if_not_exists(last_asked_on, :day)',
      ConditionExpression: 'attribute_not_exists(next_snapshot_at) AND attribute_not_exists(is_blocked)',
      ExpressionAttributeValues: {
        ':shard': shardOf(domain),
        ':next': firstSnapshotAt(domain, now),
        ':day': dayOf(now),
      },
    });
  }

  return {
    /** Follows a domain, unless it is blocked or the maximum number of followed domains is reached. */
    async follow(domain: string, now: number): Promise<void> {
      if (!(await counts.increment(maxFollowed))) return;
      let isFollowed = false;
      try {
        isFollowed = (await startFollowing(domain, now)) !== null;
      } finally {
        if (!isFollowed) await counts.decrement();
      }
    },

    /** Reads the domains of a shard whose snapshot is due, the longest overdue first. */
    async due(shard: string, now: number, limit: number, start?: DuePage['next']): Promise<DuePage> {
      const page = await db.query({
        TableName: table,
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'due_shard = :shard AND next_snapshot_at <= :now',
        ExpressionAttributeValues: { ':shard': shard, ':now': new Date(now).toISOString() },
        Limit: limit,
        ...(start && { ExclusiveStartKey: start }),
      });
      return { domains: (page.Items ?? []) as DueDomain[], next: page.LastEvaluatedKey };
    },

    /** Applies the change of a domain's schedule that results from a query. */
    async apply(change: ScheduleChange, domain: string, now: number): Promise<void> {
      if (change === 'follow') await this.follow(domain, now);
      if (change === 'bring forward') await this.bringForward(domain, now);
    },

    /** Moves the next snapshot to the domain's next minute, if it is due later. */
    async bringForward(domain: string, now: number): Promise<void> {
      await updateIf(domain, {
        UpdateExpression: 'SET next_snapshot_at = :next',
        ConditionExpression: 'next_snapshot_at > :next',
        ExpressionAttributeValues: { ':next': firstSnapshotAt(domain, now) },
      });
    },

    /** Sets the time of the next snapshot, unless another run has set it already. */
    async advance({ domain, next_snapshot_at, last_asked_on }: DueDomain, now: number): Promise<void> {
      await updateIf(domain, {
        UpdateExpression: 'SET next_snapshot_at = :next',
        ConditionExpression: 'next_snapshot_at = :due',
        ExpressionAttributeValues: {
          ':next': nextSnapshotAt(domain, last_asked_on, now),
          ':due': next_snapshot_at,
        },
      });
    },

    /** Whether the domain has an item; a deleted domain has none. */
    isKnown: async (domain: string) => Object.keys(await read(domain)).length > 0,

    /** Whether the domain is blocked. The read is strongly consistent. */
    async isBlocked(domain: string): Promise<boolean> {
      const { Item } = await db.get({
        TableName: table,
        Key: { domain },
        ConsistentRead: true,
        ProjectionExpression: IS_BLOCKED,
      });
      return Item?.[IS_BLOCKED] === true;
    },

    /** Blocks a domain, so that it is neither fetched nor followed. */
    async block(domain: string): Promise<void> {
      await update(domain, { UpdateExpression: 'SET is_blocked = :yes', ExpressionAttributeValues: { ':yes': true } });
      await unfollow(domain);
    },

    async unblock(domain: string): Promise<void> {
      await update(domain, { UpdateExpression: 'REMOVE is_blocked' });
    },

    /** Stops the snapshots of a domain. */
    unfollow,

    /** Deletes all attributes of a domain, except its block. */
    async deleteDomain(domain: string): Promise<void> {
      await unfollow(domain);
      const { is_blocked } = await read(domain);
      if (!is_blocked) await db.delete({ TableName: table, Key: { domain } });
      else
        await update(domain, {
          UpdateExpression: 'REMOVE first_asked_on, last_asked_on, past_kept, #row, #site, #tags',
          ExpressionAttributeNames: { '#row': 'row', '#site': 'site', '#tags': 'tags' },
        });
    },

    /** Returns the newest day (`YYYY-MM-DD`) of past values in the domain's history, by source and metric. */
    async readBackfillDays(domain: string): Promise<Record<string, string>> {
      return (await read(domain)).past_kept ?? {};
    },

    async writeBackfillDays(domain: string, until: Record<string, string>): Promise<void> {
      await update(domain, {
        UpdateExpression: 'SET past_kept = :until',
        ExpressionAttributeValues: { ':until': until },
      });
    },
  };
}

/** Key of the item with the counts. No domain has this name. */
const COUNTER = { domain: '#followed' };

interface Counter {
  followed?: number;
  /** `YYYY-MM-DD` (UTC), the day of the last recount. */
  counted_on?: string;
}

/** Numbers of followed and due domains. */
export type FollowCounts = ReturnType<typeof createFollowCounts>;

export function createFollowCounts(db: DynamoDB, table: string) {
  const update = (input: ScheduleUpdate) => db.update({ TableName: table, Key: COUNTER, ...input });

  async function read(ConsistentRead: boolean): Promise<Counter> {
    return (await db.get({ TableName: table, Key: COUNTER, ConsistentRead })).Item ?? {};
  }

  /** Counts the domains in the due index; with `until` (ISO 8601 time), those that are due at that time. */
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
    /** Returns the number of followed domains. */
    followed: async () => (await read(false)).followed ?? 0,

    /** Counts domains whose snapshot is due and not scheduled yet, for half a unit for about 40 of them. */
    due: (now: number) => countIndex(new Date(now).toISOString()),

    /** Increments the number of followed domains. @returns false if `max` domains are followed already */
    async increment(max: number): Promise<boolean> {
      if (max < 1) return false;
      const counted = update({
        UpdateExpression: 'ADD followed :step',
        ExpressionAttributeValues: { ':step': 1, ':max': max },
        ConditionExpression: 'attribute_not_exists(followed) OR followed < :max',
      });
      return (await ifConditionHolds(counted)) !== null;
    },

    /** Decrements the number of followed domains. */
    async decrement(): Promise<void> {
      await update({ UpdateExpression: 'ADD followed :step', ExpressionAttributeValues: { ':step': -1 } });
    },

    /**
     * Counts the followed domains again, once a day (UTC), to correct counts that were lost when an instance ended early. It
     * reads the whole due index, for half a unit for each 4 KB, which are about 40 domains.
     */
    async recount(now: number): Promise<void> {
      const { counted_on, followed } = await read(true);
      if (counted_on === dayOf(now)) return;
      const values = { ':counted': await countIndex(), ':day': dayOf(now) };
      await ifConditionHolds(
        update({
          UpdateExpression: 'SET followed = :counted, counted_on = :day',
          // Changes since the count may not be counted. The next run counts again.
          ConditionExpression: followed === undefined ? 'attribute_not_exists(followed)' : 'followed = :before',
          ExpressionAttributeValues: { ...values, ...(followed !== undefined && { ':before': followed }) },
        }),
      );
    },
  };
}
