import { DAY_MS } from '../../platform/time/day.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

/** `reading`: the sites of its domains are being read. `completing`: the sources that keep a pace are being asked. */
export type BatchStage = 'reading' | 'completing';

/** A batch that is being worked off. */
export interface OpenBatch {
  id: string;
  stage: BatchStage;
  /** Domains that were to be fetched when it was made. */
  fetches: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** The batches that are being worked off, over all instances: small ones go before large ones. */
export interface OpenBatches {
  set(batch: OpenBatch): Promise<void>;
  remove(id: string): Promise<void>;
  /** @returns those that were made in the last two days: for older ones no other waits, and they end */
  list(): Promise<OpenBatch[]>;
  /** @returns all of them */
  listAll(): Promise<OpenBatch[]>;
}

/** The work on a batch ends so long after it was made: that is as long as dozens of the largest batches before it take. */
const MOST_AGE_MS = 2 * DAY_MS;

/** @param now milliseconds since the epoch */
export const isTooOld = ({ createdAt }: Pick<OpenBatch, 'createdAt'>, now: number) => now - createdAt >= MOST_AGE_MS;

/** One item of the `Coordination` table, with an attribute a batch. */
export function createOpenBatches(db: DynamoDB, table: string, now: () => number): OpenBatches {
  const Key = { id: 'open-batches' };
  async function listAll(): Promise<OpenBatch[]> {
    const { Item: item = {} } = await db.get({ TableName: table, Key, ConsistentRead: true });
    return Object.entries(item)
      .filter(([name]) => name !== 'id')
      .map(([id, value]) => ({ id, ...(JSON.parse(value as string) as Omit<OpenBatch, 'id'>) }));
  }
  return {
    async set({ id, stage, fetches, createdAt }) {
      await db.update({
        TableName: table,
        Key,
        UpdateExpression: 'SET #id = :batch',
        ExpressionAttributeNames: { '#id': id },
        ExpressionAttributeValues: { ':batch': JSON.stringify({ stage, fetches, createdAt }) },
      });
    },

    async remove(id) {
      await db.update({
        TableName: table,
        Key,
        UpdateExpression: 'REMOVE #id',
        ExpressionAttributeNames: { '#id': id },
      });
    },

    listAll,
    list: async () => (await listAll()).filter((batch) => !isTooOld(batch, now())),
  };
}

/** Whether a batch goes before another: the smaller one, of equal ones the older one. */
export function goesBefore(one: OpenBatch, other: OpenBatch): boolean {
  if (one.fetches !== other.fetches) return one.fetches < other.fetches;
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
