import type { Batches, StoredBatch } from './store/batches.ts';
import { NOT_BEGUN, PART_LINES, PARTS_AT_ONCE } from './store/item.ts';
import { type BatchStage, goesBefore, type OpenBatch, type OpenBatches } from './store/open-batches.ts';
import type { ReadBatchTask, WorkQueue } from '../platform/queues/work-queue.ts';

type Beginning = Pick<
  StoredBatch,
  'id' | 'fetches' | 'createdAt' | 'touchedAt' | 'reading' | 'ended' | 'stoppedAt' | 'cancelledAt' | 'resumes'
>;

interface Writer {
  batches: Pick<Batches, 'touch' | 'stop'>;
  open: Pick<OpenBatches, 'set'>;
  queue: Pick<WorkQueue, 'send' | 'sendBatch'>;
}

/**
 * When no work on a batch was recorded for so long, its messages are taken for lost. They are recorded with each message,
 * which takes up to three minutes, and three more where its worker died; the rest is for a queue that other batches fill.
 */
export const STALLED_MS = 30 * 60_000;
/** A batch whose messages are lost more often ends: what it works on kills its workers. */
const MOST_RESUMES = 5;

/** Whether the work on a batch has ended before it was done. */
export const hasEnded = ({ cancelledAt, stoppedAt }: Pick<StoredBatch, 'cancelledAt' | 'stoppedAt'>) =>
  cancelledAt !== null || stoppedAt !== null;

/** Whether a message was sent before the batch was begun again: then another one continues. */
export const isOutdated = ({ resumes = 0 }: Pick<ReadBatchTask, 'resumes'>, batch: Pick<StoredBatch, 'resumes'>) =>
  resumes < batch.resumes;

/**
 * The hop limit of a batch. Each message that is worked off sends the next one, which Lambda's loop detection would stop
 * after about 16; it is switched off for the worker, so that the batch has a limit of its own. Each message reads, or
 * completes, at least one line or ends a part, so that no batch reaches it unless something is wrong.
 */
export function isOverHopLimit({ hops = 0 }: Pick<ReadBatchTask, 'hops'>, { reading }: Pick<StoredBatch, 'reading'>) {
  return hops >= reading.length * (PART_LINES + 1);
}

/**
 * Has the workers read the sites of a batch, or continue: each part that they end is followed by the one that is so many
 * parts further on ({@link partAfter}).
 */
export async function startReading(batch: Beginning, { batches, open, queue }: Writer): Promise<void> {
  const resumes = resumesOfNext(batch);
  await open.set(openBatch(batch));
  if (resumes > MOST_RESUMES) await batches.stop(batch.id);
  await queue.sendBatch(
    partsToStart(batch).map((part) => ({ task: 'read-batch', batchId: batch.id, part, from: 0, resumes })),
  );
  // Last: where anything before has failed, who asks for the batch next begins it.
  await batches.touch({ ...batch, resumes });
}

/** The same for a batch of which it is known how far it is. A source that has been requested is not requested again. */
export async function resumeWork(batch: Beginning, stage: BatchStage, writer: Writer): Promise<void> {
  if (stage === 'reading') return startReading(batch, writer);
  const { batches, queue } = writer;
  const resumes = resumesOfNext(batch);
  if (resumes > MOST_RESUMES) await batches.stop(batch.id);
  await queue.send({ task: 'complete-batch', batchId: batch.id, part: batch.reading[0]!, from: 0, resumes });
  await batches.touch({ ...batch, resumes });
}

const resumesOfNext = ({ touchedAt, resumes }: Beginning) => (touchedAt === NOT_BEGUN ? resumes : resumes + 1);

/** Of each row of parts that follow each other, the first that is not read; where all are, one that tells so. */
function partsToStart({ reading, ended }: Beginning): number[] {
  const rows = Map.groupBy(reading.keys(), (index) => index % PARTS_AT_ONCE);
  const unread = [...rows.values()].flatMap(
    (row) => row.map((index) => reading[index]!).find((part) => !ended.has(part)) ?? [],
  );
  return unread.length > 0 ? unread : reading.slice(0, 1);
}

/** @returns the part that is read after another; `undefined` where there is none */
export function partAfter(part: number, parts: number[]): number | undefined {
  return parts[parts.indexOf(part) + PARTS_AT_ONCE];
}

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
