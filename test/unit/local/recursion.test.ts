import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LambdaClient, InvokeCommand } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { answerInvoke, isInvoke } from '../../../infra/local/aws/lambda.ts';
import { createQueues, type LocalQueues } from '../../../infra/local/aws/sqs.ts';
import { createFunctionHost, type FunctionHost } from '../../../infra/local/lambda/function-host.ts';
import type { FunctionModel, QueueModel } from '../../../infra/local/template/service-model.ts';

/** A function that sends to the queue of its setting with the SDK, as often as the message requests. */
const code = (sdk: string) => `
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from ${JSON.stringify(sdk)};

const client = new SQSClient({ useQueueUrlAsEndpoint: false });
export async function handler({ Records }) {
  for (const { body } of Records) {
    const { left, inBatches } = JSON.parse(body);
    if (left === 0) continue;
    const MessageBody = JSON.stringify({ left: left - 1, inBatches });
    const QueueUrl = process.env.NEXT_QUEUE;
    await client.send(inBatches
      ? new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: '0', MessageBody }] })
      : new SendMessageCommand({ QueueUrl, MessageBody }));
  }
}`;

/** Outcome of an invocation: each processed message, or the error. */
type Outcome = { worked: string; body: string } | { failed: string };

let dir: string;
let server: Server;
let queues: LocalQueues;
let hosts: Map<string, FunctionHost>;
let outcomes: Outcome[];
let running: number;
/** Emits `outcome` for each. */
let events: EventEmitter;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'recursion-'));
  writeFileSync(join(dir, 'index.mjs'), code(import.meta.resolve('@aws-sdk/client-sqs')));
  jest.spyOn(console, 'error').mockImplementation(() => {});
  outcomes = [];
  running = 0;
  events = new EventEmitter();
});
afterEach(async () => {
  queues.close();
  server.closeAllConnections();
  server.close();
  await Promise.all([...hosts.values()].map((host) => host.close()));
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

const dead: QueueModel = {
  id: 'dead',
  visibilityTimeoutMs: 20,
  maxMessageBytes: 1_024,
  maxReceives: Infinity,
  deadLetterQueue: null,
};
const RECEIVES = 3;

interface Given {
  /** The queue that each function sends to, which reads the queue of its own name. */
  functions: Record<string, string>;
  /** Functions that may be part of a loop. */
  allowed?: string[];
}

/** Queues that are called by HTTP, and functions in their own threads that are called by the queues. */
async function start({ functions, allowed = [] }: Given) {
  server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
  };
  const models = Object.entries(functions).map(([name, next]): FunctionModel => ({
    ...{ logicalId: name, name, codeDir: dir, handler: 'index.handler', timeoutMs: 10_000, memoryMb: 128 },
    ...{ environment: { NEXT_QUEUE: next }, allowsRecursion: allowed.includes(name) },
  }));
  hosts = new Map(models.map((model) => [model.logicalId, createFunctionHost(model, { environment, extraCa: [] })]));
  const addOutcome = (outcome: Outcome) => {
    outcomes.push(outcome);
    events.emit('outcome');
  };
  const observed = new Map(
    [...hosts].map(([name, host]): [string, FunctionHost] => [
      name,
      {
        ...host,
        async invoke(event, ...rest) {
          const bodies = (event as SQSEvent).Records.map(({ body }) => body);
          running += 1;
          try {
            const result = await host.invoke(event, ...rest).finally(() => (running -= 1));
            for (const body of bodies) addOutcome({ worked: name, body });
            return result;
          } catch (error) {
            addOutcome({ failed: (error as { code: string }).code });
            throw error;
          }
        },
      },
    ]),
  );
  queues = createQueues(
    [...models.map(({ name }) => ({ ...dead, id: name, maxReceives: RECEIVES, deadLetterQueue: 'dead' })), dead],
    models.map(({ name }) => ({
      ...{ queue: name, function: name, batchSize: 1, maxConcurrency: 1, reportsItemFailures: true },
    })),
    observed,
    { dir, irregularShare: 0 },
  );
  const answerAws = answerAwsCalls(queues.operations);
  const answerLambda = answerInvoke(models, hosts);
  const listener = (...[request, response]: Parameters<typeof answerAws>) =>
    (isInvoke(request) ? answerLambda : answerAws)(request, response);
  queues.start();
  return environment.AWS_ENDPOINT_URL;
}

const call = (name: string, input: object) =>
  (queues.operations[`AmazonSQS.${name}`] as (input: object) => { Attributes: Record<string, string> })(input);
const send = (QueueUrl: string, body: object) => call('SendMessage', { QueueUrl, MessageBody: JSON.stringify(body) });
const deadLetters = () =>
  Number(call('GetQueueAttributes', { QueueUrl: 'dead' }).Attributes.ApproximateNumberOfMessages);

async function until(isSo: () => boolean) {
  while (!isSo()) await once(events, 'outcome');
}
const worked = (name: string) => outcomes.filter((each) => 'worked' in each && each.worked === name).length;
const failed = () => outcomes.flatMap((each) => ('failed' in each ? [each.failed] : []));

/** Waits until a message has failed for the last time, its sender has ended, and it is in the dead-letter queue. */
async function untilInDeadLetterQueue() {
  await until(() => failed().length === RECEIVES && running === 0);
  // Without an event: the queue moves the message when it is visible again.
  while (deadLetters() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Returns the message in the dead-letter queue. */
function stoppedMessage(): { traceHeader: string } {
  const [file] = readdirSync(join(dir, 'dead'));
  return JSON.parse(readFileSync(join(dir, 'dead', file!), 'utf8')) as { traceHeader: string };
}

const FAR = { left: 40 };

describe('a function that sends to its own queue', () => {
  test.each([{ inBatches: false }, { inBatches: true }])(
    'is invoked 16 times before its message is moved to the dead-letter queue (%j)',
    async (how) => {
      await start({ functions: { own: 'own' } });
      send('own', { ...FAR, ...how });
      await untilInDeadLetterQueue();
      expect([worked('own'), failed(), deadLetters()]).toEqual([16, Array(RECEIVES).fill('recursion_stopped'), 1]);
    },
  );

  test("is invoked for each of more than 16 messages that are not each other's cause", async () => {
    await start({ functions: { own: 'own' } });
    for (let count = 0; count < 20; count += 1) send('own', { left: 0 });
    await until(() => worked('own') === 20);
    expect(failed()).toEqual([]);
  });
});

describe('two functions that send to each other', () => {
  test('are stopped when only one of them allows recursion', async () => {
    await start({ functions: { one: 'other', other: 'one' }, allowed: ['one'] });
    send('one', FAR);
    await untilInDeadLetterQueue();
    expect([worked('one'), worked('other')]).toEqual([17, 16]);
  });
});

test('Invoke rejects an invocation that continues a loop by its trace header', async () => {
  const endpoint = await start({ functions: { own: 'own' } });
  send('own', FAR);
  await untilInDeadLetterQueue();
  const client = new LambdaClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const { traceHeader } = stoppedMessage();
  const invoke = new InvokeCommand({ FunctionName: 'own', Payload: JSON.stringify({ Records: [] }) });
  client.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['X-Amzn-Trace-Id'] = traceHeader;
      return next(args);
    },
    { step: 'build', name: 'trace' },
  );
  await expect(client.send(invoke)).rejects.toMatchObject({ name: 'RecursiveInvocationException' });
  client.destroy();
});
