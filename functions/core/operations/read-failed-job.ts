import type { SQSRecord } from 'aws-lambda';
import type { FailedJob } from './failed-jobs.ts';
import { queueOfArn, queueOfTask, type QueueName } from '../platform/queues/queues.ts';
import type { FailedJobSettings } from './settings.ts';

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

function queueOfKind(task: string | null): QueueName {
  if (task === 'crawl') return 'crawls';
  return task === 'delivery' ? 'deliveries' : queueOfTask(task ?? '');
}

function objectIn(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
