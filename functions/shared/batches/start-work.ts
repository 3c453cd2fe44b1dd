import { PARTS_AT_ONCE } from '../storage/batches/item.ts';
import type { WorkQueue } from '../storage/work-queue.ts';

type Queue = Pick<WorkQueue, 'sendBatch'>;

/**
 * Has the workers read the sites of a batch: each part that they end is followed by the one that is so many parts
 * further on ({@link partAfter}).
 *
 * @param parts numbers of those that are to be read
 */
export async function startReading(batchId: string, parts: number[], queue: Queue): Promise<void> {
  const first = parts.slice(0, PARTS_AT_ONCE);
  if (first.length > 0) await queue.sendBatch(first.map((part) => ({ task: 'read-batch', batchId, part, from: 0 })));
}

/** @returns the part that is read after another; `undefined` where there is none */
export function partAfter(part: number, parts: number[]): number | undefined {
  return parts[parts.indexOf(part) + PARTS_AT_ONCE];
}
