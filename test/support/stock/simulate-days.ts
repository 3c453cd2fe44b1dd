import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateApiKeyCommand, CreateUsagePlanKeyCommand } from '@aws-sdk/client-api-gateway';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { createGatewayClient } from '../../../functions/shared/gateway/client.ts';
import { createGatewayKeys } from '../../../functions/back-office/gateway-keys/gateway-keys.ts';
import type { DomainAnswer } from '../../../functions/shared/record/record.ts';
import { localStackName } from '../../../infra/local/identity.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { startProviders } from '../../../infra/sandbox/providers/providers.ts';
import { startTestRunner, type TestRunner } from '../runner.ts';
import { signIn } from '../sign-in.ts';

const DAY_MS = 86_400_000;
/** Sandbox keys: they are valid only for a runner with this stock. */
const KEYS = { readyMade: 'sandbox-key-ready-made', partner: 'sandbox-key-partner', former: 'sandbox-key-former' };

/**
 * Simulates some days of use, each with a run of `npm start`, so that in the end the tables contain every kind of item.
 *
 * @returns the messages of its queue, one of each form
 */
export async function simulateDays(dataDir: string): Promise<object[]> {
  writeFileSync(join(dataDir, 'operator.json'), JSON.stringify({ name: 'operator', password: 'sandbox-password' }));
  const providers = await startProviders();
  const keys = Object.fromEntries(
    Object.entries(providers.keys).map(([name, key]) => [name.toUpperCase().replaceAll('-', '_'), key]),
  );
  const outputs: string[] = [];

  async function day(back: number, environment: Record<string, string>, work: (runner: TestRunner) => Promise<void>) {
    const runner = await startTestRunner(
      { LOCAL_DATA_DIR: dataDir, LOCAL_API_KEY: KEYS.readyMade, ...providers.urls, ...environment },
      [],
      ['--import', clockOf(-back * DAY_MS)],
    );
    await work(runner);
    await runner.stop();
    outputs.push(runner.output());
  }

  await day(4, { ...keys, LOCAL_RESOLVE: 'closed.test=127.0.0.1:1' }, async (runner) => {
    await makeKeys(runner);
    await settled(runner, 'shop.example');
    providers.fault('rdap', faults.serverError());
    await query(runner, 'domain=blog.example');
    await query(runner, 'domain=münchen.example');
    await query(runner, 'domain=closed.test').catch(() => undefined);
    providers.fault('rdap', null);
    await json(runner, '/api/v1/seo/keywords?q=trail+mix');
    await json(runner, '/api/v1/seo/keywords?q=茶叶');
    await operate(runner);
    const learned = () => runner.output().match(/"task":"learn-suggestions".*"duration_ms"/g) ?? [];
    await until(() => Promise.resolve(learned().length === 2));
  });

  // Without keys, and with a provider that fails: earlier values remain.
  await day(3, { DISABLED_SOURCES: 'common_crawl' }, async (runner) => {
    providers.fault('tranco', faults.tooManyRequests(60));
    await query(runner, 'domain=shop.example');
    await query(runner, 'domain=blog.example&refresh=1');
    providers.fault('tranco', null);
    await sleep(2_000);
  });

  // Without a budget; the day's snapshots are taken.
  await day(2, { ...keys, DAILY_BUDGET_USD: '0' }, async (runner) => {
    await query(runner, 'domain=münchen.example&refresh=1');
    await invoke(runner, 'snapshot-scheduler', {});
    await until(async () => (await history(runner, 'shop.example')).some(({ origin }) => origin === 'scheduled'));
    await sleep(5_000);
  });

  // Killed during its work: sources remain pending, a lease remains held, keywords remain to be collected.
  await day(2, keys, async (runner) => {
    providers.fault('pagespeed', faults.slow(60_000));
    providers.fault('rdap', faults.slow(60_000));
    await query(runner, 'domain=broken.example');
    await json(runner, '/api/v1/seo/long-tail?keyword=trail+mix');
    void query(runner, 'domain=lost.example').catch(() => undefined);
    await json(runner, '/api/v1/seo/long-tail?keyword=茶叶');
    await runner.stop('SIGKILL');
  });
  await providers.close();
  return formsOf(outputs.join(''));
}

/** A module that shifts the clock in every thread. */
function clockOf(shiftMs: number): string {
  const code = `const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${shiftMs}); }
      static now() { return Real.now() + ${shiftMs}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

async function json<Data>(runner: TestRunner, path: string): Promise<Data> {
  const response = await runner.get(path);
  const { data, message } = (await response.json()) as { data: Data; message: string };
  if (!response.ok) throw new Error(`${response.status} to ${path}: ${message}`);
  return data;
}

const query = (runner: TestRunner, parameters: string) => json<DomainAnswer>(runner, `/api/v1/seo/query?${parameters}`);

async function history(runner: TestRunner, domain: string): Promise<{ origin: string }[]> {
  const path = `/api/v1/seo/history?domain=${domain}&range=10y`;
  return (await json<{ snapshots: { origin: string }[] }>(runner, path)).snapshots;
}

/** Asks for a domain until the worker has completed its record. */
const settled = (runner: TestRunner, domain: string) =>
  until(async () => (await query(runner, `domain=${domain}`)).complete);

async function until(isDone: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await isDone()) return;
    await sleep(1_100);
  }
  throw new Error('It did not come about in time');
}

async function makeKeys({ aws }: TestRunner) {
  const client = createGatewayClient(aws);
  const keys = createGatewayKeys(client, localStackName);
  const plans = await keys.plans();
  for (const [name, plan, note] of [
    ['partner', 'pro', 'Paid until the end of the year'],
    ['former', 'basic', ''],
  ] as const) {
    // As the back office creates them, but with fixed values.
    const value = KEYS[name];
    const { id } = await client.send(
      new CreateApiKeyCommand({ name: `${localStackName}-${name}`, description: note, enabled: true, value }),
    );
    const usagePlanId = plans.find((each) => each.name === plan)!.id;
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' }));
    if (name === 'former') await keys.change(id!, { enabled: false });
  }
  client.destroy();
}

async function operate(runner: TestRunner) {
  const { access_token } = await signIn(runner);
  const headers = { Authorization: `Bearer ${access_token}` };
  for (const path of ['blog.example/refresh', 'shop.example/snapshot', 'blocked.example/block']) {
    const response = await fetch(`${runner.url}/back-office/api/domains/${path}`, { method: 'POST', headers });
    if (!response.ok) throw new Error(`${response.status} to ${path}`);
  }
}

async function invoke({ aws }: TestRunner, FunctionName: string, event: object) {
  const lambda = new LambdaClient(aws);
  await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
  lambda.destroy();
}

/** The tasks in the worker's log: the first one of each kind. */
function formsOf(output: string): object[] {
  const lines = output.split('\n').filter((line) => line.includes('"task done"'));
  const tasks = lines.map((line) => {
    const {
      level: _,
      message: __,
      message_id: ___,
      duration_ms: ____,
      ...task
    } = JSON.parse(line) as Record<string, unknown>;
    return task;
  });
  return [...new Map(tasks.toReversed().map((task) => [task.task, task])).values()];
}
