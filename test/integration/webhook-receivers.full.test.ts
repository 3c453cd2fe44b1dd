import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { createScheduledSnapshots } from '../../functions/core/domains/store/domain-history.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import type { SnapshotValues } from '../../functions/core/record/history-values.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { freePort } from '../support/free-port.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { codeBlocks, programsIn } from '../support/markdown.ts';
import { createValidator, readDocument } from '../support/openapi.ts';
import { isInstalled } from '../support/page-session.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { synthesizeStack } from '../support/stack.ts';
import { describeWhen } from '../support/when.ts';

/** The receivers of the guide, run as it states. */
const programs = programsIn(codeBlocks(readFileSync('docs/guides/webhooks.md', 'utf8')));
const { deliveryProblems } = createValidator(readDocument());
const hasPython = await isInstalled('python3');

/** A running receiver, and the bodies that it has printed. */
async function startReceiver(command: string, file: string, port: number, secrets: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  writeFileSync(join(folder, file), programs.get(file)!);
  const env = { PATH: process.env.PATH, WEBHOOK_SECRETS: secrets.join(' ') };
  const child: ChildProcess = spawn(command, [file, String(port)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const printed: string[] = [];
  let rest = '';
  let wake = Promise.withResolvers<void>();
  child.stdout!.on('data', (piece: Buffer) => {
    const lines = (rest + piece.toString()).split('\n');
    rest = lines.pop()!;
    printed.push(...lines);
    wake.resolve();
    wake = Promise.withResolvers();
  });
  const url = `http://127.0.0.1:${port}/seo`;
  while (!(await fetch(url).catch(() => null))) await sleep(50);
  return {
    url,
    printed,
    /** Settles when a body of a type has been printed. */
    async printedType(type: string): Promise<string> {
      for (;;) {
        const next = wake.promise;
        const found = printed.find((body) => body.startsWith(`{"type":"${type}"`));
        if (found !== undefined) return found;
        await next;
      }
    },
    /** Returns the bodies when at least so many have been printed, which may be after the response. */
    async printedCount(count: number): Promise<string[]> {
      for (;;) {
        const next = wake.promise;
        if (printed.length >= count) return printed;
        await next;
      }
    },
    async close() {
      child.kill();
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const receivers = [
  ['TypeScript', process.execPath, 'receiver.mts', true],
  ['Python', 'python3', 'receiver.py', hasPython],
] as const;

describe.each(receivers)('the receiver in %s', (_, command, file, isRunnable) => {
  describeWhen(isRunnable, 'there is no Python here')('run as the guide states', () => {
    const secrets = ['one', 'two'].map((text) => `whsec_${Buffer.from(text.repeat(8)).toString('base64')}`);
    let receiver: Awaited<ReturnType<typeof startReceiver>>;
    beforeAll(async () => {
      receiver = await startReceiver(command, file, await freePort(), secrets);
    });
    afterAll(() => receiver.close());

    /** Posts a body that a secret signs. @returns the status */
    async function post(
      id: string,
      { secret = secrets[0]!, ageSeconds = 0, sent = BODY, signed: text = BODY, headers = {} } = {},
    ) {
      const time = new Date(Date.now() - ageSeconds * 1000);
      const signed = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${new Webhook(secret).sign(id, time, text)}`,
      };
      const request = { method: 'POST', headers: { ...signed, ...headers }, body: sent };
      return (await fetch(receiver.url, request)).status;
    }
    const BODY = '{"type":"watch.test","data":{"watch":null,"text":"é"}}';

    test('accepts a delivery that one of its secrets signs, and processes it once', async () => {
      expect([await post('a'), await post('a'), await post('b', { secret: secrets[1]! })]).toEqual([204, 204, 204]);
      // What is printed of another one comes after all that is printed of these.
      const last = '{"type":"watch.test","data":{"watch":null}}';
      expect(await post('c', { sent: last, signed: last })).toBe(204);
      expect(await receiver.printedCount(3)).toEqual([BODY, BODY, last]);
    });

    test.each([
      ['that another secret signs', { secret: `whsec_${Buffer.from('other').toString('base64')}` }],
      ['that was changed', { sent: '{"type":"watch.test","data":{"watch":"w1"}}' }],
      ['whose id was changed', { headers: { 'webhook-id': 'another' } }],
      ['without a signature', { headers: { 'webhook-signature': '' } }],
      ['with the signature of another version', { headers: { 'webhook-signature': 'v2,abc' } }],
      ['that is six minutes old', { ageSeconds: 360 }],
      ['of the future', { ageSeconds: -360 }],
      ['with a timestamp that is not a number', { headers: { 'webhook-timestamp': 'now' } }],
    ])('refuses a delivery %s', async (_name, changes) => {
      const count = receiver.printed.length;
      expect(await post(`refused ${_name}`, changes)).toBe(401);
      expect(receiver.printed).toHaveLength(count);
    });

    test('refuses a body that is too large', async () => {
      expect(await post('large', { sent: '.'.repeat(1_000_001) })).toBe(413);
    });
  });
});

describe('deliveries of the runner', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const ports: number[] = [];
  let runner: TestRunner;
  beforeAll(async () => {
    keepSuiteWithinDay();
    ports.push(await freePort(), await freePort());
    await seedYesterday('shop.example');
    await seedYesterday('blog.example');
    const LOCAL_RESOLVE = ports.map((port, index) => `hooks${index}.test=127.0.0.1:${port}`).join(',');
    runner = await startTestRunner({ ...punctual, LOCAL_DATA_DIR: dataDir, LOCAL_RESOLVE }, ['--offline']);
  }, 120_000);
  afterAll(async () => {
    await runner.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Stores a scheduled snapshot of yesterday in the data of the stopped runner. */
  async function seedYesterday(domain: string): Promise<void> {
    const { tables } = synthesizeStack().model;
    const { endpoint, close } = await startTables(tables, { dataDir: join(dataDir, 'dynamodb') });
    const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
    const { name } = tables.find((table) => table.name.startsWith('TablesDomainHistory'))!;
    const values = { site_status: 'ok', failed_audits: [], title: 'Yesterday' } as unknown as SnapshotValues;
    const takenAt = new Date(Date.now() - DAY_MS).toISOString();
    await createScheduledSnapshots(createSdkDynamoDB(client), name).add(domain, takenAt, values);
    client.destroy();
    await close();
  }

  async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
    const headers = { 'X-SEO-API-Key': runner.apiKey };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return ((await (await fetch(`${runner.url}/api/v1/seo/${path}`, request)).json()) as { data: Data }).data;
  }

  interface Receiver {
    state: string;
    reason: string | null;
  }

  /** On a busy machine, the test may have ended before its answer; another one is possible after a minute. */
  async function confirmed(watch: string): Promise<Receiver> {
    for (;;) {
      const { deliver } = await call<{ deliver: Receiver }>('GET', `watches/${watch}`);
      if (deliver.reason !== 'timeout' && deliver.reason !== 'not_tested') return deliver;
      await sleep(60_000);
      await call('POST', `watches/${watch}/test`);
    }
  }

  test.each(receivers.filter(([, , , isRunnable]) => isRunnable).map((each, index) => [...each, index] as const))(
    'arrive at the receiver in %s: the challenge, the event of a snapshot that is taken now, the end of a batch',
    async (_, command, file, _isRunnable, index) => {
      const domain = ['shop.example', 'blog.example'][index]!;
      const conditions = [{ on: 'changed', fields: ['title'] }];
      const watch = await call<{ id: string; secret: string }>('POST', 'watches', { domains: [domain], conditions });
      const owner = await call<{ secret: string }>('POST', 'watches/secret');
      const receiver = await startReceiver(command, file, ports[index]!, [watch.secret, owner.secret]);
      try {
        const deliver = { url: `http://hooks${index}.test/seo` };
        await call('PATCH', `watches/${watch.id}`, { deliver });
        expect(await confirmed(watch.id)).toMatchObject({ state: 'active', reason: null });
        const port = new URL(runner.url).port;
        const { stdout } = await promisify(execFile)(
          process.execPath,
          ['infra/operations/snapshot.ts', domain, '--local', port],
          { env: { ...process.env, LOCAL_DATA_DIR: dataDir } },
        );
        expect(stdout).toBe(
          `Requested the snapshot of today (UTC) of ${domain}. Those that have one are not fetched.\n`,
        );
        const event = JSON.parse(await receiver.printedType('watch.triggered')) as { data: object };
        expect(event.data).toMatchObject({ watch: watch.id, domain, name: 'title', before: 'Yesterday' });
        const batch = await call<{ batch_id: string }>('POST', 'batches', { domains: [domain], deliver });
        const ended = JSON.parse(await receiver.printedType('batch.ended')) as object;
        expect(ended).toMatchObject({ data: { batch_id: batch.batch_id, status: 'done' } });
        expect(receiver.printed.flatMap(deliveryProblems)).toEqual([]);
        expect(receiver.printed).toHaveLength(3);
      } finally {
        await receiver.close();
      }
    },
    300_000,
  );
});

test.each([
  [[], 'requires 1 to 1000 domains'],
  [['shop.example', '--local', '99999'], '--local: must be a port from 1 to 65535'],
  [['shop.example', '--all'], "Unknown option '--all'"],
])('npm run snapshot with %j is rejected with the usage', async (args, message) => {
  const run = promisify(execFile)(process.execPath, ['infra/operations/snapshot.ts', ...args]);
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(message) as unknown });
});
