import { afterEach, describe, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQueues, type LocalQueues } from '../../../infra/local/aws/sqs.ts';
import type { FunctionHost } from '../../../infra/local/lambda/function-host.ts';

let queues: LocalQueues | undefined;
afterEach(() => queues?.close());

/** Two queues, one with the other's dead letters, each worked off by a function of the test's own. */
function start(work: (bodies: string[]) => { failed: string[] } | Promise<{ failed: string[] }>) {
  const deadLetters: string[] = [];
  const host = (invoke: (event: SQSEvent) => Promise<unknown>) => ({ invoke }) as unknown as FunctionHost;
  const worker = host(async ({ Records }) => {
    const { failed } = await work(Records.map(({ body }) => body));
    const ids = Records.filter(({ body }) => failed.includes(body)).map(({ messageId }) => messageId);
    return { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) };
  });
  const undertaker = host(({ Records }) => Promise.resolve(void deadLetters.push(...Records.map(({ body }) => body))));
  queues = createQueues(
    [
      { id: 'main', retryMs: 20, maxReceives: 3, deadLetterQueue: 'dead' },
      { id: 'dead', retryMs: 20, maxReceives: Infinity, deadLetterQueue: null },
    ],
    [
      { queue: 'main', function: 'worker', batchSize: 5, maxConcurrency: 2 },
      { queue: 'dead', function: 'undertaker', batchSize: 5, maxConcurrency: 1 },
    ],
    new Map([
      ['worker', worker],
      ['undertaker', undertaker],
    ]),
  );
  const send = queues.operations['AmazonSQS.SendMessage'] as (input: object) => object;
  return {
    deadLetters,
    send: (MessageBody: string, DelaySeconds = 0) => send({ QueueUrl: 'main', MessageBody, DelaySeconds }),
  };
}

describe('a message that fails', () => {
  test('comes again three times and ends in the dead letters; the rest of its batch goes on, once', async () => {
    const seen: string[] = [];
    const { send, deadLetters } = start((bodies) => {
      seen.push(...bodies);
      return { failed: bodies.filter((body) => body === 'poison') };
    });
    for (const body of ['a', 'poison', 'b', 'c']) send(body);
    await sleep(400);
    expect(seen.filter((body) => body === 'poison')).toHaveLength(3);
    expect(seen.filter((body) => body !== 'poison').sort()).toEqual(['a', 'b', 'c']);
    expect(deadLetters).toEqual(['poison']);
  });

  test('because the worker died comes again with its whole batch', async () => {
    let calls = 0;
    const done: string[] = [];
    const { send, deadLetters } = start((bodies) => {
      calls += 1;
      if (calls === 1) return Promise.reject(new Error('the instance exited'));
      done.push(...bodies);
      return { failed: [] };
    });
    send('a');
    send('b');
    await sleep(300);
    expect([...new Set(done)].sort()).toEqual(['a', 'b']);
    expect(deadLetters).toEqual([]);
  });
});

test('a message that is put off comes later', async () => {
  const seen: string[] = [];
  const { send } = start((bodies) => {
    seen.push(...bodies);
    return { failed: [] };
  });
  send('later', 1);
  await sleep(500);
  expect(seen).toEqual([]);
  await sleep(900);
  expect(seen).toEqual(['later']);
});

test('an unknown queue is refused', () => {
  start(() => ({ failed: [] }));
  const send = queues!.operations['AmazonSQS.SendMessage'] as (input: object) => object;
  expect(() => send({ QueueUrl: 'nowhere', MessageBody: 'x' })).toThrow('QueueDoesNotExist');
});

describe("the operator's calls", () => {
  type Call = (input: object) => { Attributes?: Record<string, string>; TaskHandle?: string; QueueUrls?: string[] };
  const call = (name: string, input: object) => (queues!.operations[`AmazonSQS.${name}`] as Call)(input);
  const counts = (QueueUrl: string) => {
    const { Attributes } = call('GetQueueAttributes', { QueueUrl });
    return [Attributes!.ApproximateNumberOfMessages, Attributes!.ApproximateNumberOfMessagesNotVisible];
  };

  test('count what waits and what is worked off', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<{ failed: string[] }>();
    const { send } = start(() => finished);
    send('now');
    send('later', 60);
    await sleep(50);
    expect(counts('main')).toEqual(['1', '1']);
    finish({ failed: [] });
    await sleep(50);
    expect(counts('main')).toEqual(['1', '0']);
  });

  test('put dead letters back, where they have all their tries again', async () => {
    const seen: string[] = [];
    queues = createQueues(
      [
        { id: 'main', retryMs: 5, maxReceives: 3, deadLetterQueue: 'dead' },
        { id: 'dead', retryMs: 5, maxReceives: Infinity, deadLetterQueue: null },
      ],
      [{ queue: 'main', function: 'worker', batchSize: 5, maxConcurrency: 2 }],
      new Map([
        ['worker', { invoke: (event) => Promise.reject(new Error(String(seen.push(bodyOf(event))))) } as FunctionHost],
      ]),
    );
    call('SendMessage', { QueueUrl: 'main', MessageBody: 'poison' });
    await sleep(200);
    expect([seen.length, counts('dead')[0]]).toEqual([3, '1']);
    expect(call('StartMessageMoveTask', { SourceArn: 'arn:aws:local:us-east-1:0:dead' }).TaskHandle).toBeTruthy();
    expect(counts('dead')[0]).toBe('0');
    await sleep(200);
    expect([seen.length, counts('dead')[0]]).toEqual([6, '1']);
  });

  test('name the queues', () => {
    start(() => ({ failed: [] }));
    expect(call('ListQueues', { QueueNamePrefix: 'de' }).QueueUrls).toEqual(['dead']);
  });
});

const bodyOf = (event: unknown) => (event as SQSEvent).Records[0]!.body;
