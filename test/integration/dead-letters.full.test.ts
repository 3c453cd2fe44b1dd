import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeadLetter, DeadLetters, QueueState, Retried } from '../../functions/back-office/contract.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { callBackOffice, signIn } from '../support/sign-in.ts';

let runner: TestRunner;
let operator: string;
let viewer: string;
beforeAll(async () => {
  runner = await startTestRunner(punctual, ['--offline']);
  await enter();
});
afterAll(() => runner.close());

async function enter() {
  operator = (await signIn(runner)).access_token;
  viewer = (await signIn(runner, { role: 'viewer' })).access_token;
}

async function call<Data>(method: string, path: string, body?: unknown, token = operator) {
  const response = await callBackOffice(runner, path, { token, method, body });
  const answer = (await response.json()) as { data: Data; error?: string };
  return { status: response.status, error: answer.error, data: answer.data };
}

async function send(queue: RegExp, body: string) {
  const sqs = new SQSClient({ ...runner.aws, useQueueUrlAsEndpoint: false });
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'WorkQueue' }));
  await sqs.send(new SendMessageCommand({ QueueUrl: QueueUrls.find((url) => queue.test(url)), MessageBody: body }));
  sqs.destroy();
}

const WORK = /^(?!.*(?:DeadLetters|Learning|Batches|Completions|Crawls|Deliveries))/;
const letters = async () => (await call<DeadLetters>('GET', 'queue/dead-letters')).data.letters;
const lettersOf = async (about: string) => (await letters()).filter(({ domain }) => domain === about);
const unreadable = (domain: string) => JSON.stringify({ task: 'snapshot', domain, attempt: 'soon' });

async function until<Found>(look: () => Promise<Found | false | undefined>): Promise<Found> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const found = await look();
    if (found) return found;
    await sleep(250);
  }
  throw new Error('It did not come about in time');
}
const letterOf = (domain: string) => until(async () => (await lettersOf(domain))[0]);

test('a job that fails each time is listed with its task, its domain and its error, and is counted', async () => {
  await send(WORK, unreadable('one.example'));
  await send(/Learning/, 'no task');
  const letter = await letterOf('one.example');
  expect(letter).toEqual({
    id: expect.stringMatching(/^\d{4}-.+Z#[\w-]+$/) as unknown as string,
    ...{ queue: 'work', task: 'snapshot', domain: 'one.example', why: 'invalid_message' },
    sent_at: expect.any(String) as unknown as string,
    given_up_at: expect.any(String) as unknown as string,
  } satisfies DeadLetter);
  expect(letter.given_up_at > letter.sent_at).toBe(true);
  const other = await until(async () => (await letters()).find(({ queue }) => queue === 'learning'));
  expect(other).toMatchObject({ task: null, domain: null, why: 'invalid_message' });
  const { data } = await call<QueueState>('GET', 'queue');
  expect([data.dead_letters, data.more_dead_letters]).toEqual([2, false]);
});

test('a retried job returns to its queue, and becomes a new failed job when it fails again', async () => {
  await send(WORK, unreadable('again.example'));
  const { id } = await letterOf('again.example');
  expect((await call('POST', 'queue/dead-letters/retry', { id })).status).toBe(200);
  expect(await lettersOf('again.example')).toEqual([]);
  const back = await letterOf('again.example');
  expect(back.id).not.toBe(id);
  expect(await call('POST', 'queue/dead-letters/retry', { id })).toMatchObject({ status: 404, error: 'not_found' });
});

test('the failed jobs of a domain are listed without those of others', async () => {
  await send(WORK, unreadable('two.example'));
  const letter = await letterOf('two.example');
  const { data } = await call<DeadLetters>('GET', 'queue/dead-letters?domain=two.example', undefined, viewer);
  expect(data).toEqual({ letters: [letter], next: null });
  const none = await call<DeadLetters>('GET', 'queue/dead-letters?domain=other.example');
  expect(none.data).toEqual({ letters: [], next: null });
});

test('a dropped job is deleted, and dropping it again changes nothing', async () => {
  await send(WORK, unreadable('dropped.example'));
  const { id } = await letterOf('dropped.example');
  for (let time = 0; time < 2; time += 1) {
    expect((await call('POST', 'queue/dead-letters/drop', { id })).status).toBe(200);
  }
  expect(await lettersOf('dropped.example')).toEqual([]);
});

describe('a viewer', () => {
  test('may read failed jobs, and neither retry nor drop them', async () => {
    const [letter] = await letters();
    expect((await call('GET', 'queue/dead-letters', undefined, viewer)).status).toBe(200);
    for (const action of ['dead-letters/retry', 'dead-letters/drop', 'retry']) {
      const refused = await call('POST', `queue/${action}`, { id: letter!.id }, viewer);
      expect(refused).toMatchObject({ status: 403, error: 'not_permitted' });
    }
    expect((await letters()).map(({ id }) => id)).toContain(letter!.id);
  });
});

test.each([
  ['GET', 'queue/dead-letters?after=', 200],
  ['GET', `queue/dead-letters?after=${'x'.repeat(201)}`, 422],
  ['GET', 'queue/dead-letters?before=1', 422],
  ['GET', 'queue/dead-letters?domain=localhost', 422],
])('%s %s is answered %i', async (method, path, status) => {
  expect((await call(method, path)).status).toBe(status);
});

test.each([
  ['dead-letters/retry', {}],
  ['dead-letters/drop', { id: '' }],
  ['dead-letters/drop', { id: 'a', other: 1 }],
  ['retry', { before: 'soon' }],
])('POST queue/%s with %j is rejected', async (path, body) => {
  expect(await call('POST', `queue/${path}`, body)).toMatchObject({ status: 422, error: 'invalid_parameter' });
});

test('the failed jobs of a deleted domain are deleted', async () => {
  await send(WORK, unreadable('forgotten.example'));
  await letterOf('forgotten.example');
  expect((await call('DELETE', 'domains/forgotten.example')).status).toBe(200);
  expect(await lettersOf('forgotten.example')).toEqual([]);
});

test('failed jobs and their queues are still stored after a restart', async () => {
  await send(/Crawls/, JSON.stringify({ domain: 'crawled.example', slices: 'many' }));
  await send(WORK, unreadable('kept.example'));
  await letterOf('kept.example');
  await runner.stop();
  runner = await startTestRunner({ ...punctual, LOCAL_DATA_DIR: runner.dataDir }, ['--offline']);
  await enter();
  expect(await lettersOf('kept.example')).toHaveLength(1);
  // A crawl fails permanently after ten attempts.
  expect(await letterOf('crawled.example')).toMatchObject({ queue: 'crawls', task: null, why: 'invalid_message' });
});

test('all jobs that had failed before the call are retried at once', async () => {
  const before = await letters();
  const { data } = await call<Retried>('POST', 'queue/retry');
  expect(data).toEqual({ moved: before.length, next: null });
  expect((await letters()).filter(({ id }) => before.some((letter) => letter.id === id))).toEqual([]);
  await letterOf('kept.example');
});
