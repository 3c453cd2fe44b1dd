import { createHash, randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { FunctionHost } from '../lambda/function-host.ts';
import type { EventSourceModel, QueueModel } from '../template/service-model.ts';
import { AwsError, type Operations } from './aws-json.ts';

interface Message {
  id: string;
  body: string;
  receives: number;
}

/**
 * A queue in memory. What waits in it is lost with the runner: hits have sources asked again, but a snapshot that was
 * under way is not taken on that day.
 */
class LocalQueue {
  readonly model: QueueModel;
  private readonly visible: Message[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  /** Messages that are being worked off. */
  underWay = 0;
  /** Called whenever there may be something to deliver. */
  onMessage = () => {};

  constructor(model: QueueModel) {
    this.model = model;
  }

  add(message: Message, delayMs = 0) {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.visible.push(message);
      this.onMessage();
    }, delayMs);
    this.timers.add(timer);
  }

  receive(limit: number): Message[] {
    const batch = this.visible.splice(0, limit);
    for (const message of batch) message.receives += 1;
    return batch;
  }

  /** Takes all that can be received, as if it had never been. */
  takeAll(): Message[] {
    return this.visible.splice(0);
  }

  get waiting(): number {
    return this.visible.length + this.timers.size;
  }

  close() {
    for (const timer of this.timers) clearTimeout(timer);
    this.onMessage = () => {};
  }
}

export interface LocalQueues {
  operations: Operations;
  close(): void;
}

/**
 * The template's queues and what delivers them to functions: batches, partial failures, delays, dead letters.
 *
 * @param functions by logical id
 */
export function createQueues(
  models: QueueModel[],
  eventSources: EventSourceModel[],
  functions: Map<string, FunctionHost>,
): LocalQueues {
  const queues = new Map(models.map((model) => [model.id, new LocalQueue(model)]));
  for (const source of eventSources) {
    const queue = queues.get(source.queue)!;
    const deadLetters = queues.get(queue.model.deadLetterQueue ?? '') ?? null;
    deliver(queue, deadLetters, source, functions.get(source.function)!);
  }

  const queueOf = (url: string) => {
    const queue = queues.get(url);
    if (!queue) throw new AwsError('com.amazonaws.sqs#QueueDoesNotExist');
    return queue;
  };
  return {
    operations: {
      'AmazonSQS.SendMessage': ({ QueueUrl, ...message }: OutgoingMessage & { QueueUrl: string }) =>
        accept(queueOf(QueueUrl), message),
      'AmazonSQS.SendMessageBatch': ({ QueueUrl, Entries }: { QueueUrl: string; Entries: OutgoingMessage[] }) => ({
        Successful: Entries.map((entry) => ({ Id: entry.Id, ...accept(queueOf(QueueUrl), entry) })),
        Failed: [],
      }),
      'AmazonSQS.ListQueues': ({ QueueNamePrefix = '' }: { QueueNamePrefix?: string }) => ({
        QueueUrls: [...queues.keys()].filter((id) => id.startsWith(QueueNamePrefix)),
      }),
      'AmazonSQS.GetQueueAttributes': ({ QueueUrl }: { QueueUrl: string }) => ({
        Attributes: attributesOf(queueOf(QueueUrl)),
      }),
      'AmazonSQS.StartMessageMoveTask': ({ SourceArn }: { SourceArn: string }) => {
        const source = queueOf(SourceArn.split(':').at(-1)!);
        const target = [...queues.values()].find(({ model }) => model.deadLetterQueue === source.model.id);
        if (!target) throw new AwsError('com.amazonaws.sqs#InvalidParameterValue');
        for (const { body } of source.takeAll()) accept(target, { MessageBody: body });
        return { TaskHandle: randomUUID() };
      },
    },
    close: () => {
      for (const queue of queues.values()) queue.close();
    },
  };
}

interface OutgoingMessage {
  Id?: string;
  MessageBody: string;
  DelaySeconds?: number;
}

function accept(queue: LocalQueue, { MessageBody, DelaySeconds = 0 }: OutgoingMessage) {
  const id = randomUUID();
  queue.add({ id, body: MessageBody, receives: 0 }, DelaySeconds * 1000);
  return { MessageId: id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
}

/** Messages that wait for their delay are told together with those that can be received. */
function attributesOf({ waiting, underWay }: LocalQueue) {
  return {
    ApproximateNumberOfMessages: String(waiting),
    ApproximateNumberOfMessagesNotVisible: String(underWay),
    ApproximateNumberOfMessagesDelayed: '0',
  };
}

function deliver(queue: LocalQueue, deadLetters: LocalQueue | null, source: EventSourceModel, worker: FunctionHost) {
  let underWay = 0;
  queue.onMessage = () => {
    while (underWay < source.maxConcurrency) {
      const batch = queue.receive(source.batchSize);
      if (batch.length === 0) return;
      underWay += 1;
      queue.underWay += batch.length;
      void workOff(batch, worker).then((failed) => {
        underWay -= 1;
        queue.underWay -= batch.length;
        for (const message of failed) {
          if (message.receives >= queue.model.maxReceives) deadLetters?.add(message);
          else queue.add(message, queue.model.retryMs);
        }
        queue.onMessage();
      });
    }
  };
}

/** @returns the messages that were not worked off */
async function workOff(batch: Message[], worker: FunctionHost): Promise<Message[]> {
  try {
    const response = (await worker.invoke(eventOf(batch))) as SQSBatchResponse | null;
    const failed = new Set(response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    return batch.filter(({ id }) => failed.has(id));
  } catch {
    return batch;
  }
}

function eventOf(batch: Message[]): SQSEvent {
  const Records = batch.map(({ id, body, receives }) => ({
    messageId: id,
    body,
    receiptHandle: id,
    attributes: { ApproximateReceiveCount: String(receives) },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'local',
    awsRegion: 'us-east-1',
  }));
  return { Records } as unknown as SQSEvent;
}
