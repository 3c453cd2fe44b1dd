import { hasEnded, resumeWork, STALLED_MS } from './start-work.ts';
import type { Batches } from './store/batches.ts';
import { isTooOld, type OpenBatch, type OpenBatches } from './store/open-batches.ts';
import type { WorkQueue } from '../platform/queues/work-queue.ts';
import { resumeEach, type ResumeResult } from '../sites/crawl/resume-crawls.ts';

interface Dependencies {
  batches: Pick<Batches, 'readHead' | 'touch' | 'stop'>;
  openBatches: Pick<OpenBatches, 'set' | 'remove' | 'listAll'>;
  queue: WorkQueue;
  now: () => number;
}

/**
 * Has the worker continue batches whose messages were lost, in both stages, and ends those that are too old.
 *
 * @throws {NotResumed} after all other batches were looked after; the next run tries those again
 */
export async function resumeBatches(deps: Dependencies): Promise<ResumeResult> {
  return resumeEach(await deps.openBatches.listAll(), (batch) => lookAfter(batch, deps));
}

async function lookAfter(listed: OpenBatch, { batches, openBatches, queue, now }: Dependencies) {
  const batch = await batches.readHead(listed.id);
  const isOver = batch === null || hasEnded(batch) || isTooOld(listed, now());
  if (batch && isOver && !hasEnded(batch)) await batches.stop(batch.id);
  // One that is still being read ends part by part, and gives back what it did not use of an allowance.
  if (batch === null || (isOver && listed.stage === 'completing')) {
    await openBatches.remove(listed.id);
    return 'ended';
  }
  // It is put on the list before its messages are sent.
  if (now() - Math.max(batch.touchedAt, listed.createdAt) < STALLED_MS) return null;
  await resumeWork(batch, listed.stage, { batches, open: openBatches, queue });
  return 'resumed';
}
