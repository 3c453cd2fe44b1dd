import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { createBatchQueue, createCompletionQueue } from '../../../functions/core/batches/tasks.ts';
import { createDomainQueue } from '../../../functions/core/domains/tasks.ts';
import { createLearningQueue, type LearnSuggestionsTask } from '../../../functions/core/keywords/tasks.ts';
import type { WorkTask } from '../../../functions/core/operations/work-tasks.ts';
import { createQueueOperations } from '../../../functions/core/platform/queues/queue-operations.ts';
import { type LastFailures, sqsHandler } from '../../../functions/core/platform/queues/sqs-handler.ts';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { createQueues, type LocalQueues } from '../../../infra/local/aws/sqs.ts';
import { LocalQueue } from '../../../infra/local/queues/queue.ts';
import type { QueueModel } from '../../../infra/local/template/service-model.ts';

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

describe('sqsHandler', () => {
  let log: string[];

  beforeEach(() => {
    log = [];
    for (const method of ['log', 'warn', 'error'] as const) {
      jest.spyOn(console, method).mockImplementation((line: string) => void log.push(line));
    }
  });

  afterEach(() => void jest.restoreAllMocks());

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
    // Only the level ERROR is an alarm.
    const levels = log.map((line) => JSON.parse(line) as { level: string; message_id: string });
    expect(Object.fromEntries(levels.map(({ message_id, level }) => [message_id, level]))).toEqual({
      ...{ first: 'WARN', last: 'ERROR', more: 'WARN', tenth: 'ERROR', done: 'INFO' },
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
});

const work: QueueModel = {
  id: 'work',
  visibilityTimeoutMs: 60_000,
  maxMessageBytes: 262_144,
  maxReceives: 3,
  deadLetterQueue: 'dead',
};

const models = [
  work,
  { ...work, id: 'learning' },
  { ...work, id: 'batches' },
  { ...work, id: 'completions' },
  { ...work, id: 'crawls' },
  { ...work, id: 'deliveries' },
  { ...work, id: 'dead', deadLetterQueue: null },
];

const environment = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
const before = { ...process.env };

const learning: LearnSuggestionsTask[] = [
  { task: 'learn-suggestions', queries: ['tent'], locale: { language: 'en', region: 'US' }, queuedAt: 1 },
  { task: 'learn-suggestions', queries: ['stove'], locale: { language: 'en', region: 'US' }, queuedAt: 2 },
];

const others: Parameters<ReturnType<typeof createDomainQueue>['send']>[0][] = [
  { task: 'snapshot', domain: 'shop.example', attempt: 0 },
  { task: 'complete-record', domain: 'shop.example', sources: ['dns'], attempt: 0 },
  { task: 'refresh', domain: 'shop.example', requestedAt: 1 },
];

const ofBatch = { batchId: 'b1', part: 0, from: 0 };
const reading = { task: 'read-batch' as const, ...ofBatch };
const completing = { task: 'complete-batch' as const, ...ofBatch };

const createAll = () => ({
  domains: createDomainQueue({ WORK_QUEUE_URL: 'work' }),
  keywords: createLearningQueue({ LEARNING_QUEUE_URL: 'learning' }),
  batches: createBatchQueue({ BATCH_QUEUE_URL: 'batches' }),
  completions: createCompletionQueue({ COMPLETION_QUEUE_URL: 'completions' }),
});

describe('a queue of work', () => {
  let server: Server;
  let queues: LocalQueues;
  let dir: string;

  beforeAll(async () => {
    server = createServer((request, response) => answerAwsCalls(queues.operations)(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(process.env, environment, { AWS_ENDPOINT_URL_SQS: endpoint });
  });

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'queues-'));
    queues = createQueues(models, [], new Map(), { dir, irregularShare: 0 });
  });

  afterEach(() => {
    queues.close();
    rmSync(dir, { recursive: true });
  });

  afterAll(() => {
    process.env = before;
    server.closeAllConnections();
    server.close();
  });

  /** @returns the tasks in a queue, as the next runner reads them */
  function tasksIn(id: string): string[] {
    queues.close();
    const queue = new LocalQueue({ ...work, id }, { dir, irregularShare: 0 });
    const read = queue.receive(10);
    // Otherwise its messages become visible again after a minute.
    queue.close();
    return read.map(({ body }) => (JSON.parse(body) as WorkTask).task).toSorted();
  }

  describe('tasks of keywords and batches are sent to separate queues, and those of domains to the work queue', () => {
    test('one per request', async () => {
      const { domains, keywords, batches, completions } = createAll();
      for (const task of learning) await keywords.send(task);
      for (const task of others) await domains.send(task);
      await batches.send(reading);
      await completions.send(completing);
      expect(tasksIn('batches')).toEqual(['read-batch']);
      expect(tasksIn('completions')).toEqual(['complete-batch']);
      expect(tasksIn('learning')).toEqual(['learn-suggestions', 'learn-suggestions']);
      expect(tasksIn('work')).toEqual(['complete-record', 'refresh', 'snapshot']);
    });

    test('several per request', async () => {
      const { domains, batches } = createAll();
      await domains.sendBatch(others.slice(0, 2));
      await batches.sendBatch([reading, { ...reading, part: 1 }]);
      expect(tasksIn('batches')).toEqual(['read-batch', 'read-batch']);
      expect(tasksIn('work')).toEqual(['complete-record', 'snapshot']);
    });

    test('and the operator gets the sum of all queues', async () => {
      const { domains, keywords } = createAll();
      for (const task of learning) await keywords.send(task);
      for (const task of others) await domains.send(task);
      await keywords.send(learning[0]!, 60_000);
      const operations = createQueueOperations({
        queueUrls: {
          work: 'work',
          learning: 'learning',
          batches: 'batches',
          completions: 'completions',
          crawls: 'crawls',
          deliveries: 'deliveries',
        },
        deadLettersUrl: 'dead',
      });
      expect(await operations.counts()).toEqual({ waiting: 6, running: 0 });
    });
  });
});
