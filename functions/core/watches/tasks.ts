import * as z from 'zod/mini';
import { reportTask } from '../crawls/tasks.ts';
import type { WorkQueueSettings } from '../domains/settings.ts';
import { createTaskQueue, type TaskQueue } from '../platform/queues/task-queue.ts';
import type { PlaceKey } from './store/watched-domains.ts';

/** Place after which the list of watches continues. */
const after = z.object({
  partition: z.string().check(z.minLength(1)),
  sort: z.string().check(z.minLength(1)),
}) satisfies z.ZodMiniType<PlaceKey>;

/** Evaluates the next watches of a domain whose snapshot was taken or amended: each message evaluates a page of them. */
export const evaluateTask = z.object({
  task: z.literal('evaluate'),
  domain: z.string().check(z.minLength(1)),
  after,
  /** Whether crawls of the watches begin, which is once a day. */
  crawls: z.boolean(),
});
export type EvaluateTask = z.infer<typeof evaluateTask>;

export type EvaluationQueue = Pick<TaskQueue<EvaluateTask>, 'send'>;

/** Creates a client of the queue of work for domains. */
export function createEvaluationQueue({ WORK_QUEUE_URL }: WorkQueueSettings): EvaluationQueue {
  return createTaskQueue(WORK_QUEUE_URL);
}

/** A message of the queue of reports: makes the report of a crawl, or evaluates the next watches of its domain after it. */
export const reporterTask = z.extend(reportTask, {
  /** The watches after this place are evaluated; absent: the report is made. */
  after: z.optional(after),
});
export type ReporterTask = z.infer<typeof reporterTask>;
