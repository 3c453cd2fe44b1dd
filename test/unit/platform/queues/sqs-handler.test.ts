import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { type LastFailures, sqsHandler } from '../../../../functions/core/platform/queues/sqs-handler.ts';

let log: string[];
beforeEach(() => {
  log = [];
  for (const method of ['log', 'warn', 'error'] as const) {
    jest.spyOn(console, method).mockImplementation((line: string) => void log.push(line));
  }
});
afterEach(() => void jest.restoreAllMocks());

const record = (messageId: string, receives: number, queue = 'work') =>
  ({
    messageId,
    body: messageId,
    eventSourceARN: `arn:${queue}`,
    attributes: { ApproximateReceiveCount: String(receives) },
  }) as SQSRecord;

/** @returns the recorded error codes of messages whose processing throws, and the ids of the failed messages */
async function processRecords(errors: Record<string, unknown>, records: SQSRecord[], failing = false) {
  const recorded: [string, string][] = [];
  const failures: LastFailures = {
    maxReceives: (arn) => (arn === 'arn:many' ? 10 : 3),
    record: (messageId, code) => {
      recorded.push([messageId, code]);
      return failing ? Promise.reject(new Error('out of order')) : Promise.resolve();
    },
  };
  const work = (body: string) =>
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- anything can be thrown
    body in errors ? Promise.reject(errors[body]) : Promise.resolve({ task: body });
  const { batchItemFailures } = await sqsHandler(work, failures)({ Records: records });
  return { recorded, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

class Busy extends Error {
  readonly code = 'domain_busy';
}

test('the handler records the error code of a message only when it fails for the last time', async () => {
  const errors = { first: new Busy(), last: new Busy(), more: new Busy(), tenth: new Busy() };
  const records = [record('first', 1), record('last', 3), record('more', 9, 'many'), record('tenth', 10, 'many')];
  expect(await processRecords(errors, [...records, record('done', 3)])).toEqual({
    recorded: [
      ['last', 'domain_busy'],
      ['tenth', 'domain_busy'],
    ],
    failed: ['first', 'last', 'more', 'tenth'],
  });
});

test('the handler records the name of an error without a code, and never its message', async () => {
  const secret = 'a key: 12345';
  const errors = {
    a: new TypeError(secret),
    b: Object.assign(new Error(secret), { code: secret }),
    c: Object.assign(new Error(secret), { name: secret }),
    d: { code: 7 },
  };
  const { recorded } = await processRecords(
    errors,
    Object.keys(errors).map((id) => record(id, 3)),
  );
  expect(recorded.map(([, code]) => code)).toEqual(['TypeError', 'Error', 'unknown', 'unknown']);
});

test('the handler fails a message and logs a warning when its error code cannot be recorded', async () => {
  expect((await processRecords({ a: new Busy() }, [record('a', 3)], true)).failed).toEqual(['a']);
  expect(log.some((line) => line.includes('failure not recorded'))).toBe(true);
});

test('the handler accepts a record that contains only id and body', async () => {
  const bare = { messageId: 'a', body: 'a' } as SQSRecord;
  expect(await processRecords({ a: new Busy() }, [bare])).toEqual({ recorded: [], failed: ['a'] });
});
