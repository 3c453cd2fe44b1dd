import { afterEach, expect, test } from '@jest/globals';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

let runner: TestRunner;
afterEach(() => runner.close());

async function get<Data>(path: string): Promise<Data> {
  return ((await (await runner.get(path)).json()) as { data: Data }).data;
}

async function until(isDone: () => Promise<boolean>, timeoutMs: number) {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 500) {
    if (await isDone()) return;
    await sleep(500);
  }
  throw new Error('It did not come about in time');
}

test('restarts by SIGINT and SIGTERM keep the records and the key', async () => {
  const path = '/api/v1/seo/query?domain=shop.example';
  type Kept = { complete: boolean; cache_status: string; updated_at: string };
  runner = await startTestRunner();
  const { apiKey, dataDir } = runner;
  // Wait for slow sources, which would change the record in the background.
  await until(async () => (await get<Kept>(path)).complete, 30_000);
  const { updated_at } = await get<Kept>(path);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    await runner.stop(signal);
    runner = await startTestRunner({ LOCAL_DATA_DIR: dataDir });
    expect(runner.apiKey).toBe(apiKey);
    expect(await get<Kept>(path)).toMatchObject({ cache_status: 'hit', updated_at, complete: true });
  }
});

test('a snapshot that the queue has accepted is taken when the runner is killed at once', async () => {
  const domains = ['shop.example', 'blog.example', 'broken.example'];
  runner = await startTestRunner({}, ['--offline']);
  const lambda = new LambdaClient(runner.aws);
  await lambda.send(new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload: JSON.stringify({ domains }) }));
  lambda.destroy();
  await runner.stop('SIGKILL');
  runner = await startTestRunner({ LOCAL_DATA_DIR: runner.dataDir }, ['--offline']);
  const origins = async (domain: string) => {
    const { snapshots } = await get<{ snapshots: { origin: string }[] }>(`/api/v1/seo/history?domain=${domain}`);
    return snapshots.map(({ origin }) => origin);
  };
  // Started work is postponed for half a minute, until the lease of the killed worker expires.
  for (const domain of domains) await until(async () => (await origins(domain)).includes('scheduled'), 45_000);
});
