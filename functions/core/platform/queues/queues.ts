import type { QueueSettings } from '../settings/settings.ts';

/** How often a message of each queue is received, and fails, until it is given up. */
export const MOST_RECEIVES = {
  work: 3,
  learning: 3,
  // A part of a batch, or a crawl, survives more workers than other messages: each may die with any of its domains.
  batches: 10,
  crawls: 10,
};

/** A queue of background work. */
export type QueueName = keyof typeof MOST_RECEIVES;

/** URLs of all queues of background work. */
export function urlsOfQueues(settings: QueueSettings): Record<QueueName, string> {
  return {
    work: settings.WORK_QUEUE_URL,
    learning: settings.LEARNING_QUEUE_URL,
    batches: settings.BATCH_QUEUE_URL,
    crawls: settings.CRAWL_QUEUE_URL,
  };
}

/** @returns `null` where the ARN is that of none of them */
export function queueOfArn(arn: string, settings: QueueSettings): QueueName | null {
  const urls = Object.entries(urlsOfQueues(settings)) as [QueueName, string][];
  // ARN and URL both end with the name that AWS has for the queue.
  return urls.find(([, url]) => url.split('/').at(-1) === arn.split(':').at(-1))?.[0] ?? null;
}

/** The queue of each kind of the worker's tasks. */
export const QUEUE_OF_TASK = {
  'complete-record': 'work',
  snapshot: 'work',
  refresh: 'work',
  // Callers wait for these: they must not wait behind domains, which take a minute each.
  'learn-suggestions': 'learning',
  // They wait for nobody and nobody waits for them: neither snapshots nor what is learnt.
  'read-batch': 'batches',
  'complete-batch': 'batches',
} as const;

/** @param task kind of a task, which need not be known: then it goes the way of most */
export function queueOfTask(task: string): Exclude<QueueName, 'crawls'> {
  return Object.hasOwn(QUEUE_OF_TASK, task) ? QUEUE_OF_TASK[task as keyof typeof QUEUE_OF_TASK] : 'work';
}
