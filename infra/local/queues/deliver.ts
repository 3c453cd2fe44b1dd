import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { localArn, localRegion } from '../credentials.ts';
import { type FunctionHost, RecursionStopped } from '../lambda/function-host.ts';
import { invocationsBefore } from '../lambda/lineage.ts';
import type { EventSourceModel } from '../template/service-model.ts';
import type { LocalQueue, Message } from './queue.ts';

/**
 * Delivers a queue's messages to a function, in batches. "If your function fails to process any message from the batch,
 * the entire batch returns to your SQS queue, and other functions can process them", unless `ReportBatchItemFailures`
 * lets it name the failed ones (Lambda Developer Guide, Handling errors for an SQS event source in Lambda). Failed
 * messages are delivered again after their visibility timeout.
 */
export function deliver(queue: LocalQueue, source: EventSourceModel, worker: FunctionHost) {
  let running = 0;
  queue.onMessage = () => {
    while (running < source.maxConcurrency) {
      const batch = queue.receive(source.batchSize);
      if (batch.length === 0) return;
      running += 1;
      void processBatch(batch, queue, source, worker).then((done) => {
        running -= 1;
        for (const message of done) queue.delete(message);
        queue.onMessage();
      });
    }
  };
  queue.onMessage();
}

/** @returns the messages that were processed */
async function processBatch(batch: Message[], queue: LocalQueue, source: EventSourceModel, worker: FunctionHost) {
  try {
    const response = (await worker.invoke(
      eventOf(batch, queue),
      () => {},
      traceHeaderOf(batch, source),
    )) as SQSBatchResponse | null;
    const failures = source.reportsItemFailures ? (response?.batchItemFailures ?? []) : [];
    const failedIds = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
    // As in Lambda, the whole batch has failed when the response names a message that is not in it.
    if (![...failedIds].every((failed) => batch.some(({ id }) => id === failed))) return [];
    return batch.filter(({ id }) => !failedIds.has(id));
  } catch (error) {
    // A function logs its own errors, but is not invoked here.
    if (error instanceof RecursionStopped) console.error(describeStop(error, batch));
    return [];
  }
}

/** Which of several messages represents a batch is not documented: here, the one whose chain is the longest. */
function traceHeaderOf(batch: Message[], source: EventSourceModel): string | undefined {
  const invocations = ({ traceHeader = '' }: Message) => invocationsBefore(source.function, traceHeader);
  return batch.toSorted((one, other) => invocations(other) - invocations(one))[0]?.traceHeader;
}

function describeStop({ message: name }: RecursionStopped, batch: Message[]): string {
  const message = `recursive loop: ${name} was not invoked`;
  return JSON.stringify({ level: 'ERROR', message, message_ids: batch.map(({ id }) => id) });
}

function eventOf(batch: Message[], { model }: LocalQueue): SQSEvent {
  const Records = batch.map(({ id, origin, body, traceHeader, sentAt, receives }) => ({
    messageId: id,
    body,
    receiptHandle: id,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(sentAt),
      ...(traceHeader !== undefined && { AWSTraceHeader: traceHeader }),
      ...(origin !== undefined && origin !== model.id && { DeadLetterQueueSourceArn: localArn(origin) }),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: localArn(model.id),
    awsRegion: localRegion,
  }));
  return { Records } as unknown as SQSEvent;
}
