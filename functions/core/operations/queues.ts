import type { createQueueOperations } from '../platform/queues/queue-operations.ts';
import type { QueueSettings } from './settings.ts';

/** Maximum number of receives of a message of each queue, after which it is a failed job. */
export const MAX_RECEIVES = {
  work: 3,
  learning: 3,
  // The worker of a part of a batch, or of a crawl, may be terminated at any of its domains, hence more attempts.
  batches: 10,
  completions: 10,
  crawls: 10,
  // Each attempt may take 15 minutes.
  reports: 5,
  // Failed attempts of a delivery are counted in the table; these are failures of the sender itself.
  deliveries: 5,
};

/** Time limit of the worker for one message, in milliseconds. */
export const WORKER_MS = 150_000;

/** A queue of background work. */
export type QueueName = keyof typeof MAX_RECEIVES;

export type QueueOperations = ReturnType<typeof createQueueOperations<QueueName>>;

/** Returns the URLs of all queues of background work. */
export function urlsOfQueues(settings: QueueSettings): Record<QueueName, string> {
  return {
    work: settings.WORK_QUEUE_URL,
    learning: settings.LEARNING_QUEUE_URL,
    batches: settings.BATCH_QUEUE_URL,
    completions: settings.COMPLETION_QUEUE_URL,
    crawls: settings.CRAWL_QUEUE_URL,
    reports: settings.REPORT_QUEUE_URL,
    deliveries: settings.DELIVERY_QUEUE_URL,
  };
}

/** @returns `null` if the ARN is not that of one of these queues */
export function queueOfArn(arn: string, settings: QueueSettings): QueueName | null {
  const urls = Object.entries(urlsOfQueues(settings)) as [QueueName, string][];
  // ARN and URL both end with the name of the queue.
  return urls.find(([, url]) => url.split('/').at(-1) === arn.split(':').at(-1))?.[0] ?? null;
}
