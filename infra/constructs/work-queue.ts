import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import { MAX_RECEIVES } from '../../functions/core/operations/queues.ts';

interface WorkQueueProps {
  /** Concurrent invocations for each queue. */
  concurrency: DeploymentSettings['queueConcurrency'];
  workerTimeoutSeconds: number;
  crawlerTimeoutSeconds: number;
  keeperTimeoutSeconds: number;
  senderTimeoutSeconds: number;
}

const BATCH_SIZE = 5;
/** Longer than the worker's timeout, so that no other worker processes a message while its worker runs. */
const MARGIN_SECONDS = 30;

/**
 * The longest retention of SQS. In the dead-letter queue, it counts from the first send, so messages are moved to a
 * table at once.
 */
const RETENTION = Duration.days(14);

/** 256 KiB; set explicitly, since SQS's default has changed over the years. */
const MAX_MESSAGE_BYTES = 262_144;

/**
 * The queues of background work, of learning (not delayed by slow work), of batches, of crawls and of deliveries (which
 * neither wait for others nor delay them), and their dead-letter queue.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly learning: Queue;
  readonly batches: Queue;
  readonly crawls: Queue;
  readonly deliveries: Queue;
  /** The dead-letter queue, from which a function moves messages to a table. */
  readonly deadLetters: Queue;
  /** Functions that process the queues. */
  readonly consumers: LambdaFunction[] = [];
  private readonly concurrency: DeploymentSettings['queueConcurrency'];

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.concurrency = props.concurrency;
    const { workerTimeoutSeconds, crawlerTimeoutSeconds, keeperTimeoutSeconds, senderTimeoutSeconds } = props;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(6 * keeperTimeoutSeconds),
    });
    // AWS recommends this for queues that functions read.
    const visibleAfterSeconds = 6 * workerTimeoutSeconds;
    this.queue = this.addQueue('Queue', visibleAfterSeconds, MAX_RECEIVES.work);
    this.learning = this.addQueue('Learning', visibleAfterSeconds, MAX_RECEIVES.learning);
    this.batches = this.addQueue('Batches', workerTimeoutSeconds + MARGIN_SECONDS, MAX_RECEIVES.batches);
    this.crawls = this.addQueue('Crawls', crawlerTimeoutSeconds + MARGIN_SECONDS, MAX_RECEIVES.crawls);
    this.deliveries = this.addQueue('Deliveries', senderTimeoutSeconds + MARGIN_SECONDS, MAX_RECEIVES.deliveries);
  }

  /** All queues except those of crawls and deliveries have the same worker, which processes any task from any of them. */
  deliverTo(worker: LambdaFunction) {
    this.consumers.push(worker);
    deliver(this.queue, worker, { maxConcurrency: this.concurrency.work, batchSize: BATCH_SIZE });
    deliver(this.learning, worker, { maxConcurrency: this.concurrency.learning, batchSize: BATCH_SIZE });
    deliver(this.batches, worker, { maxConcurrency: this.concurrency.batches, batchSize: 1 });
  }

  deliverCrawlsTo(crawler: LambdaFunction) {
    this.consumers.push(crawler);
    deliver(this.crawls, crawler, { maxConcurrency: this.concurrency.crawls, batchSize: 1 });
  }

  /** One message per invocation, so that a slow receiver delays no other. */
  deliverDeliveriesTo(sender: LambdaFunction) {
    this.consumers.push(sender);
    deliver(this.deliveries, sender, { maxConcurrency: this.concurrency.deliveries, batchSize: 1 });
  }

  deliverDeadLettersTo(keeper: LambdaFunction) {
    this.consumers.push(keeper);
    deliver(this.deadLetters, keeper, { maxConcurrency: this.concurrency.deadLetters, batchSize: BATCH_SIZE });
  }

  private addQueue(name: string, visibleAfterSeconds: number, maxReceiveCount: number): Queue {
    return new Queue(this, name, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      visibilityTimeout: Duration.seconds(visibleAfterSeconds),
      // The maximum: if the account has no free concurrency, the default of four days may not be sufficient.
      retentionPeriod: RETENTION,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
  }
}

function deliver(queue: Queue, worker: LambdaFunction, how: { maxConcurrency: number; batchSize: number }) {
  worker.addEventSource(new SqsEventSource(queue, { ...how, reportBatchItemFailures: true }));
}
