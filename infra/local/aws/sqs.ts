import { createHash } from 'node:crypto';
import type { FunctionHost } from '../lambda/function-host.ts';
import { deliver } from '../queues/deliver.ts';
import { LocalQueue, type QueueOptions } from '../queues/queue.ts';
import type { EventSourceModel, QueueModel } from '../template/service-model.ts';
import { type AwsCall, AwsError, type Operations } from './aws-json.ts';

const MAX_DELAY_SECONDS = 900;
const MAX_BATCH_ENTRIES = 10;
const MAX_BATCH_BYTES = 1_048_576;

export interface LocalQueues {
  operations: Operations;
  /** Starts to deliver messages, stored and new ones, to the functions. */
  start(): void;
  close(): void;
}

/**
 * The template's queues, and their delivery to functions.
 *
 * @param functions by logical id
 */
export function createQueues(
  models: QueueModel[],
  eventSources: EventSourceModel[],
  functions: Map<string, FunctionHost>,
  options: QueueOptions,
): LocalQueues {
  const queues = new Map(models.map((model) => [model.id, new LocalQueue(model, options)]));
  for (const queue of queues.values()) queue.deadLetters = queues.get(queue.model.deadLetterQueue ?? '') ?? null;

  const queueOf = (url: string) => {
    const queue = queues.get(url);
    if (!queue) throw new AwsError('com.amazonaws.sqs#QueueDoesNotExist');
    return queue;
  };
  return {
    operations: {
      'AmazonSQS.SendMessage': ({ QueueUrl, ...message }: OutgoingMessage & { QueueUrl: string }, call) =>
        accept(queueOf(QueueUrl), message, call),
      'AmazonSQS.SendMessageBatch': ({ QueueUrl, Entries }: { QueueUrl: string; Entries: BatchEntry[] }, call) =>
        acceptBatch(queueOf(QueueUrl), Entries, call),
      'AmazonSQS.ListQueues': ({ QueueNamePrefix = '' }: { QueueNamePrefix?: string }) => ({
        QueueUrls: [...queues.keys()].filter((id) => id.startsWith(QueueNamePrefix)),
      }),
      'AmazonSQS.GetQueueAttributes': ({ QueueUrl }: { QueueUrl: string }) => ({
        Attributes: attributesOf(queueOf(QueueUrl)),
      }),
    },
    start: () => {
      for (const source of eventSources) deliver(queueOf(source.queue), source, functions.get(source.function)!);
    },
    close: () => {
      for (const queue of queues.values()) queue.close();
    },
  };
}

interface OutgoingMessage {
  MessageBody: string;
  DelaySeconds?: number;
}

interface BatchEntry extends OutgoingMessage {
  Id: string;
}

const invalid = (message: string) => new AwsError('com.amazonaws.sqs#InvalidParameterValue', message);
const bytesOf = ({ MessageBody }: OutgoingMessage) => Buffer.byteLength(MessageBody);

/**
 * `DelaySeconds`: "Valid values: 0 to 900. Maximum: 15 minutes." (SQS API Reference, SendMessage.) `MaximumMessageSize`:
 * "The limit of how many bytes a message can contain before Amazon SQS rejects it" (SetQueueAttributes).
 *
 * @throws {AwsError} when a value is out of range, with SQS's own message
 */
function accept(queue: LocalQueue, message: OutgoingMessage, call: AwsCall = {}) {
  const { MessageBody, DelaySeconds = 0 } = message;
  if (!(DelaySeconds >= 0 && DelaySeconds <= MAX_DELAY_SECONDS)) {
    const reason = `DelaySeconds must be >= 0 and <= ${MAX_DELAY_SECONDS}.`;
    throw invalid(`Value ${DelaySeconds} for parameter DelaySeconds is invalid. Reason: ${reason}`);
  }
  const maxBytes = queue.model.maxMessageBytes;
  if (bytesOf(message) > maxBytes) {
    throw invalid(`One or more parameters are invalid. Reason: Message must be shorter than ${maxBytes} bytes.`);
  }
  const MessageId = queue.send(MessageBody, DelaySeconds * 1000, call.traceHeader);
  return { MessageId, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
}

/**
 * "The result of sending each message is reported individually in the response. Because the batch request can result in a
 * combination of successful and unsuccessful actions, you should check for batch errors even when the call returns an
 * HTTP status code of 200." "The maximum total payload size (the sum of the individual lengths of all of the batched
 * messages)" is 1 MiB, and a batch has "up to 10 messages" (SQS API Reference, SendMessageBatch).
 */
function acceptBatch(queue: LocalQueue, entries: BatchEntry[], call?: AwsCall) {
  if (entries.length > MAX_BATCH_ENTRIES) {
    const numbers = `Maximum number of entries per request are ${MAX_BATCH_ENTRIES}. You have sent ${entries.length}.`;
    throw new AwsError('com.amazonaws.sqs#TooManyEntriesInBatchRequest', numbers);
  }
  const total = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
  if (total > MAX_BATCH_BYTES) {
    const numbers = `Batch requests cannot be longer than ${MAX_BATCH_BYTES} bytes. You have sent ${total} bytes.`;
    throw new AwsError('com.amazonaws.sqs#BatchRequestTooLong', numbers);
  }
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...accept(queue, entry, call) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.type.split('#')[1], Message: error.message });
    }
  }
  return { Successful, Failed };
}

function attributesOf(queue: LocalQueue) {
  const { visible, inFlight, delayed } = queue.counts();
  return {
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
}
