import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, CreatedKey, DomainDetails, QueueState } from '../../functions/back-office/contract.ts';
import { createDocumentClient } from '../../functions/shared/storage/dynamodb/document-client.ts';
import { createScoredLists } from '../../functions/shared/storage/scored-lists/scored-lists.ts';
import { localCredentials, localRegion, startTables } from '../../infra/local/tables.ts';
import type { Call } from '../../infra/local/permissions/guard.ts';
import { covers } from '../../infra/local/template/policy.ts';
import type { Template } from '../../infra/local/template/cloudformation.ts';
import { readPermissions } from '../../infra/local/template/permissions.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { proKeys } from '../support/pro-keys.ts';
import { signIn } from '../support/sign-in.ts';
import { openStock, tableNameOf } from '../support/stock/stock.ts';
import { tally } from './form.ts';

/**
 * The runner refuses what a function's role does not allow, and each test that stops one fails where it has. Here the
 * service is used in all its ways, to see that no role allows more than is used.
 */
let runner: TestRunner;
let tranco: Tranco;
let token: string;
let allowed: Allowed[];
let calls: Call[];

beforeAll(async () => {
  tranco = await startTranco();
  // Some calls are made for what version 0.1 has stored alone.
  const stock = openStock('v0.1');
  const LOCAL_DATA_DIR = await stock.dataDir();
  await confirmList('coffee', stock, LOCAL_DATA_DIR);
  runner = await startTestRunner({ ...punctual, LOCAL_DATA_DIR, TRANCO_URL: tranco.url }, ['--offline']);
  token = (await signIn(runner)).access_token;
  await Promise.all([
    // Before the scheduler has snapshots taken of the same domains.
    Promise.all([useQueries(), useKeywords(), usePageAnswers()]).then(useSchedule),
    useUsage(),
    useForum(),
    usePages(),
    useKeys(),
    useDomains(),
    useQueue(),
    useOperatorsBatches(),
  ]);
  await useBatches();
  allowed = readAllowed();
  calls = runner.awsCalls();
}, 240_000);
afterAll(async () => {
  tranco.server.close();
  await runner.close();
});

/** Notes both looks at the postings of a term, which are an hour apart. */
async function confirmList(term: string, { model }: ReturnType<typeof openStock>, dataDir: string) {
  const { endpoint, close } = await startTables(model.tables, { dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const table = model.tables.find(({ name }) => tableNameOf(name) === 'Keywords')!.name;
  for (const now of [0, Date.now()]) {
    await createScoredLists(createDocumentClient(client), table, () => now).noteLook(term, false);
  }
  client.destroy();
  await close();
}

interface Allowed {
  /** Folder below `functions/`. */
  name: string;
  functionId: string;
  action: string;
  resource: string;
}

/** Each action with each resource that the deployed roles allow. */
function readAllowed(): Allowed[] {
  const file = join(runner.dataDir, 'template.json');
  const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
  return [...readPermissions(template)].flatMap(([functionId, statements]) => {
    const name = template.Resources[functionId]!.Properties!.Description as string;
    const each = statements.flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((resource) => ({ action, resource }))),
    );
    return each.map((one) => ({ name, functionId, ...one }));
  });
}

/** Allowed, but not to be seen on one machine. */
const NOT_LOCAL: Record<string, string> = {
  'logs:CreateLogStream': 'Lambda does it',
  'logs:PutLogEvents': 'Lambda does it',
  'xray:PutTraceSegments': 'Lambda does it',
  'xray:PutTelemetryRecords': 'Lambda does it',
  'sqs:ChangeMessageVisibility': "Lambda may do it in the worker's name when it gives messages back",
  'sqs:GetQueueUrl': "the CDK allows it to each function that works off a queue, for Lambda's sake",
};

const functionNames = readdirSync('functions').filter((name) => name !== 'shared');

test.each(functionNames)('%s uses all that its role allows, each action on each resource', (name) => {
  const unused = allowed.filter((one) => one.name === name && !(one.action in NOT_LOCAL) && !isUsed(one));
  expect(unused.map(({ action, resource }) => `${action} on ${resource}`)).toEqual([]);
});

function isUsed({ functionId, action, resource }: Allowed): boolean {
  const statement = { actions: [action], resources: [resource] };
  return calls.some((call) => call.function === functionId && covers(statement, call));
}

test('no call of theirs is refused, and each function that calls AWS has been seen to', () => {
  expect(calls.filter((call) => !call.allowed)).toEqual([]);
  const withMore = allowed.filter(({ action }) => !(action in NOT_LOCAL)).map(({ functionId }) => functionId);
  expect(new Set(calls.map((call) => call.function))).toEqual(new Set(withMore));
  tally({
    area: 'Who may do what',
    what: 'each action that a role allows, on each resource',
    tried: allowed.length,
    outcome: `${calls.length} different calls, none refused; all that is allowed is used but ${Object.keys(NOT_LOCAL).length} actions that Lambda itself takes`,
  });
});

interface Tranco {
  url: string;
  server: Server;
  /** Whether it fails, so that its figure comes late. */
  isDown: boolean;
}

async function startTranco(): Promise<Tranco> {
  const server = createServer((_request, response) => {
    const ranks = [{ date: new Date().toISOString().slice(0, 10), rank: 7 }];
    response.writeHead(started.isDown ? 500 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ranks }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const started = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, isDown: false };
  return started;
}

async function get<Data>(path: string, key = runner.apiKey): Promise<Data> {
  const response = await runner.get(`/api/v1/seo/${path}`, { key });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Data }).data;
}

const askOperator = (method: string, path: string, body?: unknown) =>
  fetch(`${runner.url}/back-office/api/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function operate<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const response = await askOperator(method, path, body);
  expect(response.status).toBeLessThan(300);
  return ((await response.json()) as { data: Data }).data;
}

async function command(payload: object) {
  const lambda = new LambdaClient(runner.aws);
  const invoke = new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload: JSON.stringify(payload) });
  expect((await lambda.send(invoke)).FunctionError).toBeUndefined();
  lambda.destroy();
}

async function sendWork(MessageBody: string) {
  const sqs = new SQSClient({ ...runner.aws, useQueueUrlAsEndpoint: false });
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'WorkQueue' }));
  const QueueUrl = QueueUrls.find((url) => !url.includes('DeadLetters'));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  sqs.destroy();
}

async function until(isDone: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    if (await isDone()) return;
    await sleep(250);
  }
  throw new Error('It did not come about in time');
}

async function useQueries() {
  const query = 'query?domain=shop.example';
  await Promise.all([get(query), get(query)]);
  await get(query);
  await get(`${query}&refresh=1`);
  await get('history?domain=shop.example');
}

async function usePageAnswers() {
  const query = `page?url=${encodeURIComponent('https://shop.example/de/')}`;
  const [key] = await proKeys(runner, 1);
  await Promise.all([get(query, key), get(query, key)]);
  await get(query);
  await get(`${query}&refresh=1`);
  const gone = await runner.get(`/api/v1/seo/page?url=${encodeURIComponent('https://nowhere-at-all.example/')}`);
  expect(gone.status).toBe(404);
}

async function useKeywords() {
  await get('keywords?q=coffee%20beans');
  for (const sort of ['score', 'recent', 'word_count', 'keyword']) await get(`keywords?q=coffee&sort=${sort}`);
  await get('keywords?domain=blog.example');
  // Who holds a key is asked by the first function that fetches something for it.
  const [key] = await proKeys(runner, 1);
  await get('keywords?domain=blog.example&q=coffee&refresh=1', key);
  await get('long-tail?keyword=tea');
  await get('long-tail?keyword=tea');
  await sendWork(
    JSON.stringify({ task: 'learn-suggestions', queries: ['tea'], locale: { language: 'en', region: 'US' } }),
  );
  await sendWork(JSON.stringify({ task: 'rescore', term: 'trail' }));
  const isLearnt = ({ action, resource }: Call) => action === 'dynamodb:UpdateItem' && resource.includes('Keywords');
  await until(() => Promise.resolve(runner.awsCalls().filter(isLearnt).length > 2));
}

async function useUsage() {
  const key = (await operate<CreatedKey>('POST', 'keys', { name: 'usage', plan: 'basic' })).value;
  expect((await runner.get('/api/v1/usage', { key })).status).toBe(200);
}

async function useForum() {
  const queries = [
    'forumA?action=login&account=13800000000&password=sandbox-password',
    'forumU?action=info&user_id=10000001',
  ];
  for (const query of queries) expect((await fetch(`${runner.url}/api/${query}`)).status).toBe(200);
}

async function usePages() {
  for (const path of ['openapi.json', 'docs', 'back-office/', 'back-office/config.json']) {
    expect((await fetch(`${runner.url}/${path}`)).status).toBe(200);
  }
}

async function useKeys() {
  const { id, owner } = await operate<CreatedKey>('POST', 'keys', { name: 'one', plan: 'basic' });
  await operate('GET', 'keys');
  await operate('GET', 'plans');
  await operate('GET', `keys/${id}/usage`);
  await operate('PATCH', `keys/${id}`, { enabled: false, plan: 'pro', note: 'another' });
  const second = await operate<CreatedKey>('POST', `keys/${id}/replacement`, { disable: true });
  await operate('PATCH', `owners/${owner}`, { domains_per_day: 1, pages_per_day: null });
  for (const key of [id, second.id]) await operate('DELETE', `keys/${key}`);
}

const detailsOf = (domain: string) => operate<DomainDetails>('GET', `domains/${domain}`);

async function useDomains() {
  const domain = 'broken.example';
  const isIdle = async () => (await detailsOf(domain)).activity === 'idle';
  await operate('POST', `domains/${domain}/snapshot`);
  await until(isIdle);
  await operate('POST', `domains/${domain}/refresh`);
  await until(isIdle);
  await operate('GET', 'domains?search=');
  await operate('GET', `domains/${domain}/history`);
  await operate('POST', `domains/${domain}/block`);
  await operate('POST', `domains/${domain}/unblock`);
  for (const refresh of [false, true]) await operate('POST', 'pages', { url: `http://${domain}/`, refresh });
  await operate('GET', `domains/${domain}/pages`);
  expect((await askOperator('POST', 'pages', { url: 'https://nowhere-either.example/' })).status).toBe(404);
  await operate('DELETE', `domains/${domain}`);
}

async function useOperatorsBatches() {
  const domains = Array.from({ length: 60 }, (_, index) => `operator-${index}.example`);
  const { batch_id } = await operate<Batch>('POST', 'batches', { domains });
  await operate('GET', `batches/${batch_id}`);
  await operate('DELETE', `batches/${batch_id}`);
}

/** A request in the ways that a batch is made, read, cancelled and not made at all. */
async function useBatches() {
  const [key] = await proKeys(runner, 1);
  const path = '/api/v1/seo/batches';
  const call = async (method: string, to: string, body?: object, headers = {}) => {
    const response = await fetch(runner.url + to, {
      method,
      headers: { 'X-SEO-API-Key': key!, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(300);
    return ((await response.json()) as { data: Batch }).data;
  };
  const domains = ['asked.example', 'nowhere.example', 'blog.example'];
  const named = { 'Idempotency-Key': 'one' };
  const { batch_id } = await call('POST', path, { domains, history: {} }, named);
  expect((await call('POST', path, { domains, history: {} }, named)).batch_id).toBe(batch_id);
  const of = `${path}/${batch_id}`;
  await until(async () => (await call('GET', of)).totals.pending === 0);
  await command({ forget: ['asked.example'] });
  const many = Array.from({ length: 60 }, (_, index) => `asked-${index}.example`);
  await call('DELETE', `${path}/${(await call('POST', path, { domains: many })).batch_id}`);
}

async function useQueue() {
  await sendWork('no task');
  await operate('GET', 'costs');
  await until(async () => (await operate<QueueState>('GET', 'queue')).dead_letters > 0);
  await operate('POST', 'queue/retry');
}

/** The domain is taken anew, and a source that is down at first tells its figure afterwards. */
async function useSchedule() {
  const domain = 'shop.example';
  const count = async () => (await get<{ count: number }>(`history?domain=${domain}`)).count;
  const rank = async () => (await detailsOf(domain)).record?.popularity.tranco?.rank ?? null;
  await command({});
  await command({ block: [domain] });
  await command({ unblock: [domain], forget: [domain] });
  tranco.isDown = true;
  await command({ domains: [domain] });
  await until(async () => (await count()) > 0);
  tranco.isDown = false;
  await sendWork(JSON.stringify({ task: 'complete-record', domain, sources: ['tranco'], attempt: 0 }));
  await until(async () => (await rank()) !== null);
  // The history comes after the entry.
  const isFilledIn = ({ function: by, action, resource }: Call) =>
    by.startsWith('SnapshotWorker') && action === 'dynamodb:UpdateItem' && resource.includes('DomainHistory');
  await until(() => Promise.resolve(runner.awsCalls().some(isFilledIn)));
}
