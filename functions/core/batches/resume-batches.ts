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
 * Restarts batches whose messages were lost, in both stages, and stops those that are too old.
 *
 * @throws {NotResumed} after all other batches were processed; the next run retries those that failed
 */
export async function resumeBatches(deps: Dependencies): Promise<ResumeResult> {
  return resumeEach(await deps.openBatches.listAll(), (batch) => resumeOrStop(batch, deps));
}

async function resumeOrStop(listed: OpenBatch, { batches, openBatches, queue, now }: Dependencies) {
  const batch = await batches.readHead(listed.id);
  if (batch === null) {
    await openBatches.remove(listed.id);
    return 'ended';
  }
  // The worker ends it: it returns the unused allowance, and sends the end to the receiver.
  if (isTooOld(listed, now()) && !hasEnded(batch)) await batches.stop(batch.id);
  // A batch is added to the list before its messages are sent.
  if (now() - Math.max(batch.progressAt, listed.createdAt) < STALLED_MS) return null;
  await resumeWork(batch, listed.stage, { batches, open: openBatches, queue });
  return 'resumed';
}
