import type { DocumentReader } from '../dynamodb/document-reader.ts';
import { type BatchHeadItem, type BatchPartItem, headKey, partKey, partNumber } from './item.ts';
import type { BatchLine } from './line.ts';

/** What is stored of a batch, without its lines. */
export interface StoredBatch {
  id: string;
  owner: string;
  /** ISO 8601 times. */
  createdAt: string;
  expiresAt: string;
  cancelledAt: string | null;
  /** When it ended at the limit of its work. */
  stoppedAt: string | null;
  /** How often its work was begun again, since its messages were lost: those that were sent before are passed over. */
  resumes: number;
  made: string;
  wanted: string;
  /** Numbers of the parts with domains that were to be fetched when it was made. */
  reading: number[];
  fetches: number;
  /** Milliseconds since the epoch. */
  touchedAt: number;
  /** Numbers of the parts whose sites have been read. */
  ended: ReadonlySet<number>;
}

/** A part's lines, with what has become of them since as far as that is written down. */
export interface StoredPart {
  number: number;
  lines: BatchLine[];
}

export interface BatchReader {
  /** @returns `null` where there is no such batch, or none any more */
  read(id: string): Promise<{ batch: StoredBatch; parts: StoredPart[] } | null>;
  /** The same with one part alone; two small reads, consistent. */
  readPart(id: string, part: number): Promise<{ batch: StoredBatch; part: StoredPart } | null>;
  /** The head alone. */
  readHead(id: string): Promise<StoredBatch | null>;
}

/** The part of the `Batches` table that an answer takes. */
export function createBatchReader(reader: DocumentReader, table: string, now: () => number): BatchReader {
  const isKept = (item: { expires_at: number } | undefined) => item !== undefined && item.expires_at * 1000 > now();

  async function readHead(id: string): Promise<StoredBatch | null> {
    const key = headKey(id);
    if (!key) return null;
    const { Item } = await reader.get({ TableName: table, Key: key, ConsistentRead: true });
    const head = Item as BatchHeadItem | undefined;
    return isKept(head) ? batchOf(head!) : null;
  }

  return {
    async read(id) {
      const key = headKey(id);
      if (!key) return null;
      const items = await queryAll(reader, table, key.day, id);
      const head = items.find(({ part }) => part === id) as BatchHeadItem | undefined;
      if (!isKept(head)) return null;
      const parts = items.flatMap((item) => {
        const number = partNumber(item, head!);
        return number === null ? [] : [partOf(item as BatchPartItem, number)];
      });
      return { batch: batchOf(head!), parts };
    },

    async readPart(id, number) {
      const batch = await readHead(id);
      if (!batch) return null;
      const Key = partKey(headKey(id)!, batch.made, number);
      const { Item } = await reader.get({ TableName: table, Key, ConsistentRead: true });
      return Item ? { batch, part: partOf(Item as BatchPartItem, number) } : null;
    },

    readHead,
  };
}

/** All items of a batch, in the order of their keys. */
async function queryAll(reader: DocumentReader, table: string, day: string, id: string) {
  const items: (BatchHeadItem | BatchPartItem)[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await reader.query({
      TableName: table,
      KeyConditionExpression: '#day = :day AND begins_with(#part, :id)',
      ExpressionAttributeNames: { '#day': 'day', '#part': 'part' },
      ExpressionAttributeValues: { ':day': day, ':id': id },
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    });
    items.push(...((page.Items ?? []) as typeof items));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

function batchOf(item: BatchHeadItem): StoredBatch {
  return {
    id: item.part,
    owner: item.owner,
    createdAt: item.created_at,
    expiresAt: new Date(item.expires_at * 1000).toISOString(),
    cancelledAt: item.cancelled_at ?? null,
    stoppedAt: item.stopped_at ?? null,
    resumes: item.resumes ?? 0,
    made: item.made,
    wanted: item.wanted,
    reading: item.reading,
    fetches: item.fetches,
    touchedAt: item.touched_at,
    ended: item.ended ?? new Set(),
  };
}

function partOf(item: BatchPartItem, number: number): StoredPart {
  const lines = JSON.parse(item.lines) as BatchLine[];
  return { number, lines: lines.map((line, index) => ({ ...line, ...item.outcomes[index] })) };
}
