import * as z from 'zod/mini';
import { createTaskQueue, type TaskQueue } from '../platform/queues/task-queue.ts';
import type { LearningQueueSettings } from './settings.ts';

/** Adds the keywords in responses of engines and providers to the keyword index. */
export const learnSuggestionsTask = z.object({
  task: z.literal('learn-suggestions'),
  /** The queries; their responses are in the table. */
  queries: z.array(z.string()),
  /** ISO 639-1 and ISO 3166-1. */
  locale: z.object({ language: z.string(), region: z.string() }),
  /** Milliseconds since the epoch. */
  queuedAt: z.number(),
});
export type LearnSuggestionsTask = z.infer<typeof learnSuggestionsTask>;

export type LearningQueue = Pick<TaskQueue<LearnSuggestionsTask>, 'send'>;

/**
 * Creates a client of the queue of keywords. It is separate: callers wait for these tasks, so they must not wait for
 * domains, which take a minute each.
 */
export function createLearningQueue({ LEARNING_QUEUE_URL }: LearningQueueSettings): LearningQueue {
  return createTaskQueue(LEARNING_QUEUE_URL);
}
