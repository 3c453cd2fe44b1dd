import { canHeal } from '../record/heal.ts';
import type { CompleteRecordTask } from '../storage/work-queue.ts';
import { completeSources } from './complete-sources.ts';
import { busySources, deferTask } from './defer-sources.ts';
import type { RecordServices } from './services.ts';

/**
 * Asks sources that were too slow, too busy or down when a caller waited. A task that is delivered again asks only the
 * sources that have not answered since. What is busy still is put off, a few times.
 */
export async function completeRecord(task: CompleteRecordTask, services: RecordServices): Promise<void> {
  const { queue } = services;
  const isAsked = await completeSources(
    {
      domain: task.domain,
      mode: 'background',
      sources: services.sources.filter(({ id }) => task.sources.includes(id)),
      isOpen: canHeal,
      async defer(results) {
        const busy = busySources(results);
        if (busy.length > 0) await deferTask({ ...task, sources: busy }, queue);
      },
    },
    services,
  );
  if (!isAsked) await deferTask(task, queue);
}
