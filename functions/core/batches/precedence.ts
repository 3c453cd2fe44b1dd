import type { StoredBatch } from './store/batches.ts';
import { type BatchStage, goesBefore, type OpenBatch, type OpenBatches } from './store/open-batches.ts';

/** A batch that lets another go before it comes back after this time. */
const YIELD_MS = 10_000;

/** A batch as it stands among those that are worked off; its sites are read first. */
export function openBatch({ id, fetches, createdAt }: Pick<StoredBatch, 'id' | 'fetches' | 'createdAt'>): OpenBatch {
  return { id, stage: 'reading', fetches, createdAt: Date.parse(createdAt) };
}

/** @returns how long a batch waits before it goes on: a smaller one is served first, and of equal ones the older one */
export async function yieldMs(
  batch: Pick<StoredBatch, 'id' | 'fetches' | 'createdAt'>,
  { open }: { open: Pick<OpenBatches, 'list'> },
  stage: BatchStage = 'reading',
): Promise<number> {
  const all = await open.list();
  return all.some((other) => other.stage === stage && goesBefore(other, openBatch(batch))) ? YIELD_MS : 0;
}
