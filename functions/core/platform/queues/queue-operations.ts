import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsRequestLimits } from '../aws-request-limits.ts';
import type { QueueName } from './queues.ts';

/** AWS's counts are approximate. */
export interface QueueCounts {
  /** Messages that wait, those that were put off included. */
  waiting: number;
  /** Messages that are being worked off, or failed and come again later. */
  running: number;
}

export interface QueueOperations {
  /** Of all queues together. */
  counts(): Promise<QueueCounts>;
  /** Dead letters that are not kept yet. */
  deadLetters(): Promise<number>;
  /** Puts the message of a dead letter back into its queue, as a new one. */
  putBack(letter: { queue: QueueName; body: string }): Promise<void>;
}

interface QueueUrls {
  queueUrls: Record<QueueName, string>;
  /** Of all these queues. */
  deadLettersUrl: string;
}

/** What the operator sees and does of the worker's queues. */
export function createQueueOperations({ queueUrls, deadLettersUrl }: QueueUrls): QueueOperations {
  // Locally the queue is at another endpoint than its URL says.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false, maxAttempts: 4, requestHandler: awsRequestLimits });

  async function attributes(QueueUrl: string) {
    const command = new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesDelayed',
        'ApproximateNumberOfMessagesNotVisible',
      ],
    });
    const { Attributes = {} } = await client.send(command);
    return {
      waiting:
        Number(Attributes.ApproximateNumberOfMessages ?? 0) +
        Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
      running: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    };
  }

  return {
    async counts() {
      const each = await Promise.all(Object.values(queueUrls).map(attributes));
      const sum = (of: keyof QueueCounts) => each.reduce((total, counts) => total + counts[of], 0);
      return { waiting: sum('waiting'), running: sum('running') };
    },
    async deadLetters() {
      const { waiting, running } = await attributes(deadLettersUrl);
      return waiting + running;
    },
    async putBack({ queue, body }) {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrls[queue], MessageBody: body }));
    },
  };
}
