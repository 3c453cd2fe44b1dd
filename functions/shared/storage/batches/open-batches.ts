import type { ItemClient } from '../dynamodb/item-client.ts';
import { DAY_MS } from '../../time/day.ts';

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
  list(): Promise<OpenBatch[]>;
}

/** One that was made longer ago is taken for lost, and no other waits for it. */
const LOST_MS = 2 * DAY_MS;

/** One item of the `Coordination` table, with an attribute a batch. */
export function createOpenBatches(items: ItemClient, table: string, now: () => number): OpenBatches {
  const Key = { id: { S: 'open-batches' } };
  return {
    async set({ id, stage, fetches, createdAt }) {
      await items.updateItem({
        TableName: table,
        Key,
        UpdateExpression: 'SET #id = :batch',
        ExpressionAttributeNames: { '#id': id },
        ExpressionAttributeValues: { ':batch': { S: JSON.stringify({ stage, fetches, createdAt }) } },
      });
    },

    async remove(id) {
      await items.updateItem({
        TableName: table,
        Key,
        UpdateExpression: 'REMOVE #id',
        ExpressionAttributeNames: { '#id': id },
      });
    },

    async list() {
      const { Item: item = {} } = await items.getItem({ TableName: table, Key, ConsistentRead: true });
      return Object.entries(item)
        .filter(([name]) => name !== 'id')
        .map(([id, value]) => ({ id, ...(JSON.parse(value.S!) as Omit<OpenBatch, 'id'>) }))
        .filter(({ createdAt }) => now() - createdAt < LOST_MS);
    },
  };
}

/** Whether a batch goes before another: the smaller one, of equal ones the older one. */
export function goesBefore(one: OpenBatch, other: OpenBatch): boolean {
  if (one.fetches !== other.fetches) return one.fetches < other.fetches;
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
