import * as z from 'zod/mini';
import { createTaskQueue, type TaskQueue } from '../platform/queues/task-queue.ts';
import type { BatchQueueSettings, CompletionQueueSettings } from './settings.ts';

const count = z.int().check(z.nonnegative());

/** Members of a message about a part of a batch. */
const part = {
  batchId: z.string().check(z.minLength(1)),
  part: count,
  /** Number of rows of the part that are done. */
  from: count,
  /** Number of messages of this chain that were sent before: the work on each message sends the next one. */
  hops: z.optional(count),
  /** How often the batch had been resumed when the message was sent; messages from before the last time are ignored. */
  resumes: z.optional(count),
};

/** Reads the sites of the domains in a part of a batch. */
export const readBatchTask = z.object({ task: z.literal('read-batch'), ...part });
export type ReadBatchTask = z.infer<typeof readBatchTask>;

/** Requests the rate-limited sources for the domains of a batch, part after part. */
export const completeBatchTask = z.object({ task: z.literal('complete-batch'), ...part });
export type CompleteBatchTask = z.infer<typeof completeBatchTask>;

export type BatchQueue = TaskQueue<ReadBatchTask>;
export type CompletionQueue = TaskQueue<CompleteBatchTask>;

/** Creates a client of the queue of batches, which neither delay snapshots and keywords nor wait for them. */
export function createBatchQueue({ BATCH_QUEUE_URL }: BatchQueueSettings): BatchQueue {
  return createTaskQueue(BATCH_QUEUE_URL);
}

/** Creates a client of the queue of the second stage, whose function mostly waits and has less memory. */
export function createCompletionQueue({ COMPLETION_QUEUE_URL }: CompletionQueueSettings): CompletionQueue {
  return createTaskQueue(COMPLETION_QUEUE_URL);
}
