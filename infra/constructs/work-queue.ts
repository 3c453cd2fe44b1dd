import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import { SHARES } from '../../functions/core/crawls/crawl-shares.ts';
import { MAX_RECEIVES, type QueueName } from '../../functions/core/operations/queues.ts';

interface WorkQueueProps {
  /** Concurrent invocations for each queue. */
  concurrency: DeploymentSettings['queueConcurrency'];
  /** Timeout of the function that receives the messages of a queue. */
  timeoutSecondsOf: (queue: QueueName | 'deadLetters') => number;
}

/**
 * Messages of one invocation: one where each takes long, so that a slow domain or receiver delays no other. Crawls mostly
 * wait, and do not delay each other.
 */
const AT_ONCE = {
  work: 5,
  learning: 5,
  batches: 1,
  completions: 1,
  crawls: SHARES,
  reports: 1,
  deliveries: 1,
  deadLetters: 5,
};
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
 * The queues of background work, of learning (not delayed by slow work), of both stages of batches, of crawls, of their
 * reports and of deliveries (which neither wait for others nor delay them), and their dead-letter queue.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly learning: Queue;
  readonly batches: Queue;
  readonly completions: Queue;
  readonly crawls: Queue;
  readonly reports: Queue;
  readonly deliveries: Queue;
  /** The dead-letter queue, from which a function moves messages to a table. */
  readonly deadLetters: Queue;
  /** Functions that process the queues. */
  readonly consumers: LambdaFunction[] = [];
  private readonly concurrency: DeploymentSettings['queueConcurrency'];

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.concurrency = props.concurrency;
    const { timeoutSecondsOf } = props;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(6 * timeoutSecondsOf('deadLetters')),
    });
    // AWS recommends this for queues that functions read.
    const recommended = (queue: QueueName) => 6 * timeoutSecondsOf(queue);
    const shortest = (queue: QueueName) => timeoutSecondsOf(queue) + MARGIN_SECONDS;
    this.queue = this.addQueue('Queue', recommended('work'), MAX_RECEIVES.work);
    this.learning = this.addQueue('Learning', recommended('learning'), MAX_RECEIVES.learning);
    this.batches = this.addQueue('Batches', shortest('batches'), MAX_RECEIVES.batches);
    this.completions = this.addQueue('Completions', shortest('completions'), MAX_RECEIVES.completions);
    this.crawls = this.addQueue('Crawls', shortest('crawls'), MAX_RECEIVES.crawls);
    this.reports = this.addQueue('Reports', shortest('reports'), MAX_RECEIVES.reports);
    this.deliveries = this.addQueue('Deliveries', shortest('deliveries'), MAX_RECEIVES.deliveries);
  }

  /** Lets a function receive the messages of queues. */
  deliver(queues: readonly (QueueName | 'deadLetters')[], consumer: LambdaFunction) {
    this.consumers.push(consumer);
    for (const name of queues) {
      const queue = name === 'work' ? this.queue : this[name];
      const batchSize = AT_ONCE[name];
      const maxConcurrency = this.concurrency[name];
      consumer.addEventSource(new SqsEventSource(queue, { maxConcurrency, batchSize, reportBatchItemFailures: true }));
    }
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
