import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/** Records messages that fail for the last time, after which SQS moves them to the dead-letter queue. */
export interface LastFailures {
  /** Returns the maximum number of receives of a message of a queue. */
  maxReceives(queueArn: string): number;
  /** @param code stable; contains nothing of the message */
  record(messageId: string, code: string): Promise<void>;
}

type Work = (body: string, record: SQSRecord) => Promise<object>;

/**
 * Creates the handler of a function that a queue invokes. SQS delivers the messages again whose work failed, and
 * deletes the others of the batch.
 *
 * @param work processes the body of a message, and returns what is logged about it
 * @param failures records messages that fail for the last time
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
    const isLast = failures === undefined || isLastReceive(record, failures);
    // A message that is delivered again is no alarm.
    const line = { level: isLast ? 'ERROR' : 'WARN', message_id: messageId, stack: (error as Error).stack };
    console[isLast ? 'error' : 'warn'](JSON.stringify(line));
    if (failures && isLast) await recordFailure(messageId, error, failures);
    return messageId;
  }
}

function isLastReceive(record: Partial<SQSRecord>, failures: LastFailures): boolean {
  // These attributes are missing if the function is invoked manually.
  const { eventSourceARN = '', attributes } = record;
  return Number(attributes?.ApproximateReceiveCount ?? 0) >= failures.maxReceives(eventSourceARN);
}

/** Records a message's last failure. If this does not succeed, the message fails all the same. */
async function recordFailure(messageId: string, error: unknown, failures: LastFailures) {
  await failures.record(messageId, codeOf(error)).catch((reason: unknown) => {
    const warning = { level: 'WARN', message: 'failure not recorded', message_id: messageId, error: codeOf(reason) };
    console.warn(JSON.stringify(warning));
  });
}

const CODE = /^[\w.-]{1,64}$/;

/** @returns the error's code or name, never its message, which may contain anything */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((each): each is string => typeof each === 'string' && CODE.test(each)) ?? 'unknown';
}
