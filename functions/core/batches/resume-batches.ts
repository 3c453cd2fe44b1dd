import { hasEnded, resumeWork, STALLED_MS } from './start-work.ts';
import type { Batches } from './store/batches.ts';
import { isTooOld, type BatchInProgress, type BatchesInProgress } from './store/batches-in-progress.ts';
import type { BatchQueue, CompletionQueue } from './tasks.ts';
import { resumeEach, type ResumeResult } from '../crawls/resume-crawls.ts';

/**
 * Time after which a batch that has taken a slot and is not stored will not be stored: the function that creates it was
 * terminated. Functions run for at most 30 seconds.
 */
const CREATION_MS = 5 * 60_000;

interface Dependencies {
  batches: Pick<Batches, 'readHead' | 'touch' | 'stop'>;
  batchesInProgress: Pick<BatchesInProgress, 'remove' | 'listAll'>;
  batchQueue: BatchQueue;
  completionQueue: CompletionQueue;
  now: () => number;
}

/**
 * Restarts batches whose messages were lost, in both stages, and stops those that are too old.
 *
 * @throws {NotResumed} after all other batches were processed; the next run retries those that failed
 */
export async function resumeBatches(deps: Dependencies): Promise<ResumeResult> {
  return resumeEach(await Array.fromAsync(deps.batchesInProgress.listAll()), (batch) => resumeOrStop(batch, deps));
}

async function resumeOrStop(listed: BatchInProgress, deps: Dependencies) {
  const { batches, batchesInProgress, batchQueue: queue, completionQueue, now } = deps;
  const batch = await batches.readHead(listed.id);
  if (batch === null || batch.fetches === 0) {
    if (now() - listed.createdAt < CREATION_MS) return null;
    await batchesInProgress.remove(listed);
    return 'ended';
  }
  // The worker ends it: it returns the unused allowance, and sends the end to the receiver.
  if (isTooOld(listed, now()) && !hasEnded(batch)) await batches.stop(batch.id);
  // A batch is on the list before its messages are sent.
  if (now() - Math.max(batch.progressAt, listed.createdAt) < STALLED_MS) return null;
  await resumeWork(batch, listed.stage, { batches, queue, completionQueue });
  return 'resumed';
}
