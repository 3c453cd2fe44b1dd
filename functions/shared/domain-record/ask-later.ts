import type { CompleteRecordTask, SnapshotTask, WorkQueue } from '../storage/work-queue.ts';
import type { SourceResult } from '../record/source-answer.ts';

/** A task that cannot be done now is tried again so often, and so long after. */
const MAX_PUT_OFFS = 5;
const PUT_OFF_MS = 30_000;

/**
 * Has the worker try a task again later.
 *
 * @returns false where it was put off too often already
 */
export async function putOff(task: CompleteRecordTask | SnapshotTask, queue: WorkQueue): Promise<boolean> {
  if (task.attempt >= MAX_PUT_OFFS) return false;
  await queue.send({ ...task, attempt: task.attempt + 1 }, PUT_OFF_MS);
  return true;
}

/**
 * Has the worker ask the sources that were too slow or too busy for now. It completes the entry as it stands, so that is
 * to be written before. Where the queue takes nothing, a later hit or snapshot asks them.
 */
export async function handOver(domain: string, results: SourceResult[], queue: WorkQueue): Promise<void> {
  const sources = idsOf(results.filter((result) => result.answer.status === 'pending' || isBusy(result)));
  if (sources.length === 0) return;
  try {
    await queue.send({ task: 'complete-record', domain, sources, attempt: 0 });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'not handed over', domain, error: (error as Error).name }));
  }
}

/** Ids of the sources that had too many other questions to answer. */
export function busySources(results: SourceResult[]): string[] {
  return idsOf(results.filter(isBusy));
}

function isBusy({ answer }: SourceResult): boolean {
  return answer.error?.code === 'busy';
}

function idsOf(results: SourceResult[]): string[] {
  return results.map(({ source }) => source.id);
}
