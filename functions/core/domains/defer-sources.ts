import type { SourceResult } from '../record/source-answer.ts';
import type { CompleteRecordTask, SnapshotTask, WorkQueue } from '../platform/queues/work-queue.ts';
import { DEFER_MS, MAX_DEFERRALS } from '../platform/time/limits.ts';

/**
 * Has the worker try a task again later.
 *
 * @returns false where it was deferred too often already
 */
export async function deferTask(task: CompleteRecordTask | SnapshotTask, queue: WorkQueue): Promise<boolean> {
  if (task.attempt >= MAX_DEFERRALS) return false;
  await queue.send({ ...task, attempt: task.attempt + 1 }, DEFER_MS);
  return true;
}

/**
 * Has the worker ask the sources that were too slow or too busy for now. The entry has to be stored before, since the
 * worker completes it. Where the queue refuses the message, a later hit or snapshot asks these sources.
 */
export async function deferSources(domain: string, results: SourceResult[], queue: WorkQueue): Promise<void> {
  const sources = idsOf(results.filter((result) => result.answer.status === 'pending' || isBusy(result)));
  if (sources.length === 0) return;
  try {
    await queue.send({ task: 'complete-record', domain, sources, attempt: 0 });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'not handed over', domain, error: (error as Error).name }));
  }
}

/** Ids of the sources whose provider's rate limit had no slot free in time. */
export function busySources(results: SourceResult[]): string[] {
  return idsOf(results.filter(isBusy));
}

function isBusy({ answer }: SourceResult): boolean {
  return answer.error?.code === 'busy';
}

function idsOf(results: SourceResult[]): string[] {
  return results.map(({ source }) => source.id);
}
