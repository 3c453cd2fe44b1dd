import type { CompleteRecordTask } from '../platform/queues/work-queue.ts';
import { completeSources } from './complete-sources.ts';
import { deferTask } from './defer-sources.ts';
import { fetchPolicies } from './fetch-policies.ts';
import type { RecordServices } from './services.ts';

/**
 * Asks sources that were too slow, too busy or down when a caller waited. A task that is delivered again asks only the
 * sources that have not answered since. What is busy still is put off, a few times.
 */
export async function completeRecord(task: CompleteRecordTask, services: RecordServices): Promise<void> {
  const { queue } = services;
  const { domain } = task;
  const sources = services.sources.filter(({ id }) => task.sources.includes(id));
  const isAsked = await completeSources({ domain, sources, policy: fetchPolicies.completion, task }, services);
  if (!isAsked) await deferTask(task, queue);
}
