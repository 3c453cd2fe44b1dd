import type { Batches, StoredBatch } from './store/batches.ts';
import { NOT_STARTED, MAX_PART_ROWS, PARTS_AT_ONCE } from './store/item.ts';
import {
  type BatchStage,
  isServedBefore,
  type BatchInProgress,
  type BatchesInProgress,
} from './store/batches-in-progress.ts';
import type { BatchQueue, CompletionQueue, ReadBatchTask } from './tasks.ts';

type StartableBatch = Pick<
  StoredBatch,
  'id' | 'fetches' | 'createdAt' | 'progressAt' | 'reading' | 'ended' | 'stoppedAt' | 'cancelledAt' | 'resumes'
>;

interface StartServices {
  batches: Pick<Batches, 'touch' | 'stop'>;
  queue: BatchQueue;
}

/**
 * If no progress of a batch was recorded for this long, its messages are considered lost. Progress is recorded with
 * each message, which takes up to three minutes, and three more if its worker died; the rest allows for a full queue.
 */
export const STALLED_MS = 30 * 60_000;
/** A batch whose messages are lost more often is stopped: one of its domains terminates the workers. */
const MAX_RESUMES = 5;

/** Returns whether a batch was cancelled or stopped before it was done. */
export const hasEnded = ({ cancelledAt, stoppedAt }: Pick<StoredBatch, 'cancelledAt' | 'stoppedAt'>) =>
  cancelledAt !== null || stoppedAt !== null;

/** Returns whether a message was sent before the batch was last restarted: another message continues it. */
export const isOutdated = ({ resumes = 0 }: Pick<ReadBatchTask, 'resumes'>, batch: Pick<StoredBatch, 'resumes'>) =>
  resumes < batch.resumes;

/**
 * Returns whether a batch has reached its hop limit. Each message sends the next one, which Lambda's loop detection
 * would stop after about 16; it is off for the worker, so that the batch has a limit of its own. Each message fetches
 * or completes at least one row or ends a part, so that no batch reaches the limit unless something is wrong.
 */
export function isOverHopLimit({ hops = 0 }: Pick<ReadBatchTask, 'hops'>, { reading }: Pick<StoredBatch, 'reading'>) {
  return hops >= reading.length * (MAX_PART_ROWS + 1);
}

/**
 * Starts or restarts fetching the sites of a batch. Each part is followed by the one {@link PARTS_AT_ONCE} further on
 * ({@link partAfter}). The batch is on the list of batches in progress.
 */
export async function startReading(batch: StartableBatch, { batches, queue }: StartServices): Promise<void> {
  const resumes = resumesOfNext(batch);
  if (resumes > MAX_RESUMES) await batches.stop(batch.id);
  await queue.sendBatch(
    partsToStart(batch).map((part) => ({ task: 'read-batch', batchId: batch.id, part, from: 0, resumes })),
  );
  // Last: if anything above has failed, the next request for the batch starts it.
  await batches.touch({ ...batch, resumes });
}

/** Restarts a batch in a known stage. A source that has been requested is not requested again. */
export async function resumeWork(
  batch: StartableBatch,
  stage: BatchStage,
  services: StartServices & { completionQueue: CompletionQueue },
): Promise<void> {
  if (stage === 'reading') return startReading(batch, services);
  const { batches, completionQueue } = services;
  const resumes = resumesOfNext(batch);
  if (resumes > MAX_RESUMES) await batches.stop(batch.id);
  await completionQueue.send({ task: 'complete-batch', batchId: batch.id, part: batch.reading[0]!, from: 0, resumes });
  await batches.touch({ ...batch, resumes });
}

const resumesOfNext = ({ progressAt, resumes }: StartableBatch) => (progressAt === NOT_STARTED ? resumes : resumes + 1);

/**
 * Returns the first unread part of each chain of consecutive parts; if all are read, one part, which then completes.
 */
function partsToStart({ reading, ended }: StartableBatch): number[] {
  const chains = Map.groupBy(reading.keys(), (index) => index % PARTS_AT_ONCE);
  const unread = [...chains.values()].flatMap(
    (chain) => chain.map((index) => reading[index]!).find((part) => !ended.has(part)) ?? [],
  );
  return unread.length > 0 ? unread : reading.slice(0, 1);
}

/** @returns the part that is read after another; `undefined` if there is none */
export function partAfter(part: number, parts: number[]): number | undefined {
  return parts[parts.indexOf(part) + PARTS_AT_ONCE];
}

/** Delay of a batch if another one is served first. */
const YIELD_MS = 10_000;

type ListedBatch = Pick<StoredBatch, 'id' | 'owner' | 'fetches' | 'createdAt'>;

/** Returns the entry of a batch in the list of batches in progress, in its first stage. */
export function batchInProgress({ id, owner, fetches, createdAt }: ListedBatch): BatchInProgress {
  return { id, owner, stage: 'reading', fetches, createdAt: Date.parse(createdAt) };
}

/** @returns how long a batch waits before it continues: smaller batches are served first, then older ones */
export async function yieldMs(
  batch: ListedBatch,
  { inProgress }: { inProgress: Pick<BatchesInProgress, 'list'> },
  stage: BatchStage = 'reading',
): Promise<number> {
  const own = batchInProgress(batch);
  // The first one suffices: if many batches are in progress, most of them read only a page of the list.
  for await (const other of inProgress.list()) if (other.stage === stage && isServedBefore(other, own)) return YIELD_MS;
  return 0;
}
