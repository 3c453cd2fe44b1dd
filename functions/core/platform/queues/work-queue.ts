import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsRequestLimits } from '../aws-request-limits.ts';
import type { CrawlQueueSettings, DeliveryQueueSettings, WorkQueueSettings } from './settings.ts';
import { QUEUE_OF_TASK } from './queues.ts';

/** Requests sources of a domain in the background. */
export interface CompleteRecordTask {
  task: 'complete-record';
  domain: string;
  sources: string[];
  /** How often it was deferred before. */
  attempt: number;
}

/** Takes a snapshot of a domain, unless there already is one of the day. */
export interface SnapshotTask {
  task: 'snapshot';
  domain: string;
  /** How often it was deferred before. */
  attempt: number;
}

/** Key of an item of the table `Watches`, after which a list of watches continues. */
interface WatchPosition {
  partition: string;
  sort: string;
}

/** Evaluates the next watches of a domain whose snapshot was taken or amended: each message evaluates a page of them. */
export interface EvaluateTask {
  task: 'evaluate';
  domain: string;
  after: WatchPosition;
  /** Whether crawls of the watches begin, which is once a day. */
  crawls: boolean;
}

/** Adds the keywords in responses of engines and providers to the keyword index. */
export interface LearnSuggestionsTask {
  task: 'learn-suggestions';
  /** The queries; their responses are in the table. */
  queries: string[];
  /** ISO 639-1 and ISO 3166-1. */
  locale: { language: string; region: string };
  /** Milliseconds since the epoch. */
  queuedAt: number;
}

/** Fetches a domain again, as `refresh=1` does, but without a waiting caller. */
export interface RefreshTask {
  task: 'refresh';
  domain: string;
  /**
   * Milliseconds since the epoch. A record that was fetched later is recent enough, so that a message that is delivered
   * twice causes one fetch.
   */
  requestedAt: number;
}

/** A message about a part of a batch. */
interface BatchTask<Task extends string> {
  task: Task;
  batchId: string;
  part: number;
  /** Number of rows of the part that are done. */
  from: number;
  /** Number of messages of this chain that were sent before: the work on each message sends the next one. */
  hops?: number | undefined;
  /** How often the batch had been resumed when the message was sent; messages from before the last time are ignored. */
  resumes?: number | undefined;
}

/** Reads the sites of the domains in a part of a batch. */
export type ReadBatchTask = BatchTask<'read-batch'>;

/** Requests the rate-limited sources for the domains of a batch, part after part. */
export type CompleteBatchTask = BatchTask<'complete-batch'>;

export type WorkTask =
  | CompleteRecordTask
  | SnapshotTask
  | EvaluateTask
  | RefreshTask
  | LearnSuggestionsTask
  | ReadBatchTask
  | CompleteBatchTask;

/** Maximum delay of a message in SQS: fifteen minutes. */
export const MAX_DELAY_SECONDS = 900;

export type WorkQueue = ReturnType<typeof createWorkQueue>;

/** Thrown if SQS did not accept all messages of a request. */
class NotSent extends Error {
  readonly code = 'not_sent';
}

/** Creates the client of SQS. In the local runner the endpoint differs from the host of the queue's URL. */
export function createSqsClient() {
  return new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 4, requestHandler: awsRequestLimits });
}

async function sendMessage(client: SQSClient, QueueUrl: string, task: object, delayMs: number): Promise<void> {
  const DelaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000));
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(task), DelaySeconds }));
}

/** Creates a client that sends each task to its queue: keywords, batches, or all other tasks. */
export function createWorkQueue(settings: WorkQueueSettings) {
  const urls = {
    work: settings.WORK_QUEUE_URL,
    learning: settings.LEARNING_QUEUE_URL,
    batches: settings.BATCH_QUEUE_URL,
  };
  const queueOf = ({ task }: WorkTask) => urls[QUEUE_OF_TASK[task]];
  const client = createSqsClient();
  return {
    send: (task: WorkTask, delayMs = 0) => sendMessage(client, queueOf(task), task, delayMs),

    /** Sends up to ten tasks in one request. @throws {NotSent} if SQS did not accept all of them */
    async sendBatch(tasks: WorkTask[]): Promise<void> {
      for (const [QueueUrl, batch] of Map.groupBy(tasks, queueOf)) {
        const Entries = batch.map((task, index) => ({ Id: String(index), MessageBody: JSON.stringify(task) }));
        const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        if (Failed.length > 0) throw new NotSent(`SQS did not accept ${Failed.length} of ${batch.length} messages`);
      }
    },
  };
}

/** Continues the crawl of a site. */
export interface CrawlTask {
  domain: string;
  /** Id of the crawl; a message of a crawl that has ended is ignored. */
  id: string;
  /** Number of slices of work that had ended when the message was sent; the older of two messages is ignored. */
  slices: number;
  /** The crawl has ended, and the next watches of its domain are evaluated; absent: the crawl continues. */
  after?: WatchPosition | undefined;
}

export type CrawlQueue = ReturnType<typeof createCrawlQueue>;

/** Creates a client of the queue of crawls, which is separate so that nothing waits for crawls. */
export function createCrawlQueue({ CRAWL_QUEUE_URL: url }: CrawlQueueSettings) {
  const client = createSqsClient();
  return { send: (task: CrawlTask, delayMs = 0) => sendMessage(client, url, task, delayMs) };
}

/** Sends a pending delivery to its receiver. */
export interface DeliveryTask {
  /** Id of the pending delivery; a message about one that has ended, or is not due yet, is ignored. */
  delivery: string;
  /** The domain that it is about, which is part of its key; absent: none. */
  domain?: string | undefined;
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

/** Creates a client of the queue of deliveries, which neither wait for other work nor delay it. */
export function createDeliveryQueue({ DELIVERY_QUEUE_URL: url }: DeliveryQueueSettings) {
  const client = createSqsClient();
  return { send: (task: DeliveryTask, delayMs = 0) => sendMessage(client, url, task, delayMs) };
}
