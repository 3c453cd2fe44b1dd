import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Sources of a domain that are to be asked in the background. */
export interface CompleteRecordTask {
  task: 'complete-record';
  domain: string;
  sources: string[];
  /** How often it was put off before. */
  attempt: number;
}

export type WorkTask = CompleteRecordTask;

/** SQS delays a message by fifteen minutes at most. */
const MAX_DELAY_SECONDS = 900;

export interface WorkQueue {
  send(task: WorkTask, delayMs?: number): Promise<void>;
}

/** The queue of the worker. */
export function createWorkQueue(queueUrl: string): WorkQueue {
  // Locally the queue is at another endpoint than its URL says.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 4 });
  return {
    async send(task, delayMs = 0) {
      const command = new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(task),
        DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000)),
      });
      await client.send(command);
    },
  };
}
