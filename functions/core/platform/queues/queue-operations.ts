import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { createSqsClient } from './task-queue.ts';

/** AWS's counts are approximate. */
export interface QueueCounts {
  /** Waiting messages, including deferred ones. */
  waiting: number;
  /** Messages that are being processed, or have failed and will be received again. */
  running: number;
}

interface QueueUrls<Name extends string> {
  queueUrls: Record<Name, string>;
  /** Dead-letter queue of all these queues. */
  deadLettersUrl: string;
}

/** Creates the operator's operations on queues. */
export function createQueueOperations<Name extends string>({ queueUrls, deadLettersUrl }: QueueUrls<Name>) {
  const client = createSqsClient();

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
    /** Counts of all queues together. */
    async counts(): Promise<QueueCounts> {
      const each = await Promise.all(Object.values<string>(queueUrls).map(attributes));
      const sum = (of: keyof QueueCounts) => each.reduce((total, counts) => total + counts[of], 0);
      return { waiting: sum('waiting'), running: sum('running') };
    },
    /** Number of messages in the dead-letter queue: failed jobs that are not stored yet. */
    async countDeadLetters(): Promise<number> {
      const { waiting, running } = await attributes(deadLettersUrl);
      return waiting + running;
    },
    /** Sends the message of a failed job to its queue again, as a new message. */
    async resend({ queue, body }: { queue: Name; body: string }): Promise<void> {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrls[queue], MessageBody: body }));
    },
  };
}
