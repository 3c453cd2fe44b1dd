import type { Settings } from '../settings/settings.ts';
import type { QueueName } from './most-receives.ts';
import type { crawlQueueSettings, queueSettings } from './settings.ts';
import type { BatchTask, LearningTask } from './work-queue.ts';

type QueueSettings = Settings<typeof queueSettings & typeof crawlQueueSettings>;

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

const LEARNING: Record<LearningTask['task'], true> = {
  'learn-suggestions': true,
  'learn-page': true,
  rescore: true,
};

const OF_BATCHES: Record<BatchTask['task'], true> = { 'read-batch': true, 'complete-batch': true };

/** @param task kind of a task of the worker; any that is not known goes the way of most */
export function queueOfTask(task: string): Exclude<QueueName, 'crawls'> {
  if (Object.hasOwn(LEARNING, task)) return 'learning';
  return Object.hasOwn(OF_BATCHES, task) ? 'batches' : 'work';
}
