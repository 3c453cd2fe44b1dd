import { GetQueueAttributesCommand, SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { awsRequestLimits } from '../aws/request-limits.ts';

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
  deadLetters(): Promise<number>;
  /** Begins to move all dead letters back to the queues that they came from. */
  retryDeadLetters(): Promise<void>;
}

interface QueueNames {
  queueUrls: string[];
  /** Of all these queues. */
  deadLettersUrl: string;
  deadLettersArn: string;
}

/** What the operator sees and does of the worker's queues. */
export function createQueueOperations({ queueUrls, deadLettersUrl, deadLettersArn }: QueueNames): QueueOperations {
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
      const each = await Promise.all(queueUrls.map(attributes));
      const sum = (of: keyof QueueCounts) => each.reduce((total, counts) => total + counts[of], 0);
      return { waiting: sum('waiting'), running: sum('running') };
    },
    deadLetters: async () => (await attributes(deadLettersUrl)).waiting,
    async retryDeadLetters() {
      await client.send(new StartMessageMoveTaskCommand({ SourceArn: deadLettersArn }));
    },
  };
}
