import * as z from 'zod/mini';
import { createTaskQueue, type TaskQueue } from '../platform/queues/task-queue.ts';
import type { WorkQueueSettings } from './settings.ts';

const domain = z.string().check(z.minLength(1));
/** How often the task was deferred before. */
const attempt = z.int().check(z.nonnegative());

/** Requests sources of a domain in the background. */
export const completeRecordTask = z.object({
  task: z.literal('complete-record'),
  domain,
  sources: z.array(z.string()),
  attempt,
});
export type CompleteRecordTask = z.infer<typeof completeRecordTask>;

/** Takes a snapshot of a domain, unless there already is one of the day. */
export const snapshotTask = z.object({ task: z.literal('snapshot'), domain, attempt });
export type SnapshotTask = z.infer<typeof snapshotTask>;

/** Fetches a domain again, as `refresh=1` does, but without a waiting caller. */
export const refreshTask = z.object({
  task: z.literal('refresh'),
  domain,
  /**
   * Milliseconds since the epoch. A record that was fetched later is recent enough, so that a message that is delivered
   * twice causes one fetch.
   */
  requestedAt: z.number(),
});
export type RefreshTask = z.infer<typeof refreshTask>;

type DomainTask = CompleteRecordTask | SnapshotTask | RefreshTask;

export type DomainQueue = TaskQueue<DomainTask>;

/** Creates a client of the queue of work for domains. */
export function createDomainQueue({ WORK_QUEUE_URL }: WorkQueueSettings): DomainQueue {
  return createTaskQueue(WORK_QUEUE_URL);
}
