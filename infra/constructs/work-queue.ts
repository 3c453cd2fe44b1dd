import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

interface WorkQueueProps {
  workerTimeoutSeconds: number;
}

/** A message that was received so often without success is set aside for the operator. */
const MAX_RECEIVES = 3;
const BATCH_SIZE = 5;
/** Batches under way at once: what waits in the queue must not use up the account's concurrency. */
const MAX_CONCURRENCY = 5;

/** 256 KiB; what the queues take by themselves has changed over the years. */
const MAX_MESSAGE_BYTES = 262_144;

/** The queue of background work, and the dead letters. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  /** Messages that failed each time they were tried. */
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
