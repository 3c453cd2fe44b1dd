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

/** @returns what was noted of messages whose work throws, by their ids */
async function noted(errors: Record<string, unknown>, records: SQSRecord[], failing = false) {
  const notes: [string, string][] = [];
  const failures: LastFailures = {
    mostReceives: (arn) => (arn === 'arn:many' ? 10 : 3),
    note: (messageId, code) => {
      notes.push([messageId, code]);
      return failing ? Promise.reject(new Error('out of order')) : Promise.resolve();
    },
  };
  const work = (body: string) =>
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- anything can be thrown
    body in errors ? Promise.reject(errors[body]) : Promise.resolve({ task: body });
  const { batchItemFailures } = await sqsHandler(work, failures)({ Records: records });
  return { notes, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

class Busy extends Error {
  readonly code = 'domain_busy';
}

test('a message that fails for the last time has the code of its error noted, the others have not', async () => {
  const errors = { first: new Busy(), last: new Busy(), more: new Busy(), tenth: new Busy() };
  const records = [record('first', 1), record('last', 3), record('more', 9, 'many'), record('tenth', 10, 'many')];
  expect(await noted(errors, [...records, record('done', 3)])).toEqual({
    notes: [
      ['last', 'domain_busy'],
      ['tenth', 'domain_busy'],
    ],
    failed: ['first', 'last', 'more', 'tenth'],
  });
});

test('an error without a code has its name noted, and never its message', async () => {
  const secret = 'a key: 12345';
  const errors = {
    a: new TypeError(secret),
    b: Object.assign(new Error(secret), { code: secret }),
    c: Object.assign(new Error(secret), { name: secret }),
    d: { code: 7 },
  };
  const { notes } = await noted(
    errors,
    Object.keys(errors).map((id) => record(id, 3)),
  );
  expect(notes.map(([, code]) => code)).toEqual(['TypeError', 'Error', 'unknown', 'unknown']);
});

test('where nothing can be noted, the message has failed all the same, and the log says so', async () => {
  expect((await noted({ a: new Busy() }, [record('a', 3)], true)).failed).toEqual(['a']);
  expect(log.some((line) => line.includes('failure not noted'))).toBe(true);
});

test('a record that somebody makes by hand needs nothing but id and body', async () => {
  const bare = { messageId: 'a', body: 'a' } as SQSRecord;
  expect(await noted({ a: new Busy() }, [bare])).toEqual({ notes: [], failed: ['a'] });
});
