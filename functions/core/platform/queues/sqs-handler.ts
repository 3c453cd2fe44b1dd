import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/** What is told of a message that fails for the last time: SQS makes it a dead letter next. */
export interface LastFailures {
  /** How often a message of a queue is received at most. */
  mostReceives(queueArn: string): number;
  /** @param code stable, without anything of the message */
  note(messageId: string, code: string): Promise<void>;
}

type Work = (body: string, record: SQSRecord) => Promise<object>;

/**
 * Makes the handler of a function that a queue calls. SQS delivers those messages again whose work failed, and deletes the
 * others of the batch.
 *
 * @param work does what the body of a message says; it returns what is logged of it
 * @param failures of messages that are given up
 */
export function sqsHandler(work: Work, failures?: LastFailures): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async ({ Records }) => {
    const outcomes = await Promise.all(Records.map((record) => process(record, work, failures)));
    return { batchItemFailures: outcomes.flatMap((failed) => (failed ? [{ itemIdentifier: failed }] : [])) };
  };
}

/** @returns the message's id if it failed */
async function process(record: SQSRecord, work: Work, failures: LastFailures | undefined) {
  const { messageId, body } = record;
  try {
    const started = performance.now();
    const facts = await work(body, record);
    const duration_ms = Math.round(performance.now() - started);
    console.log(JSON.stringify({ level: 'INFO', message: 'task done', message_id: messageId, ...facts, duration_ms }));
    return null;
  } catch (error) {
    console.error(JSON.stringify({ level: 'ERROR', message_id: messageId, stack: (error as Error).stack }));
    if (failures) await noteLast(record, error, failures);
    return messageId;
  }
}

/** Where it cannot be noted, the message fails all the same. */
async function noteLast(record: SQSRecord, error: unknown, failures: LastFailures) {
  // Who invokes the function by hand need not give them.
  const { messageId, eventSourceARN = '', attributes }: Partial<SQSRecord> & Pick<SQSRecord, 'messageId'> = record;
  if (Number(attributes?.ApproximateReceiveCount ?? 0) < failures.mostReceives(eventSourceARN)) return;
  await failures.note(messageId, codeOf(error)).catch((reason: unknown) => {
    const warning = { level: 'WARN', message: 'failure not noted', message_id: messageId, error: codeOf(reason) };
    console.warn(JSON.stringify(warning));
  });
}

const CODE = /^[\w.-]{1,64}$/;

/** @returns the error's own code, or its name: never its message, which may hold anything */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((each): each is string => typeof each === 'string' && CODE.test(each)) ?? 'unknown';
}
