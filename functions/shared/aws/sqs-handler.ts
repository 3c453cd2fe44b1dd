import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/**
 * Makes the handler of a function that a queue calls. SQS delivers those messages again whose work failed, and deletes the
 * others of the batch.
 *
 * @param work does what the body of a message says; it returns what is logged of it
 */
export function sqsHandler(work: (body: string) => Promise<object>): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async ({ Records }) => {
    const outcomes = await Promise.all(Records.map((record) => process(record, work)));
    return { batchItemFailures: outcomes.flatMap((failed) => (failed ? [{ itemIdentifier: failed }] : [])) };
  };
}

/** @returns the message's id if it failed */
async function process({ messageId, body }: SQSRecord, work: (body: string) => Promise<object>) {
  try {
    const started = performance.now();
    const facts = await work(body);
    const duration_ms = Math.round(performance.now() - started);
    console.log(JSON.stringify({ level: 'INFO', message: 'task done', message_id: messageId, ...facts, duration_ms }));
    return null;
  } catch (error) {
    console.error(JSON.stringify({ level: 'ERROR', message_id: messageId, stack: (error as Error).stack }));
    return messageId;
  }
}
