import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { createQueues, type LocalQueues } from '../../../infra/local/aws/sqs.ts';
import type { FunctionHost } from '../../../infra/local/lambda/function-host.ts';
import type { QueueOptions } from '../../../infra/local/queues/queue.ts';
import type { EventSourceModel, QueueModel } from '../../../infra/local/template/service-model.ts';

let dir: string;
let queues: LocalQueues | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'queues-'));
});
afterEach(() => {
  queues?.close();
  rmSync(dir, { recursive: true });
});

const LIMIT = 1_024;
const main: QueueModel = {
  id: 'main',
  visibilityTimeoutMs: 20,
  maxMessageBytes: LIMIT,
  maxReceives: 3,
  deadLetterQueue: 'dead',
};
const dead: QueueModel = { ...main, id: 'dead', maxReceives: Infinity, deadLetterQueue: null };
const source: EventSourceModel = {
  queue: 'main',
  function: 'worker',
  batchSize: 5,
  maxConcurrency: 2,
  reportsItemFailures: true,
};

type Work = (bodies: string[], event: SQSEvent) => { failed: string[] } | Promise<{ failed: string[] }>;

interface Given extends Partial<QueueOptions> {
  model?: Partial<QueueModel>;
  source?: Partial<EventSourceModel>;
  /** Messages in the queue when the worker starts. */
  waiting?: string[];
}

/** Opens a queue with its dead-letter queue from the folder, processed by a function of the test. */
function start(work: Work, { model, source: ofSource, waiting = [], ...options }: Given = {}) {
  const invoke = async (event: unknown) => {
    const { Records } = event as SQSEvent;
    const { failed } = await work(
      Records.map(({ body }) => body),
      event as SQSEvent,
    );
    const ids = Records.filter(({ body }) => failed.includes(body)).map(({ messageId }) => messageId);
    return { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) };
  };
  const worker: FunctionHost = { invoke, close: () => Promise.resolve() };
  queues = createQueues(
    [{ ...main, ...model }, dead],
    [{ ...source, ...ofSource }],
    new Map([['worker', worker]]),
    // Irregular deliveries only if a test requests them.
    { dir, irregularShare: 0, ...options },
  );
  for (const body of waiting) send(body);
  queues.start();
  return queues;
}

interface Answer {
  Attributes?: Record<string, string>;
  QueueUrls?: string[];
}

const call = (name: string, input: object) =>
  (queues!.operations[`AmazonSQS.${name}`] as (input: object) => Answer)(input);
const send = (MessageBody: string, DelaySeconds = 0) =>
  call('SendMessage', { QueueUrl: 'main', MessageBody, DelaySeconds });

/** Numbers of visible, received and delayed messages. */
function counts(QueueUrl: string) {
  const { Attributes = {} } = call('GetQueueAttributes', { QueueUrl });
  return ['', 'NotVisible', 'Delayed'].map((kind) => Number(Attributes[`ApproximateNumberOfMessages${kind}`]));
}

async function until(isDone: () => boolean) {
  while (!isDone()) await sleep(5);
}

/** A worker that succeeds, and the messages that it received. */
function recordingWorker() {
  const seen: string[] = [];
  return { seen, work: ((bodies) => (seen.push(...bodies), { failed: [] })) as Work };
}

const never: Work = () => new Promise(() => {});

describe('a message that fails', () => {
  test('is received three times and moved to the dead-letter queue; the rest of its batch is deleted', async () => {
    const seen: string[] = [];
    start((bodies) => {
      seen.push(...bodies);
      return { failed: bodies.filter((body) => body === 'poison') };
    });
    for (const body of ['a', 'poison', 'b', 'c']) send(body);
    await until(() => counts('dead')[0] === 1);
    expect(seen.filter((body) => body === 'poison')).toHaveLength(3);
    expect(seen.filter((body) => body !== 'poison').sort()).toEqual(['a', 'b', 'c']);
    expect(counts('main')).toEqual([0, 0, 0]);
  });

  test('is not visible before its visibility timeout has ended', async () => {
    let calls = 0;
    start(() => Promise.reject(new Error(String((calls += 1)))), { model: { visibilityTimeoutMs: 60_000 } });
    send('a');
    await until(() => calls === 1);
    await sleep(50);
    expect([calls, counts('main')]).toEqual([1, [0, 1, 0]]);
  });

  test('because the worker exited is received again with its whole batch', async () => {
    let calls = 0;
    const done: string[] = [];
    start((bodies) => {
      calls += 1;
      if (calls === 1) return Promise.reject(new Error('the instance exited'));
      done.push(...bodies);
      return { failed: [] };
    });
    send('a');
    send('b');
    await until(() => done.length === 2);
    expect(done.toSorted()).toEqual(['a', 'b']);
  });
});

test('a message is received again when its work exceeds the visibility timeout', async () => {
  let started = 0;
  const { promise: finished, resolve: finish } = Promise.withResolvers<{ failed: string[] }>();
  start(() => {
    started += 1;
    if (started === 2) finish({ failed: [] });
    return finished;
  });
  send('long');
  await until(() => started > 1);
  await until(() => counts('main').every((count) => count === 0));
  expect(counts('dead')[0]).toBe(0);
});

test('deliveries respect the concurrency and the batch size', async () => {
  const batches: number[] = [];
  start((bodies, event) => (batches.push(bodies.length), never(bodies, event)), {
    model: { visibilityTimeoutMs: 60_000 },
    waiting: Array.from({ length: 20 }, (_, index) => String(index)),
  });
  await sleep(50);
  expect(batches).toEqual([5, 5]);
  expect(counts('main')).toEqual([10, 10, 0]);
});

test('a delayed message is received later', async () => {
  const { seen, work } = recordingWorker();
  start(work);
  send('later', 1);
  await sleep(300);
  expect([seen, counts('main')]).toEqual([[], [0, 0, 1]]);
  await until(() => seen.length > 0);
  expect(seen).toEqual(['later']);
});

describe('two queues of one worker', () => {});

describe('after a restart', () => {
  test('waiting, delayed and processed messages exist', async () => {
    start(never, { model: { visibilityTimeoutMs: 60_000 }, source: { batchSize: 1, maxConcurrency: 1 } });
    for (const body of ['under way', 'waits']) send(body);
    send('put off', 60);
    await until(() => counts('main')[1] === 1);
    expect(counts('main')).toEqual([1, 1, 1]);
    const killed = queues!;

    const { seen, work } = recordingWorker();
    // Long enough that no message is delivered twice on a busy machine.
    start(work, { model: { visibilityTimeoutMs: 60_000 } });
    await until(() => seen.length === 2 && counts('main')[1] === 0);
    expect([seen.toSorted(), counts('main')]).toEqual([
      ['under way', 'waits'],
      [0, 0, 1],
    ]);
    killed.close();
  });

  test('deleted messages are not received again', async () => {
    const first = recordingWorker();
    start(first.work);
    send('done');
    await until(() => first.seen.length === 1 && counts('main')[1] === 0);
    queues!.close();
    const second = recordingWorker();
    start(second.work);
    await sleep(50);
    expect([second.seen, counts('main')]).toEqual([[], [0, 0, 0]]);
  });

  test('receives continue to be counted, and messages in the dead-letter queue are kept', async () => {
    let tries = 0;
    const fail: Work = () => Promise.reject(new Error(String((tries += 1))));
    for (const expected of [1, 2, 3]) {
      start(fail, { model: { visibilityTimeoutMs: 60_000 } });
      if (expected === 1) send('poison');
      await until(() => tries === expected);
      queues!.close();
    }
    start(fail);
    expect([tries, counts('main'), counts('dead')]).toEqual([3, [0, 0, 0], [1, 0, 0]]);
    queues!.close();
    start(fail);
    expect(counts('dead')).toEqual([1, 0, 0]);
  });
});

describe('irregularities', () => {
  /** Every delivery is duplicated or out of order. */
  const always = { irregularShare: 1 };

  test('a message may be delivered twice with the same id', async () => {
    const ids: string[] = [];
    start((_bodies, { Records }) => (ids.push(...Records.map(({ messageId }) => messageId)), { failed: [] }), {
      ...always,
      random: () => 0,
    });
    const { MessageId } = send('twice') as { MessageId: string };
    await until(() => ids.length === 2 && counts('main').every((count) => count === 0));
    expect(ids).toEqual([MessageId, MessageId]);
  });

  test('the second delivery may be during the processing of the first, and after a restart', async () => {
    let started = 0;
    const model = { visibilityTimeoutMs: 60_000 };
    start((bodies, event) => ((started += 1), never(bodies, event)), { ...always, random: () => 0, model });
    send('twice');
    await until(() => started >= 2);
    queues!.close();
    const { seen, work } = recordingWorker();
    start(work, { model });
    await until(() => seen.length >= 2);
    expect(seen).toEqual(['twice', 'twice']);
  });

  test('messages may be delivered out of order', () => {
    const orders: string[][] = [];
    for (const value of [0, 0.999]) {
      const { seen, work } = recordingWorker();
      const own = mkdtempSync(join(dir, 'order-'));
      start(work, { ...always, random: () => value, dir: own, waiting: ['1', '2', '3'] });
      orders.push(seen.slice(0, 3));
      queues!.close();
    }
    expect(orders).toEqual([
      ['1', '2', '3'],
      ['3', '2', '1'],
    ]);
  });
});

test('an unknown queue is rejected', () => {
  start(() => ({ failed: [] }));
  expect(() => call('SendMessage', { QueueUrl: 'nowhere', MessageBody: 'x' })).toThrow('QueueDoesNotExist');
});

describe('the queue', () => {
  async function withClient<Result>(use: (client: SQSClient) => Promise<Result>): Promise<Result> {
    start(never);
    const server = createServer(answerAwsCalls(queues!.operations)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
    const client = new SQSClient({ endpoint, region: 'us-east-1', credentials, useQueueUrlAsEndpoint: false });
    try {
      return await use(client);
    } finally {
      client.destroy();
      server.closeAllConnections();
      server.close();
    }
  }
  const sending = (message: { MessageBody: string; DelaySeconds?: number }) =>
    withClient((client) => client.send(new SendMessageCommand({ QueueUrl: 'main', ...message })));
  const sendingAll = (...bodies: string[]) =>
    withClient((client) => {
      const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
      return client.send(new SendMessageBatchCommand({ QueueUrl: 'main', Entries }));
    });

  test.each([901, -1])('rejects a delay of %d seconds', async (DelaySeconds) => {
    await expect(sending({ MessageBody: 'x', DelaySeconds })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: `Value ${DelaySeconds} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`,
    });
    expect(counts('main')).toEqual([0, 0, 0]);
  });

  test('accepts a delay of 900 seconds', async () => {
    await sending({ MessageBody: 'x', DelaySeconds: 900 });
    expect(counts('main')).toEqual([0, 0, 1]);
  });

  test('rejects a message of more bytes than the maximum', async () => {
    expect((await sending({ MessageBody: 'x'.repeat(LIMIT) })).MessageId).toBeTruthy();
    await expect(sending({ MessageBody: 'é'.repeat(LIMIT / 2 + 1) })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: `One or more parameters are invalid. Reason: Message must be shorter than ${LIMIT} bytes.`,
    });
  });

  test('reports the rejected messages of a batch, and accepts the others', async () => {
    const { Successful, Failed } = await sendingAll('small', 'x'.repeat(LIMIT + 1));
    expect(Successful).toMatchObject([{ Id: '0', MessageId: expect.any(String) }]);
    expect(Failed).toMatchObject([{ Id: '1', SenderFault: true, Code: 'InvalidParameterValue' }]);
  });

  test('rejects a batch that is too large as a whole', async () => {
    const large = 'x'.repeat(600_000);
    await expect(sendingAll(large, large)).rejects.toMatchObject({ name: 'BatchRequestTooLong' });
    await expect(sendingAll(...'12345678901')).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' });
    expect(counts('main')).toEqual([0, 0, 0]);
  });
});
