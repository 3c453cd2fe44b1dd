import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { localArn, localRegion } from '../identity.ts';
import type { FunctionHost } from '../lambda/function-host.ts';
import type { EventSourceModel } from '../template/service-model.ts';
import type { Message } from './message-files.ts';
import type { LocalQueue } from './queue.ts';

/**
 * Has a function work a queue off, in batches. "If your function fails to process any message from the batch, the entire
 * batch returns to your SQS queue, and other functions can process them", unless `ReportBatchItemFailures` lets it name
 * those that failed (Lambda Developer Guide, Handling errors for an SQS event source in Lambda). They come again when
 * their visibility timeout is over.
 */
export function deliver(queue: LocalQueue, source: EventSourceModel, worker: FunctionHost) {
  let underWay = 0;
  queue.onMessage = () => {
    while (underWay < source.maxConcurrency) {
      const batch = queue.receive(source.batchSize);
      if (batch.length === 0) return;
      underWay += 1;
      void workOff(batch, queue, source, worker).then((done) => {
        underWay -= 1;
        for (const message of done) queue.delete(message);
        queue.onMessage();
      });
    }
  };
  queue.onMessage();
}

/** @returns the messages that were worked off */
async function workOff(batch: Message[], queue: LocalQueue, source: EventSourceModel, worker: FunctionHost) {
  try {
    const response = (await worker.invoke(eventOf(batch, queue))) as SQSBatchResponse | null;
    const failures = source.reportsItemFailures ? (response?.batchItemFailures ?? []) : [];
    const failedIds = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
    // As in Lambda, the whole batch has failed where the answer names what is not in it.
    if (![...failedIds].every((failed) => batch.some(({ id }) => id === failed))) return [];
    return batch.filter(({ id }) => !failedIds.has(id));
  } catch {
    return [];
  }
}

function eventOf(batch: Message[], { model }: LocalQueue): SQSEvent {
  const Records = batch.map(({ id, body, sentAt, receives }) => ({
    messageId: id,
    body,
    receiptHandle: id,
    attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentAt) },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: localArn(model.id),
    awsRegion: localRegion,
  }));
  return { Records } as unknown as SQSEvent;
}
