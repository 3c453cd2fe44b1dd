import type { StoredBatch } from '../storage/batches/batch-reader.ts';
import { PARTS_AT_ONCE } from '../storage/batches/item.ts';
import { openBatch } from './precedence.ts';
import type { BatchWriter } from './services.ts';

type Beginning = Pick<StoredBatch, 'id' | 'fetches' | 'createdAt' | 'touchedAt' | 'reading' | 'ended'>;

/**
 * Has the workers read the sites of a batch, or go on with it: each part that they end is followed by the one that is so
 * many parts further on ({@link partAfter}).
 */
export async function startReading(batch: Beginning, { batches, open, queue }: BatchWriter): Promise<void> {
  const first = firstUnread(batch);
  await open.set(openBatch(batch));
  if (first.length > 0) {
    await queue.sendBatch(first.map((part) => ({ task: 'read-batch', batchId: batch.id, part, from: 0 })));
  }
  // Last: where anything before has failed, who asks for the batch next begins it.
  await batches.touch(batch);
}

/** Of each row of parts that follow each other, the first that is not read. */
function firstUnread({ reading, ended }: Beginning): number[] {
  const rows = Map.groupBy(reading.keys(), (index) => index % PARTS_AT_ONCE);
  return [...rows.values()].flatMap(
    (row) => row.map((index) => reading[index]!).find((part) => !ended.has(part)) ?? [],
  );
}

/** @returns the part that is read after another; `undefined` where there is none */
export function partAfter(part: number, parts: number[]): number | undefined {
  return parts[parts.indexOf(part) + PARTS_AT_ONCE];
}
