import { DAY_MS } from '../../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds, inPartition, type UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import { queryPages } from '../../platform/dynamodb/many-items.ts';
import type { StoredBatch } from './batches.ts';
import { type BatchKey, expiryOf } from './item.ts';

/**
 * `reading`: the sites of its domains are being fetched. `completing`: sources with a rate limit are being requested.
 */
export type BatchStage = 'reading' | 'completing';

/** A batch in progress. */
export interface BatchInProgress {
  id: string;
  owner: string;
  stage: BatchStage;
  /** Number of domains that had to be fetched when it was created. */
  fetches: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** The batches in progress, over all instances: smaller ones are served first. */
export type BatchesInProgress = ReturnType<typeof createBatchesInProgress>;

/** Maximum number of batches of an owner in progress. */
export const MAX_BATCHES_IN_PROGRESS = 20;

/** Maximum age of a batch in progress: dozens of the largest batches take this long. */
const MAX_AGE_MS = 2 * DAY_MS;

/** @param now milliseconds since the epoch */
export const isTooOld = ({ createdAt }: Pick<BatchInProgress, 'createdAt'>, now: number) =>
  now - createdAt >= MAX_AGE_MS;

/** The batches of an owner in progress. */
interface OwnerItem extends BatchKey {
  /** By id; at most {@link MAX_BATCHES_IN_PROGRESS}. */
  batches: Record<string, Entry>;
  /** Seconds since the epoch: that of its newest batch. */
  expires_at: number;
}

interface Entry {
  stage: BatchStage;
  fetches: number;
  /** Milliseconds since the epoch. */
  created_at: number;
}

/** Partition of the list, which is not a day. */
const LIST = 'batches-in-progress';
/** Owners on a page of the list, of at most 2 KB each. */
const OWNERS_PER_PAGE = 50;

type OfOwner = Pick<StoredBatch, 'id' | 'owner'>;

/**
 * Creates the list as items of the `Batches` table: one for each owner, so that a condition limits the number of the
 * owner's batches exactly, and no owner takes the space of another.
 */
export function createBatchesInProgress(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (owner: string): BatchKey => ({ day: LIST, part: owner });

  async function read(owner: string): Promise<OwnerItem['batches'] | null> {
    const { Item } = await db.get({ TableName: table, Key: keyOf(owner), ConsistentRead: true });
    return (Item as OwnerItem | undefined)?.batches ?? null;
  }

  /** @returns whether the condition held */
  async function update(
    { id, owner }: OfOwner,
    { ExpressionAttributeNames: names, ...input }: Omit<UpdateInput, 'TableName' | 'Key'>,
  ): Promise<boolean> {
    const updated = db.update({
      ...{ TableName: table, Key: keyOf(owner), ...input },
      ExpressionAttributeNames: { '#id': id, ...names },
    });
    return (await ifConditionHolds(updated)) !== null;
  }

  /**
   * Reads all of them, page by page, so that a caller that has found enough stops. Eventually consistent: the order of
   * work and estimates may be a second late, and the scheduler reads each batch again.
   */
  async function* listAll(): AsyncGenerator<BatchInProgress> {
    const partition = inPartition({ day: LIST });
    for await (const { Items = [] } of queryPages(db, { TableName: table, ...partition, Limit: OWNERS_PER_PAGE })) {
      yield* (Items as OwnerItem[]).flatMap(batchesOf);
    }
  }

  return {
    /**
     * Adds a batch to the list, or replaces its entry. Of concurrent callers, exactly as many succeed as there are slots.
     *
     * @returns false if its owner has {@link MAX_BATCHES_IN_PROGRESS} others
     */
    async take({ id, owner, stage, fetches, createdAt }: BatchInProgress): Promise<boolean> {
      const entry: Entry = { stage, fetches, created_at: createdAt };
      const expires_at = expiryOf(new Date(now()).toISOString());
      for (;;) {
        const isAdded = await update(
          { id, owner },
          {
            UpdateExpression: 'SET batches.#id = :entry, expires_at = :expiry',
            ConditionExpression: 'attribute_exists(batches.#id) OR size(batches) < :max',
            ExpressionAttributeValues: { ':entry': entry, ':expiry': expires_at, ':max': MAX_BATCHES_IN_PROGRESS },
          },
        );
        if (isAdded) return true;
        const batches = await read(owner);
        if (batches && !Object.hasOwn(batches, id) && Object.keys(batches).length >= MAX_BATCHES_IN_PROGRESS)
          return false;
        // Another request may have changed it meanwhile.
        if (batches) continue;
        const Item: OwnerItem = { ...keyOf(owner), batches: { [id]: entry }, expires_at };
        const put = db.put({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(part)' });
        if (await ifConditionHolds(put)) return true;
      }
    },

    /** @returns false if the batch is not on the list */
    setStage: (batch: OfOwner, stage: BatchStage): Promise<boolean> =>
      update(batch, {
        UpdateExpression: 'SET batches.#id.#stage = :stage',
        ConditionExpression: 'attribute_exists(batches.#id)',
        ExpressionAttributeNames: { '#stage': 'stage' },
        ExpressionAttributeValues: { ':stage': stage },
      }),

    async remove(batch: OfOwner): Promise<void> {
      await update(batch, {
        UpdateExpression: 'REMOVE batches.#id',
        ConditionExpression: 'attribute_exists(batches.#id)',
      });
    },

    /** Reads consistently whether a batch is on the list. */
    has: async ({ id, owner }: OfOwner) => Object.hasOwn((await read(owner)) ?? {}, id),
    listAll,
    /** Reads those created in the last two days: no other batch waits for older ones, which are stopped. */
    async *list(): AsyncGenerator<BatchInProgress> {
      for await (const batch of listAll()) if (!isTooOld(batch, now())) yield batch;
    },
  };
}

function batchesOf({ part: owner, batches }: OwnerItem): BatchInProgress[] {
  return Object.entries(batches).map(([id, { created_at, ...entry }]) => ({
    ...{ id, owner, ...entry, createdAt: created_at },
  }));
}

/** Returns whether a batch is served before another: smaller ones first, then older ones. */
export function isServedBefore(one: BatchInProgress, other: BatchInProgress): boolean {
  if (one.fetches !== other.fetches) return one.fetches < other.fetches;
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
