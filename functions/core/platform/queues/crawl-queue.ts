import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsRequestLimits } from '../aws/request-limits.ts';
import type { Settings } from '../settings/settings.ts';

/** The crawl of a site is to go on. */
export interface CrawlTask {
  domain: string;
  /** Of the crawl: a message of one that has ended is passed over. */
  id: string;
  /** How many slices of work had ended when it was sent: of two messages that tell to go on, the older is passed over. */
  slices: number;
}

/** SQS delays a message by fifteen minutes at most. */
const MAX_DELAY_SECONDS = 900;

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
