import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

interface WorkQueueProps {
  workerTimeoutSeconds: number;
}

/** After this many failed receives, a message is moved to the dead letters. */
const MAX_RECEIVES = 3;
const BATCH_SIZE = 5;
/** Concurrent batches: background work must not use up the account's concurrency. */
const MAX_CONCURRENCY = 5;
/** Learning takes seconds. Both together are no more than the local runner starts instances of a function. */
const MAX_LEARNING_CONCURRENCY = 3;

/** 256 KiB; set explicitly, since SQS's default has changed over the years. */
const MAX_MESSAGE_BYTES = 262_144;

/** The queue of background work, the one of learning, which must not wait behind slow work, and their dead letters. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly learning: Queue;
  /** Messages whose processing failed each time. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { workerTimeoutSeconds }: WorkQueueProps) {
    super(scope, id);
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      retentionPeriod: Duration.days(14),
    });
    [this.queue, this.learning] = (['Queue', 'Learning'] as const).map(
      (name) =>
        new Queue(this, name, {
          encryption: QueueEncryption.SQS_MANAGED,
          enforceSSL: true,
          maxMessageSizeBytes: MAX_MESSAGE_BYTES,
          // What AWS recommends for queues that functions read.
          visibilityTimeout: Duration.seconds(6 * workerTimeoutSeconds),
          deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
        }),
    ) as [Queue, Queue];
  }

  /** Both queues have the same worker: any task may stand in either. */
  deliverTo(worker: LambdaFunction) {
    const concurrencies = [
      [this.queue, MAX_CONCURRENCY],
      [this.learning, MAX_LEARNING_CONCURRENCY],
    ] as const;
    for (const [queue, maxConcurrency] of concurrencies) {
      worker.addEventSource(
        new SqsEventSource(queue, { batchSize: BATCH_SIZE, maxConcurrency, reportBatchItemFailures: true }),
      );
    }
  }
}
