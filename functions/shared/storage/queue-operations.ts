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
  counts(): Promise<QueueCounts>;
  deadLetters(): Promise<number>;
  /** Begins to move all dead letters back to the queue. */
  retryDeadLetters(): Promise<void>;
}

interface QueueNames {
  queueUrl: string;
  deadLettersUrl: string;
  deadLettersArn: string;
}

/** What the operator sees and does of the worker's queue. */
export function createQueueOperations({ queueUrl, deadLettersUrl, deadLettersArn }: QueueNames): QueueOperations {
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
    counts: () => attributes(queueUrl),
    deadLetters: async () => (await attributes(deadLettersUrl)).waiting,
    async retryDeadLetters() {
      await client.send(new StartMessageMoveTaskCommand({ SourceArn: deadLettersArn }));
    },
  };
}
