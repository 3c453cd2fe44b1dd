import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

let runner: TestRunner;
let lambda: LambdaClient;

async function start(environment: Record<string, string> = {}) {
  runner = await startTestRunner(environment, ['--offline']);
  lambda = new LambdaClient(runner.aws);
}

beforeAll(() => start());
afterAll(async () => {
  lambda.destroy();
  await runner.close();
});

async function invoke(FunctionName: string, payload: unknown) {
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload) });
  const { FunctionError, Payload } = await lambda.send(command);
  return { error: FunctionError, result: JSON.parse(Buffer.from(Payload!).toString()) as unknown };
}

interface Snapshot {
  captured_at: string;
  origin: string;
  seo_score: number;
}

interface Answer {
  status: number;
  body: {
    data: {
      cache_status: string;
      updated_at: string;
      sources: { status: string }[];
      count: number;
      snapshots: Snapshot[];
    };
  };
}

async function get(path: string): Promise<Answer> {
  const response = await runner.get(path);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const history = (domain: string) => get(`/api/v1/seo/history?domain=${domain}`);

async function until(isDone: () => Promise<boolean>, timeoutMs = 15_000) {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 500) {
    if (await isDone()) return;
    await sleep(500);
  }
  throw new Error('It did not come about in time');
}

const scheduledOf = ({ body }: Answer) => body.data.snapshots.filter(({ origin }) => origin === 'scheduled');

describe('snapshots on demand, by Invoke', () => {
  test('take a domain now, once a day, and the next query is a hit', async () => {
    expect(await invoke('snapshot-scheduler', { domains: ['https://www.shop.example/'] })).toEqual({
      error: undefined,
      result: { domains: 1 },
    });
    await until(async () => scheduledOf(await history('shop.example')).length > 0);
    expect(scheduledOf(await history('shop.example'))).toMatchObject([{ origin: 'scheduled', seo_score: 100 }]);
    const { cache_status, updated_at } = (await get('/api/v1/seo/query?domain=shop.example')).body.data;
    expect(cache_status).toBe('hit');

    // The snapshot of another domain, which is later in the queue, shows when both are processed.
    await invoke('snapshot-scheduler', { domains: ['shop.example'] });
    await invoke('snapshot-scheduler', { domains: ['blog.example'] });
    await until(async () => scheduledOf(await history('blog.example')).length > 0);
    const dayOf = ({ captured_at }: Snapshot) => captured_at.slice(0, 10);
    const days = scheduledOf(await history('shop.example')).map(dayOf);
    // If the day has ended in between, the second snapshot is that of the next day.
    if (new Date().toISOString().startsWith(days.at(-1)!)) {
      expect(days).toHaveLength(1);
      const after = (await get('/api/v1/seo/query?domain=shop.example')).body.data;
      expect(after.updated_at).toBe(updated_at);
    }
  });

  test('have slow sources fetched in the background', async () => {
    const statuses = async () =>
      (await get('/api/v1/seo/query?domain=shop.example')).body.data.sources.map(({ status }) => status);
    await until(async () => !(await statuses()).includes('pending'));
    expect(await statuses()).toContain('ok');
  });

  test('an empty event runs the schedule', async () => {
    expect(await invoke('snapshot-scheduler', {})).toMatchObject({ error: undefined, result: { complete: true } });
  });
});

test('the operator blocks a domain and deletes all its data', async () => {
  await get('/api/v1/seo/query?domain=blog.example');
  expect((await history('blog.example')).body.data.count).toBeGreaterThan(0);
  const { result } = await invoke('snapshot-scheduler', { block: ['blog.example'], forget: ['blog.example'] });
  expect(result).toEqual({ block: 1, forget: 1 });
  expect((await history('blog.example')).body.data.count).toBe(0);
  expect((await get('/api/v1/seo/query?domain=blog.example')).status).toBe(422);
  await invoke('snapshot-scheduler', { unblock: ['blog.example'] });
  expect((await get('/api/v1/seo/query?domain=blog.example')).body.data.cache_status).toBe('miss');
});

test('an invalid message fails alone, and the rest of its batch is processed', async () => {
  await invoke('snapshot-scheduler', { forget: ['broken.example'] });
  // A snapshot is postponed while late values are being stored.
  const query = async () => (await get('/api/v1/seo/query?domain=broken.example')).body.data.sources;
  await until(async () => !(await query()).some(({ status }) => status === 'pending'));
  const good = JSON.stringify({ task: 'snapshot', domain: 'broken.example', attempt: 0 });
  const bodies = ['no JSON', '{"task":"unknown"}', good, '{"task":"snapshot","domain":"x.example","attempt":"soon"}'];
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const { result } = await invoke('snapshot-worker', { Records });
  expect(result).toEqual({ batchItemFailures: ['0', '1', '3'].map((itemIdentifier) => ({ itemIdentifier })) });
  expect((await get('/api/v1/seo/query?domain=broken.example')).body.data.cache_status).toBe('hit');
  expect(scheduledOf(await history('broken.example'))).toHaveLength(1);
});
