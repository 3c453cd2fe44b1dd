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

/** 256 KiB; set explicitly, since SQS's default has changed over the years. */
const MAX_MESSAGE_BYTES = 262_144;

/** The queue of background work, and its dead letter queue. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
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
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      // What AWS recommends for queues that functions read.
      visibilityTimeout: Duration.seconds(6 * workerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
  }

  deliverTo(worker: LambdaFunction) {
    worker.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: BATCH_SIZE,
        maxConcurrency: MAX_CONCURRENCY,
        reportBatchItemFailures: true,
      }),
    );
  }
}
