import { DAY_MS } from '../../platform/time/day.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

/**
 * `reading`: the sites of its domains are being fetched. `completing`: sources with a rate limit are being requested.
 */
export type BatchStage = 'reading' | 'completing';

/** A batch in progress. */
export interface OpenBatch {
  id: string;
  stage: BatchStage;
  /** Number of domains that had to be fetched when it was created. */
  fetches: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** The batches in progress, over all instances: smaller ones are served first. */
export type OpenBatches = ReturnType<typeof createOpenBatches>;

/** Maximum age of a batch in progress: dozens of the largest batches take this long. */
const MAX_AGE_MS = 2 * DAY_MS;

/** @param now milliseconds since the epoch */
export const isTooOld = ({ createdAt }: Pick<OpenBatch, 'createdAt'>, now: number) => now - createdAt >= MAX_AGE_MS;

/** Creates the list as one item of the `Coordination` table, with one attribute for each batch. */
export function createOpenBatches(db: DynamoDB, table: string, now: () => number) {
  const Key = { id: 'open-batches' };
  async function listAll(): Promise<OpenBatch[]> {
    const { Item: item = {} } = await db.get({ TableName: table, Key, ConsistentRead: true });
    return Object.entries(item)
      .filter(([name]) => name !== 'id')
      .map(([id, value]) => ({ id, ...(JSON.parse(value as string) as Omit<OpenBatch, 'id'>) }));
  }
  return {
    async set({ id, stage, fetches, createdAt }: OpenBatch): Promise<void> {
      await db.update({
        TableName: table,
        Key,
        UpdateExpression: 'SET #id = :batch',
        ExpressionAttributeNames: { '#id': id },
        ExpressionAttributeValues: { ':batch': JSON.stringify({ stage, fetches, createdAt }) },
      });
    },

    async remove(id: string): Promise<void> {
      await db.update({
        TableName: table,
        Key,
        UpdateExpression: 'REMOVE #id',
        ExpressionAttributeNames: { '#id': id },
      });
    },

    /** @returns all of them */
    listAll,
    /** @returns those created in the last two days: no other batch waits for older ones, which are stopped */
    list: async () => (await listAll()).filter((batch) => !isTooOld(batch, now())),
  };
}

/** Returns whether a batch is served before another: smaller ones first, then older ones. */
export function isServedBefore(one: OpenBatch, other: OpenBatch): boolean {
  if (one.fetches !== other.fetches) return one.fetches < other.fetches;
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
