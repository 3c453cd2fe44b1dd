import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

let runner: TestRunner;
let lambda: LambdaClient;

beforeAll(async () => {
  runner = await startTestRunner({}, ['--offline']);
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  lambda = new LambdaClient({ endpoint: runner.url, region: 'us-east-1', credentials });
});
afterAll(async () => {
  lambda.destroy();
  await runner.close();
});

async function invoke(FunctionName: string, payload: unknown) {
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload) });
  const { FunctionError, Payload } = await lambda.send(command);
  return { error: FunctionError, result: JSON.parse(Buffer.from(Payload!).toString()) as unknown };
}

interface Answer {
  status: number;
  body: { data: { cache_status: string; count: number; snapshots: { origin: string; seo_score: number }[] } };
}

async function get(path: string): Promise<Answer> {
  const response = await runner.get(path);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const history = (domain: string) => get(`/api/v1/seo/history?domain=${domain}`);

async function until(isDone: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 30; attempt += 1) {
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
    expect((await get('/api/v1/seo/query?domain=shop.example')).body.data.cache_status).toBe('hit');
    await invoke('snapshot-scheduler', { domains: ['shop.example'] });
    await sleep(1_500);
    expect(scheduledOf(await history('shop.example'))).toHaveLength(1);
  });

  test('what is no domain is refused, and nothing is done', async () => {
    expect((await invoke('snapshot-scheduler', { domains: ['blog.example', '127.0.0.1'] })).error).toBe('Unhandled');
    expect((await invoke('snapshot-scheduler', { domains: [] })).error).toBe('Unhandled');
  });

  test('an unknown function is told as such', async () => {
    await expect(invoke('nobody', {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

test('the operator blocks a domain and deletes all that is stored of it', async () => {
  await get('/api/v1/seo/query?domain=blog.example');
  expect((await history('blog.example')).body.data.count).toBeGreaterThan(0);
  const { result } = await invoke('snapshot-scheduler', { block: ['blog.example'], forget: ['blog.example'] });
  expect(result).toEqual({ block: 1, forget: 1 });
  expect((await history('blog.example')).body.data.count).toBe(0);
  expect((await get('/api/v1/seo/query?domain=blog.example')).status).toBe(422);
  await invoke('snapshot-scheduler', { unblock: ['blog.example'] });
  expect((await get('/api/v1/seo/query?domain=blog.example')).body.data.cache_status).toBe('miss');
});

test('a poison message fails alone; the rest of its batch is worked off', async () => {
  const good = JSON.stringify({ task: 'snapshot', domain: 'broken.example', attempt: 0 });
  const bodies = ['no JSON', '{"task":"unknown"}', good, '{"task":"snapshot","domain":"x.example","attempt":"soon"}'];
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const { result } = await invoke('snapshot-worker', { Records });
  expect(result).toEqual({ batchItemFailures: ['0', '1', '3'].map((itemIdentifier) => ({ itemIdentifier })) });
  expect((await get('/api/v1/seo/query?domain=broken.example')).body.data.cache_status).toBe('hit');
});
