import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import type { DynamoDB } from '../../functions/core/platform/dynamodb/dynamodb.ts';
import { createDeliveries } from '../../functions/core/deliveries/deliveries.ts';
import { createSecrets } from '../../functions/core/deliveries/secrets.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion, localStackName } from '../../infra/local/credentials.ts';
import { createReceiver, type Received } from '../../infra/sandbox/receiver.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { synthesizeStack } from '../support/stack.ts';

const OWNER = 'owner';
const { name: TableName } = synthesizeStack().model.tables.find(({ name }) => name.startsWith('TablesWatches'))!;

/** Receivers by watch. */
const WATCHES = {
  fine: 'http://hooks.test/fine',
  gone: 'http://hooks.test/gone?answer=410',
  paused: 'http://hooks.test/paused?answer=429&retry_after=60',
  redirected: 'http://hooks.test/redirected?answer=redirect',
  private: 'https://localhost/private',
  dripping: 'http://hooks.test/dripping?answer=drip',
  large: 'http://hooks.test/large?answer=large',
  slow_1: 'http://slow.test/slow',
  slow_2: 'http://slow.test/slow',
  slow_3: 'http://slow.test/slow',
  other: 'http://other.test/other',
  killed: 'http://killed.test/killed',
};
type WatchId = keyof typeof WATCHES;
const ids = Object.keys(WATCHES) as WatchId[];

const signerOf = (watch: string) => ({ owner: OWNER, watch });
const keyOfEvent = (watch: string) => ({ partition: `events#${watch}`, sort: `2026-11-20T08:00:00.000Z#${watch}` });
const keyOfWatch = (watch: string) => ({ partition: `owner#${OWNER}`, sort: `watch#${watch}` });

let runner: TestRunner;
let site: TestSite;
const dataDir = mkdtempSync(join(tmpdir(), 'deliveries-'));
const settings = () => ({
  ...punctual,
  LOCAL_VISIBILITY_TIMEOUT_SECONDS: '60',
  LOCAL_DATA_DIR: dataDir,
  LOCAL_RESOLVE: ['hooks', 'slow', 'other', 'killed'].map((host) => `${host}.test=127.0.0.1:${site.port}`).join(','),
});

const received: (Received & { inbox: string })[] = [];
const listeners = new Set<() => void>();
/** Resolves as soon as the receiver has all expected deliveries. */
function receivedAll(isComplete: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isComplete()) return;
      listeners.delete(check);
      resolve();
    };
    listeners.add(check);
    check();
  });
}
const inbox = (name: string) => received.filter((each) => each.inbox === `/${name}`);

/** Inboxes that do not respond until they are released. */
const held = new Map(['/slow', '/killed'].map((path) => [path, Promise.withResolvers<void>()]));
const release = (path: string) => held.get(path)!.resolve();
let concurrentSlow = 0;
let maxConcurrentSlow = 0;

beforeAll(async () => {
  const receive = createReceiver(async (path, delivery) => {
    received.push({ inbox: path, ...delivery });
    for (const listener of listeners) listener();
    await held.get(path)?.promise;
  });
  site = await startSite((request, response) => {
    if (request.headers.host?.startsWith('slow.')) {
      maxConcurrentSlow = Math.max(maxConcurrentSlow, (concurrentSlow += 1));
      response.once('close', () => (concurrentSlow -= 1));
    }
    receive(request, response);
  });
  await useTables(async (db) => {
    const noQueue = { send: () => Promise.resolve() };
    const deliveries = createDeliveries(db, TableName, noQueue, Date.now);
    for (const watch of ids) {
      const url = WATCHES[watch];
      await db.put({ TableName, Item: { ...keyOfWatch(watch), deliver_url: url } });
      await db.put({ TableName, Item: keyOfEvent(watch) });
      const { sort: event } = keyOfEvent(watch);
      await deliveries.add({ id: watch, url, body: JSON.stringify({ watch }), signer: signerOf(watch), event });
    }
  });
  runner = await startTestRunner(settings(), ['--offline']);
}, 120_000);
afterAll(async () => {
  await runner.close();
  await site.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens the tables of the stopped runner. */
async function useTables<Result>(use: (db: DynamoDB) => Promise<Result>): Promise<Result> {
  const { tables } = synthesizeStack().model;
  const { endpoint, close } = await startTables(tables, { dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  try {
    return await use(createSdkDynamoDB(client));
  } finally {
    client.destroy();
    await close();
  }
}

async function send(...deliveries: WatchId[]) {
  const sqs = new SQSClient({ ...runner.aws, useQueueUrlAsEndpoint: false });
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'WorkQueue' }));
  const QueueUrl = QueueUrls.find((url) => url.includes('Deliveries'));
  for (const delivery of deliveries) {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ delivery }) }));
  }
  sqs.destroy();
}

/** Returns the first logged outcome of a delivery that matches. */
async function outcomeOf(delivery: WatchId, isExpected: (outcome: string) => boolean = () => true): Promise<string> {
  const lines = new RegExp(
    `"delivery":"${delivery}".*?"outcome":"(\\w+)"|"outcome":"(\\w+)".*?"delivery":"${delivery}"`,
    'g',
  );
  for (;;) {
    const found = [...runner.output().matchAll(lines)].map((match) => (match[1] ?? match[2])!).find(isExpected);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('a delivery is signed with the secret that its owner gets', async () => {
  await send('fine');
  expect(await outcomeOf('fine')).toBe('delivered');
  const { endpoint, region, credentials } = runner.aws;
  const environment = { ...process.env };
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL_SSM: endpoint, AWS_REGION: region },
    ...{ AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
  });
  const secret = await createSecrets(`/${localStackName}/watches/master-secret`, Date.now).current(signerOf('fine'));
  process.env = environment;
  const { body, ...delivery } = inbox('fine')[0]!;
  const headers = { 'webhook-id': delivery.id, 'webhook-timestamp': delivery.timestamp };
  const verified = new Webhook(secret).verify(body, { ...headers, 'webhook-signature': delivery.signature });
  expect(verified).toEqual({ watch: 'fine' });
});

test('a slow receiver delays no other, and gets two deliveries at a time', async () => {
  await send('slow_1', 'slow_2', 'slow_3');
  await receivedAll(() => inbox('slow').length === 2);
  await send('other');
  expect(await outcomeOf('other')).toBe('delivered');
  expect(inbox('slow')).toHaveLength(2);
  release('/slow');
  for (const delivery of ['slow_1', 'slow_2', 'slow_3'] as const) {
    expect(await outcomeOf(delivery, (outcome) => outcome !== 'deferred')).toBe('delivered');
  }
  expect(maxConcurrentSlow).toBe(2);
});

describe('receivers that fail', () => {
  test.each([
    ['gone', 'failed'],
    ['paused', 'retried'],
    ['redirected', 'retried'],
    ['private', 'retried'],
    ['dripping', 'delivered'],
    ['large', 'delivered'],
  ] as const)('a receiver that is %s: the delivery is %s', async (watch, outcome) => {
    await send(watch);
    expect(await outcomeOf(watch)).toBe(outcome);
  });
});

test('a delivery whose sender is killed before the response is sent again with the same id', async () => {
  await send('killed');
  await receivedAll(() => inbox('killed').length === 1);
  expect(runner.output()).not.toContain('whsec_');
  await runner.stop('SIGKILL');
  release('/killed');
  runner = await startTestRunner(settings(), ['--offline']);
  await receivedAll(() => inbox('killed').length === 2);
  expect(await outcomeOf('killed', (outcome) => outcome !== 'ignored')).toBe('delivered');
  expect(inbox('killed').map(({ id }) => id)).toEqual(['killed', 'killed']);
}, 120_000);

test('outcomes are stored in events and watches, and the secret is not in the log', async () => {
  expect(runner.output()).not.toContain('whsec_');
  await runner.stop();
  const stored = await useTables((db) =>
    Promise.all(
      ids.map(async (watch) => {
        const read = async (Key: Record<string, string>) => (await db.get({ TableName, Key })).Item ?? {};
        const { state, last_error } = (await read(keyOfEvent(watch))).delivery as Record<string, unknown>;
        const failing = (await read(keyOfWatch(watch))).failing as { reason: string } | undefined;
        return [watch, [state, last_error, failing?.reason ?? null]];
      }),
    ),
  );
  const delivered = ['delivered', null, null];
  expect(Object.fromEntries(stored)).toEqual({
    ...{ fine: delivered, dripping: delivered, large: delivered, other: delivered, killed: delivered },
    ...{ slow_1: delivered, slow_2: delivered, slow_3: delivered },
    gone: ['failed', 'receiver_gone', 'receiver_gone'],
    paused: ['pending', 'http_error', null],
    redirected: ['pending', 'redirected', null],
    private: ['pending', 'address_not_public', null],
  });
});
