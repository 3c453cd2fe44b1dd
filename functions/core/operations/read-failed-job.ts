import type { SQSRecord } from 'aws-lambda';
import type { FailedJob } from './failed-jobs.ts';
import type { CrawlTask } from '../crawls/tasks.ts';
import type { DeliveryTask } from '../deliveries/tasks.ts';
import { queueOfArn, type QueueName } from './queues.ts';
import type { FailedJobSettings } from './settings.ts';
import type { WorkTask } from './work-tasks.ts';

const TASK = /^[a-z-]{1,40}$/;
const MAX_DOMAIN_LENGTH = 253;

/**
 * Reads a message of the dead-letter queue, with any content.
 *
 * @param now milliseconds since the epoch, for a message without the time at which it was sent
 */
export function readFailedJob(record: SQSRecord, settings: FailedJobSettings, now: number): Omit<FailedJob, 'why'> {
  const { messageId, body } = record;
  const { SentTimestamp, DeadLetterQueueSourceArn: from = '' } = record.attributes;
  const { task, domain } = membersOf(body);
  // AWS does not document the attribute with the source queue of a message in a dead-letter queue.
  const queue = queueOfArn(from, settings) ?? queueOfKind(task);
  return { messageId, body, queue, task, domain, sentAt: Number(SentTimestamp) || now };
}

function membersOf(body: string): Pick<FailedJob, 'task' | 'domain'> {
  const { task, domain, slices, delivery } = objectIn(body);
  const isDomain = typeof domain === 'string' && domain !== '' && domain.length <= MAX_DOMAIN_LENGTH;
  // Messages of crawls and deliveries have queues of their own, and do not contain their kind.
  const implied = typeof slices === 'number' ? 'crawl' : typeof delivery === 'string' ? 'delivery' : undefined;
  const kind = task ?? implied;
  return { task: typeof kind === 'string' && TASK.test(kind) ? kind : null, domain: isDomain ? domain : null };
}

/** Queues of the kinds of tasks that are not in the queue `work`. */
const QUEUES: Partial<Record<WorkTask['task'] | 'crawl' | 'report' | 'delivery', QueueName>> = {
  'learn-suggestions': 'learning',
  'read-batch': 'batches',
  'complete-batch': 'completions',
  crawl: 'crawls',
  report: 'reports',
  delivery: 'deliveries',
};

/** @param task kind of a task; an unknown kind belongs to the queue `work` */
function queueOfKind(task: string | null): QueueName {
  return new Map<string | null, QueueName>(Object.entries(QUEUES)).get(task) ?? 'work';
}

type Member = keyof CrawlTask | keyof DeliveryTask | 'task';

function objectIn(body: string): Partial<Record<Member, unknown>> {
  try {
    return Object(JSON.parse(body)) as Partial<Record<Member, unknown>>;
  } catch {
    return {};
  }
}
