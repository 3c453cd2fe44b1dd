import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dayOf, firstSnapshotAt, nextSnapshotAt, shardOf } from '../schedule/cadence.ts';
import { ifConditionHolds } from './conditional.ts';

/** The sparse index by shard and time: only followed domains are in it. */
export const DUE_INDEX = 'due';
/** No domain has this name. */
const COUNTER = { domain: '#followed' };

export interface DueDomain {
  domain: string;
  next_snapshot_at: string;
  last_asked_on: string;
}

export interface DuePage {
  domains: DueDomain[];
  /** Where the next page starts; absent on the last one. */
  next?: Record<string, unknown> | undefined;
}

/** What the operator and the scheduler know of a domain. */
export interface FollowedDomains {
  /** Has snapshots taken of a domain from now on, unless it is blocked or as many as allowed are followed. */
  follow(domain: string, now: number): Promise<void>;
  /** Domains of a shard whose snapshot is due, the longest overdue first. */
  due(shard: string, now: number, limit: number, start?: DuePage['next']): Promise<DuePage>;
  /** Sets the next snapshot. Does nothing where another run has set it already. */
  advance(due: DueDomain, now: number): Promise<void>;
  isBlocked(domain: string): Promise<boolean>;
  /** Blocks a domain: it is neither fetched nor followed any more. */
  block(domain: string): Promise<void>;
  unblock(domain: string): Promise<void>;
  /** Removes what is known of a domain, but for its block. */
  forget(domain: string): Promise<void>;
  /** Sources whose knowledge of the domain's past is in its history. */
  backfilledSources(domain: string): Promise<ReadonlySet<string>>;
  noteBackfilled(domain: string, source: string): Promise<void>;
}

/** The part of the `DomainSchedule` table that cached answers do not touch. */
export function createFollowedDomains(
  client: DynamoDBDocumentClient,
  table: string,
  maxFollowed: number,
): FollowedDomains {
  const update = (Key: { domain: string }, input: object) =>
    client.send(new UpdateCommand({ TableName: table, Key, UpdateExpression: '', ...input }));

  const count = (step: 1 | -1) =>
    ifConditionHolds(
      update(COUNTER, {
        UpdateExpression: 'ADD followed :step',
        ExpressionAttributeValues: { ':step': step, ...(step === 1 && { ':max': maxFollowed }) },
        ...(step === 1 && { ConditionExpression: 'attribute_not_exists(followed) OR followed < :max' }),
      }),
    );

  async function unfollow(domain: string) {
    const removed = await ifConditionHolds(
      update(
        { domain },
        {
          UpdateExpression: 'REMOVE due_shard, next_snapshot_at',
          ConditionExpression: 'attribute_exists(next_snapshot_at)',
        },
      ),
    );
    if (removed) await count(-1);
  }

  async function read(domain: string, attribute: string): Promise<unknown> {
    const get = new GetCommand({ TableName: table, Key: { domain }, ProjectionExpression: attribute });
    return (await client.send(get)).Item?.[attribute];
  }

  return {
    async follow(domain, now) {
      if (!(await count(1))) return;
      const followed = await ifConditionHolds(
        update(
          { domain },
          {
            UpdateExpression:
              'SET due_shard = :shard, next_snapshot_at = :next, last_asked_on = if_not_exists(last_asked_on, :day)',
            ConditionExpression: 'attribute_not_exists(next_snapshot_at) AND attribute_not_exists(is_blocked)',
            ExpressionAttributeValues: {
              ':shard': shardOf(domain),
              ':next': firstSnapshotAt(domain, now),
              ':day': dayOf(now),
            },
          },
        ),
      );
      if (!followed) await count(-1);
    },

    async due(shard, now, limit, start) {
      const page = await client.send(
        new QueryCommand({
          TableName: table,
          IndexName: DUE_INDEX,
          KeyConditionExpression: 'due_shard = :shard AND next_snapshot_at <= :now',
          ExpressionAttributeValues: { ':shard': shard, ':now': new Date(now).toISOString() },
          Limit: limit,
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      return { domains: (page.Items ?? []) as DueDomain[], next: page.LastEvaluatedKey };
    },

    async advance({ domain, next_snapshot_at, last_asked_on }, now) {
      await ifConditionHolds(
        update(
          { domain },
          {
            UpdateExpression: 'SET next_snapshot_at = :next',
            ConditionExpression: 'next_snapshot_at = :due',
            ExpressionAttributeValues: {
              ':next': nextSnapshotAt(domain, last_asked_on, now),
              ':due': next_snapshot_at,
            },
          },
        ),
      );
    },

    isBlocked: async (domain) => (await read(domain, 'is_blocked')) === true,

    async block(domain) {
      await update(
        { domain },
        { UpdateExpression: 'SET is_blocked = :yes', ExpressionAttributeValues: { ':yes': true } },
      );
      await unfollow(domain);
    },

    async unblock(domain) {
      await update({ domain }, { UpdateExpression: 'REMOVE is_blocked' });
    },

    async forget(domain) {
      await unfollow(domain);
      const isBlocked = (await read(domain, 'is_blocked')) === true;
      if (!isBlocked) await client.send(new DeleteCommand({ TableName: table, Key: { domain } }));
      else await update({ domain }, { UpdateExpression: 'REMOVE first_asked_on, last_asked_on, backfilled' });
    },

    async backfilledSources(domain) {
      return new Set((await read(domain, 'backfilled')) as Set<string> | undefined);
    },

    async noteBackfilled(domain, source) {
      await update(
        { domain },
        { UpdateExpression: 'ADD backfilled :source', ExpressionAttributeValues: { ':source': new Set([source]) } },
      );
    },
  };
}
