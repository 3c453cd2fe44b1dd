import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsRequestLimits } from '../aws-request-limits.ts';

/** Maximum delay of a message in SQS: fifteen minutes. */
export const MAX_DELAY_SECONDS = 900;

/** A queue of tasks, each of which is a message. */
export type TaskQueue<Task extends object> = ReturnType<typeof createTaskQueue<Task>>;

/** Thrown if SQS did not accept all messages of a request. */
class NotSent extends Error {
  readonly code = 'not_sent';
}

/** Creates the client of SQS. In the local runner the endpoint differs from the host of the queue's URL. */
export function createSqsClient() {
  return new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 4, requestHandler: awsRequestLimits });
}

/** Creates a client that sends tasks to the queue with a URL. */
export function createTaskQueue<Task extends object>(QueueUrl: string) {
  const client = createSqsClient();
  return {
    async send(task: Task, delayMs = 0): Promise<void> {
      const DelaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000));
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(task), DelaySeconds }));
    },

    /** Sends up to ten tasks in one request. @throws {NotSent} if SQS did not accept all of them */
    async sendBatch(tasks: Task[]): Promise<void> {
      const Entries = tasks.map((task, index) => ({ Id: String(index), MessageBody: JSON.stringify(task) }));
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed.length > 0) throw new NotSent(`SQS did not accept ${Failed.length} of ${tasks.length} messages`);
    },
  };
}
