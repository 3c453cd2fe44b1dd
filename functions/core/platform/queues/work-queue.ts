import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsRequestLimits } from '../aws-request-limits.ts';
import type { Settings, WorkQueueSettings } from '../settings/settings.ts';
import { QUEUE_OF_TASK } from './queues.ts';

/** Sources of a domain that are to be asked in the background. */
export interface CompleteRecordTask {
  task: 'complete-record';
  domain: string;
  sources: string[];
  /** How often it was put off before. */
  attempt: number;
}

/** A snapshot of a domain is to be taken, unless the day that it is taken on has one. */
export interface SnapshotTask {
  task: 'snapshot';
  domain: string;
  /** How often it was put off before. */
  attempt: number;
}

/** Keywords that engines and providers told when they were asked are to be made findable. */
export interface LearnSuggestionsTask {
  task: 'learn-suggestions';
  /** The questions; what was answered stands in the table. */
  queries: string[];
  /** ISO 639-1 and ISO 3166-1. */
  locale: { language: string; region: string };
  /** Milliseconds since the epoch. */
  queuedAt: number;
}

/** A domain is to be fetched again, as by `refresh=1`, without a caller who waits. */
export interface RefreshTask {
  task: 'refresh';
  domain: string;
  /**
   * Milliseconds since the epoch: what was fetched since then is new enough, so that a message that is delivered twice
   * fetches once.
   */
  askedAt: number;
}

/** What messages of a batch have beside their part. */
interface BatchRun {
  /** How many messages of this chain were sent before: each that is worked off sends the next one. */
  hops?: number | undefined;
  /** How often the work on the batch had been begun again when it was sent: an older message is passed over. */
  resumes?: number | undefined;
}

/** The sites of the domains in a part of a batch are to be read. */
export interface ReadBatchTask extends BatchRun {
  task: 'read-batch';
  batchId: string;
  part: number;
  /** Lines of the part that are done already. */
  from: number;
}

/** The sources that keep a pace are to be asked about the domains of a batch, part after part. */
export interface CompleteBatchTask extends BatchRun {
  task: 'complete-batch';
  batchId: string;
  part: number;
  /** Lines of the part that are done already. */
  from: number;
}

type BatchTask = ReadBatchTask | CompleteBatchTask;

export type WorkTask = CompleteRecordTask | SnapshotTask | RefreshTask | LearnSuggestionsTask | BatchTask;

/** SQS delays a message by fifteen minutes at most. */
const MAX_DELAY_SECONDS = 900;

export interface WorkQueue {
  send(task: WorkTask, delayMs?: number): Promise<void>;
  /** Sends up to ten at once. @throws {NotSent} where the queue did not take all of them */
  sendBatch(tasks: WorkTask[]): Promise<void>;
}

/** The queue did not take all messages of a batch. */
class NotSent extends Error {
  readonly code = 'not_sent';
}

/** The worker's queues: one of learning, one of batches, and one of all other tasks. Each task is sent to its own. */
export function createWorkQueue(settings: WorkQueueSettings): WorkQueue {
  const urls = {
    work: settings.WORK_QUEUE_URL,
    learning: settings.LEARNING_QUEUE_URL,
    batches: settings.BATCH_QUEUE_URL,
  };
  const queueOf = ({ task }: WorkTask) => urls[QUEUE_OF_TASK[task]];
  // Locally the queue is at another endpoint than its URL says.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 4, requestHandler: awsRequestLimits });
  return {
    async send(task, delayMs = 0) {
      const command = new SendMessageCommand({
        QueueUrl: queueOf(task),
        MessageBody: JSON.stringify(task),
        DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000)),
      });
      await client.send(command);
    },

    async sendBatch(tasks) {
      for (const [QueueUrl, batch] of Map.groupBy(tasks, queueOf)) {
        const Entries = batch.map((task, index) => ({ Id: String(index), MessageBody: JSON.stringify(task) }));
        const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        if (Failed.length > 0) throw new NotSent(`The queue did not take ${Failed.length} of ${batch.length} messages`);
      }
    },
  };
}

/** The crawl of a site is to go on. */
export interface CrawlTask {
  domain: string;
  /** Of the crawl: a message of one that has ended is passed over. */
  id: string;
  /** How many slices of work had ended when it was sent: of two messages that tell to go on, the older is passed over. */
  slices: number;
}

export interface CrawlQueue {
  send(task: CrawlTask, delayMs?: number): Promise<void>;
}

/** The queue of crawls, which nothing else waits for. */
export function createCrawlQueue({ CRAWL_QUEUE_URL: QueueUrl }: Settings<'CRAWL_QUEUE_URL'>): CrawlQueue {
  // Locally the queue is at another endpoint than its URL says.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 4, requestHandler: awsRequestLimits });
  return {
    async send(task, delayMs = 0) {
      const command = new SendMessageCommand({
        QueueUrl,
        MessageBody: JSON.stringify(task),
        DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000)),
      });
      await client.send(command);
    },
  };
}
