import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Batch,
  CreatedKey,
  DeadLetters,
  DomainDetails,
  NewReportLink,
  QueueState,
  SiteState,
} from '../../functions/back-office/contract.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { OPERATOR } from '../../functions/core/accounts/batch-caller.ts';
import { createBatches } from '../../functions/core/batches/store/batches.ts';
import { MAX_PART_ROWS, newBatchId, PARTS_AT_ONCE } from '../../functions/core/batches/store/item.ts';
import { createBatchesInProgress } from '../../functions/core/batches/store/batches-in-progress.ts';
import { newCrawlId } from '../../functions/core/crawls/store/item.ts';
import { createCrawlsInProgress } from '../../functions/core/crawls/store/crawls-in-progress.ts';
import type { WatchEvents } from '../../functions/back-office/contract.ts';
import { createScheduledSnapshots } from '../../functions/core/domains/store/domain-history.ts';
import type { SnapshotValues } from '../../functions/core/record/history-values.ts';
import { createSiteCrawls } from '../../functions/core/crawls/store/site-crawls.ts';
import type { SiteAnswer, SiteCrawlsAnswer, SiteVerification } from '../../functions/core/record/site-schema.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { createFollowedDomains } from '../../functions/core/domains/schedule/followed-domains.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import { createDeliveries } from '../../functions/core/deliveries/deliveries.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import type { Call } from '../../infra/local/permissions.ts';
import { covers, readPermissions } from '../../infra/local/template/permissions.ts';
import type { Template } from '../../infra/local/template/cloudformation.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { proKeys } from '../support/pro-keys.ts';
import { callBackOffice, signIn } from '../support/sign-in.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { crawlOutcome, crawlInProgress } from '../support/site-audit.ts';
import { synthesizeStack } from '../support/stack.ts';
import { tally } from '../support/form.ts';

/**
 * The runner denies calls that a function's role does not allow, and a test fails if calls of its runner were denied.
 * This test uses all functionality of the service, to verify that no role allows more than is used.
 */
let runner: TestRunner;
let tranco: Tranco;
let paced: TestSite;
let token: string;
let allowed: Allowed[];
let calls: Call[];
/** Aborted when the tests end, so that nothing continues to wait. */
const preparation = new AbortController();

beforeAll(async () => {
  tranco = await startTranco();
  const LOCAL_DATA_DIR = mkdtempSync(join(tmpdir(), 'permissions-'));
  paced = await startPacedSite();
  const settings = {
    ...{ ...punctual, LOCAL_DATA_DIR, TRANCO_URL: tranco.url, WEEKLY_SITE_CRAWLS: 'true' },
    LOCAL_RESOLVE: [PACED_SITE, ...WATCHED].map((host) => `${host}=127.0.0.1:${paced.port}`).join(','),
  };
  await storeOldWork(LOCAL_DATA_DIR);
  runner = await startTestRunner(settings, ['--offline']);
  token = (await signIn(runner)).access_token;
  await Promise.all([
    // First, because the tools fetch the same domains, and the scheduler's commands block one of them.
    Promise.all([useQueries(), useKeywords(), usePageAnswers()])
      .then(() => Promise.all([useTools(), useOperatorsKeywords()]))
      .then(useSchedule),
    useUsage(),
    useForum(),
    usePages(),
    useSites(),
    usePrivateCrawls(),
    useWatches(),
    useKeys(),
    useDomains(),
    useOperatorsCrawls(),
    useQueue(),
    useOperatorsBatches(),
  ]);
  await useBatches();
  allowed = readAllowed();
  calls = runner.awsCalls();
}, 1_200_000);
afterAll(async () => {
  preparation.abort();
  tranco.server.close();
  await Promise.all([runner.close(), paced.close()]);
});

const PACED_SITE = 'paced.site.test';
const WATCHED = ['one.watched.test', 'two.watched.test', 'three.watched.test'] as const;
const OF_KNOWN_PAST = ['shop.example', 'blog.example'];

/** A site whose crawl takes several slices. */
function startPacedSite(): Promise<TestSite> {
  let crawls = 0;
  return startSite(({ url, headers }, response) => {
    if (headers.host?.includes('.watched.')) {
      // Each response of the home page has another broken link.
      if (url === '/') crawls += 1;
      if (url !== '/') response.statusCode = 404;
      return void response
        .setHeader('Content-Type', 'text/html')
        .end(`<title>Now</title><a href="/gone-${crawls}">Gone</a>`);
    }
    if (url === '/robots.txt') return void response.end('User-agent: *\nCrawl-delay: 3\n');
    const links = [1, 2, 3].map((page) => `<a href="/${page}">Page ${page}</a>`).join(' ');
    response.setHeader('Content-Type', 'text/html').end(`<title>Page ${url}</title>${links}`);
  });
}

/** A crawl whose domain was deleted while it was in progress, and that stored a file after that. */
const DELETED_CRAWL = { domain: 'deleted.example', id: newCrawlId(Date.now()) };

/**
 * Stores a crawl, two batches and a delivery whose messages were lost an hour ago, and a crawl that ended long ago. For
 * some domains, stores that the history of each source is complete until two months ago, so that days are added, and
 * existing days get more values.
 */
async function storeOldWork(dataDir: string) {
  const { tables } = synthesizeStack().model;
  const named = (name: string) => tables.find(({ name: each }) => each.startsWith(`Tables${name}`))!.name;
  const { endpoint, close } = await startTables(tables, { dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const db = createSdkDynamoDB(client);
  const past = (ms: number) => createSiteCrawls(db, named('SiteCrawls'), () => Date.now() - ms);
  const crawlOf = (domain: string, ms: number) =>
    crawlInProgress({ domain, id: newCrawlId(Date.now() - ms), owner: null, limit: 5, admitted: 5 });

  await past(0).writeFile(DELETED_CRAWL, 'plan', '{}');
  const lost = crawlOf('lost.example', HOUR_MS);
  await past(HOUR_MS).begin(lost);
  await createCrawlsInProgress(db, named('SiteCrawls')).add(lost);
  const createdAt = Date.now() - HOUR_MS;
  const deliver = 'https://receiver.example/batches';
  for (const stage of ['reading', 'completing'] as const) {
    const batch = { id: newBatchId(createdAt), fetches: 1 };
    await createBatches(db, named('Batches'), Date.now).create({
      ...{ ...batch, owner: OPERATOR, createdAt: new Date(createdAt).toISOString() },
      options: JSON.stringify({ refresh: false, fields: null, history: null, paid: false, deliver }),
      rows: [{ input: 'shop.example', domain: 'shop.example', status: 'pending', error: null, isCounted: true }],
    });
    const batchesInProgress = createBatchesInProgress(db, named('Batches'), Date.now);
    await batchesInProgress.take({ ...batch, owner: OPERATOR, stage, createdAt });
  }
  const ended = crawlOf('faulty.example', 8 * DAY_MS);
  await past(8 * DAY_MS).begin(ended);
  await past(8 * DAY_MS).end(ended, crawlOutcome({ finishedAt: new Date(Date.now() - 8 * DAY_MS).toISOString() }));
  const followed = createFollowedDomains(db, named('DomainSchedule'), 1_000);
  const known = Object.fromEntries(sources.map(({ id }) => [id, dayBefore(60)]));
  for (const domain of OF_KNOWN_PAST) await followed.writeBackfillDays(domain, known);
  // The first attempt fails, so that there is a retry.
  const signer = { owner: 'owner', watch: 'watch' };
  const url = 'https://receiver.example/permissions?answer=500&times=1';
  const TableName = named('Watches');
  await db.put({ TableName, Item: { partition: 'owner#owner', sort: 'watch#watch', deliver_url: url } });
  const noQueue = { send: () => Promise.resolve() };
  const deliveries = createDeliveries(db, TableName, noQueue, () => Date.now() - HOUR_MS);
  await deliveries.add({ id: 'lost', url, body: '{}', signer, event: null });
  const gone = 'https://receiver.example/gone?answer=410';
  await db.put({ TableName, Item: { partition: 'owner#owner', sort: 'watch#gone', deliver_url: gone } });
  await deliveries.add({ id: 'gone', url: gone, body: '{}', signer: { ...signer, watch: 'gone' }, event: null });
  const values = { site_status: 'ok', failed_audits: [], title: 'Before' } as unknown as SnapshotValues;
  const snapshots = createScheduledSnapshots(db, named('DomainHistory'));
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  for (const domain of WATCHED) await snapshots.add(domain, yesterday, values);
  client.destroy();
  await close();
}

const HOUR_MS = 3_600_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

interface Allowed {
  /** Folder below `functions/`. */
  name: string;
  functionId: string;
  action: string;
  resource: string;
}

const templateOf = ({ dataDir }: TestRunner) =>
  JSON.parse(readFileSync(join(dataDir, 'template.json'), 'utf8')) as Template;

/** Returns each action on each resource that the deployed roles allow. */
function readAllowed(): Allowed[] {
  const template = templateOf(runner);
  return [...readPermissions(template)].flatMap(([functionId, statements]) => {
    const name = template.Resources[functionId]!.Properties!.Description as string;
    const each = statements.flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((resource) => ({ action, resource }))),
    );
    return each.map((one) => ({ name, functionId, ...one }));
  });
}

/** Allowed actions that are not called on the runner. */
const NOT_LOCAL: Record<string, string> = {
  'logs:CreateLogStream': 'Lambda does it',
  'logs:PutLogEvents': 'Lambda does it',
  'xray:PutTraceSegments': 'Lambda does it',
  'xray:PutTelemetryRecords': 'Lambda does it',
  'sqs:ChangeMessageVisibility': "Lambda may do it in the worker's name when it gives messages back",
  'sqs:GetQueueUrl': "the CDK allows it to each function that works off a queue, for Lambda's sake",
};

const functionNames = readdirSync('functions').filter((name) => existsSync(`functions/${name}/handler.ts`));

test.each(functionNames)('%s uses all that its role allows, each action on each resource', (name) => {
  const unused = allowed.filter((one) => one.name === name && !(one.action in NOT_LOCAL) && !isUsed(one));
  expect(unused.map(({ action, resource }) => `${action} on ${resource}`)).toEqual([]);
});

/** Endpoints that `mcp` calls: it has their permissions and runs their code, so their calls count as its own. */
const CALLED_BY_MCP = [
  ...['seo-query', 'seo-history', 'seo-keywords', 'seo-long-tail', 'seo-page'],
  ...['seo-site', 'seo-site-issues', 'seo-site-compare'],
];

function isUsed({ name, functionId, action, resource }: Allowed): boolean {
  const statement = { actions: [action], resources: [resource] };
  // Whichever function first needs the parameter creates it.
  if (action === 'ssm:PutParameter') return calls.some((call) => covers(statement, call));
  const called = allowed.filter((one) => name === 'mcp' && CALLED_BY_MCP.includes(one.name));
  const users = [functionId, ...called.map((one) => one.functionId)];
  return calls.some((call) => users.includes(call.function) && covers(statement, call));
}

test('no AWS call of a function is denied, and each function with AWS permissions makes one', () => {
  expect(calls.filter((call) => !call.allowed)).toEqual([]);
  const withMore = allowed.filter(({ action }) => !(action in NOT_LOCAL)).map(({ functionId }) => functionId);
  expect(new Set(calls.map((call) => call.function))).toEqual(new Set(withMore));
  tally({
    area: 'Permissions',
    what: 'each action that a role allows, on each resource',
    tried: allowed.length,
    outcome: `${calls.length} different calls, none denied; every allowed action is used, except ${Object.keys(NOT_LOCAL).length} that only Lambda itself calls`,
  });
});

interface Tranco {
  url: string;
  server: Server;
  /** Whether it fails, so that its value arrives later. */
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
  const response = await answerOf(() => runner.get(`/api/v1/seo/${path}`, { key }));
  const body = (await response.json()) as { data: Data };
  expect([response.status, body]).toEqual([200, expect.objectContaining({ success: true })]);
  return body.data;
}

const askOperator = (method: string, path: string, body?: unknown) =>
  answerOf(() => callBackOffice(runner, path, { token, method, body }));

async function operate<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const response = await askOperator(method, path, body);
  const answer = (await response.json()) as { data: Data; error?: string };
  expect([method, path, answer.error]).toEqual([method, path, undefined]);
  return answer.data;
}

/** Repeats a command until it succeeds: a domain that is being fetched cannot be deleted. */
async function command(payload: object, FunctionName = 'snapshot-scheduler') {
  const lambda = new LambdaClient(runner.aws);
  const invoke = new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload) });
  await until(async () => (await lambda.send(invoke)).FunctionError === undefined);
  lambda.destroy();
}

const sendWork = (body: string) =>
  send(body, (url) => !/DeadLetters|Learning|Batches|Completions|Crawls|Reports|Deliveries/.test(url));
const sendLearning = (body: string) => send(body, (url) => url.includes('Learning'));
const sendCompletion = (body: string) => send(body, (url) => url.includes('Completions'));
const sendCrawl = (body: string) => send(body, (url) => url.includes('Crawls'));
const sendReport = (body: string) => send(body, (url) => url.includes('Reports'));
const sendDelivery = (body: string) => send(body, (url) => url.includes('Deliveries'));

async function send(MessageBody: string, isRequested: (url: string) => boolean) {
  const sqs = new SQSClient({ ...runner.aws, useQueueUrlAsEndpoint: false });
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'WorkQueue' }));
  await sqs.send(new SendMessageCommand({ QueueUrl: QueueUrls.find(isRequested), MessageBody }));
  sqs.destroy();
}

/** Waits, at most until the time limit of the whole preparation. */
async function until(isDone: () => Promise<boolean>) {
  while (!preparation.signal.aborted && !(await isDone())) await sleep(1_000);
}

/** Repeats a request that exceeds the time limit of the gateway, a source or an AWS call, on a busy machine. */
async function answerOf(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send();
    if (![500, 502, 504].includes(response.status) || preparation.signal.aborted) return response;
    await response.body?.cancel();
  }
}

async function useQueries() {
  const query = 'query?domain=shop.example';
  // A function reads a key's owner when the key is used for the first time.
  const [key] = await proKeys(runner, 1);
  await Promise.all([get(query, key), get(query, key)]);
  await get(query);
  await get(`${query}&refresh=1`, key);
  await get('history?domain=shop.example');
}

async function usePageAnswers() {
  const query = `page?url=${encodeURIComponent('https://shop.example/de/')}`;
  const [key] = await proKeys(runner, 1);
  await Promise.all([get(query, key), get(query, key)]);
  await get(query);
  await get(`${query}&refresh=1`);
  const goneUrl = encodeURIComponent('https://nowhere-at-all.example/');
  const gone = await answerOf(() => runner.get(`/api/v1/seo/page?url=${goneUrl}`));
  expect(gone.status).toBe(404);
}

async function useSites() {
  // A function reads a key's owner when the key is used for the first time.
  const [key, verifier, lister, comparer] = await proKeys(runner, 4);
  const ask = async (path: string, method = 'GET', by = key) => {
    const url = `${runner.url}/api/v1/seo/${path}`;
    const response = await answerOf(() => fetch(url, { method, headers: { 'X-SEO-API-Key': by! } }));
    return { status: response.status, ...((await response.json()) as { data?: SiteAnswer }) };
  };
  const isOver = (domain: string) => async () => {
    const { status, data } = await ask(`site?domain=${domain}`);
    return status === 200 && data!.progress === null;
  };
  // Of two crawls that are not complete, the first is deleted.
  for (const [crawl, pages] of [3, 3, 20, 20].entries()) {
    await ask(`site?domain=blog.example&pages=${pages}${crawl > 0 ? '&refresh=1' : ''}`);
    await until(isOver('blog.example'));
  }
  // Some depend on the owner of the key.
  const askers = { pages: key, issues: key, links: key, crawls: lister, compare: comparer };
  for (const [list, by] of Object.entries(askers)) {
    expect([list, (await ask(`site/${list}?domain=blog.example`, 'GET', by)).status]).toEqual([list, 200]);
    expect([list, (await ask(`site/${list}?domain=nowhere-to-crawl.example`)).status]).toEqual([list, 404]);
  }
  const { audit_crawl_id: audit, items } = await get<SiteCrawlsAnswer>('site/crawls?domain=blog.example');
  const earlier = items.find(({ crawl_id, finished_at }) => crawl_id !== audit && finished_at !== null);
  expect((await ask(`site?domain=blog.example&crawl=${earlier!.crawl_id}`)).status).toBe(200);
  // Only the comparison with the crawl before is stored.
  const another = `site/compare?domain=blog.example&crawl=${earlier!.crawl_id}&base=${audit}`;
  expect((await ask(another)).status).toBe(200);
  // The first call returns the token, the second looks for it.
  for (const path of Array<string>(2).fill('site/verification?domain=blog.example')) {
    expect((await ask(path, 'GET', verifier)).status).toBe(200);
  }
  const statuses: number[] = [];
  for (const path of Array<string>(2).fill('site/verification?domain=nowhere-to-verify.example')) {
    statuses.push((await ask(path, 'GET', verifier)).status);
  }
  expect(statuses).toEqual([200, 404]);
  expect((await ask('site?domain=nowhere-to-crawl.example')).status).toBe(404);
  const { data: paced } = await ask(`site?domain=${PACED_SITE}`);
  // Further watches are evaluated after the end of the crawl: until then, the message is sent again.
  const after = { partition: `domain#${PACED_SITE}`, sort: 'owner#watch' };
  await sendReport(JSON.stringify({ task: 'report', domain: PACED_SITE, id: paced!.crawl_id, after }));
  await sendCrawl(JSON.stringify({ ...DELETED_CRAWL, slices: 0 }));
  await command({});
  // Its site was crawled a week ago.
  await command({ domains: ['faulty.example'] });
  const isRepeated = ({ function: by, action, resource }: Call) =>
    by.startsWith('SnapshotWorker') && action === 'sqs:SendMessage' && resource.includes('Crawls');
  await until(() => Promise.resolve(runner.awsCalls().some(isRepeated)));
  await until(isOver('faulty.example'));
  await command({ forget: ['faulty.example'] });
  // Another client of the site's rate limit.
  await until(async () => {
    await ask(`page?url=${encodeURIComponent(`http://${PACED_SITE}/1`)}&refresh=1`);
    return isOver(PACED_SITE)();
  });
  await ask(`site?domain=${PACED_SITE}&refresh=1`);
  await ask(`site?domain=${PACED_SITE}`, 'DELETE');
  await until(isOver(PACED_SITE));
}

/** Crawls a site that requires a login, reads the result, and asks for it with other keys. */
async function usePrivateCrawls() {
  const domain = 'preview.example';
  const [key, ...others] = await proKeys(runner, 4);
  const ask = async <Data>(path: string, { by = key, body }: { by?: string | undefined; body?: object } = {}) => {
    const init = { headers: { 'X-SEO-API-Key': by! }, ...(body && { method: 'POST', body: JSON.stringify(body) }) };
    const response = await answerOf(() => fetch(`${runner.url}/api/v1/seo/${path}`, init));
    return { status: response.status, ...((await response.json()) as { data: Data }) };
  };
  const verify = () => ask<SiteVerification>(`site/verification?domain=${domain}`);
  const { token: body } = (await verify()).data;
  await fetch(`${runner.url}/sandbox/${domain}/.well-known/seo-verification.txt`, { method: 'PUT', body });
  expect((await verify()).data).toMatchObject({ verified: true });
  const credentials = {
    basic_auth: { username: 'preview', password: 'let-me-in' },
    headers: { 'X-Preview-Token': 'a1b2c3d4' },
  };
  const started = await ask<SiteAnswer>('site', { body: { domain, pages: 5, ...credentials } });
  expect(started.status).toBe(202);
  const query = `domain=${domain}&crawl=${started.data.crawl_id}`;
  await until(async () => (await ask<SiteAnswer>(`site?${query}`)).data.finished_at !== null);
  for (const [index, list] of ['pages', 'issues', 'links'].entries()) {
    expect([list, (await ask(`site/${list}?${query}`)).status]).toEqual([list, 200]);
    // A function reads the owner of a key when a private crawl is requested with it for the first time.
    expect([list, (await ask(`site/${list}?${query}`, { by: others[index] })).status]).toEqual([list, 404]);
  }
  const crawl = { every: 'day', pages: 5, ...credentials };
  const watch = { domains: [domain], conditions: [{ on: 'new_issues' }], crawl };
  expect((await ask('watches', { body: watch })).status).toBe(201);
}

/** Uses watches of a key and of the operator, with events, a delivery of each kind, and deleted domains. */
async function useWatches() {
  const [key] = await proKeys(runner, 1);
  const ask = async <Data>(method: string, path: string, body?: object) => {
    const response = await answerOf(() =>
      fetch(`${runner.url}/api/v1/seo/${path}`, {
        method,
        headers: { 'X-SEO-API-Key': key! },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    expect([path, response.status < 300]).toEqual([path, true]);
    return ((await response.json()) as { data: Data }).data;
  };
  const conditions = [{ on: 'changed', fields: ['title'] }, { on: 'new_issues' }];
  const deliver = { url: 'https://receiver.example/watched' };
  const watch = { domains: WATCHED, conditions, crawl: { every: 'day', pages: 3 }, deliver };
  const { id } = await ask<{ id: string }>('POST', 'watches', watch);
  await ask('PATCH', `watches/${id}`, { conditions });
  await ask('POST', `watches/${id}/secret`);
  await ask('POST', 'watches/secret');
  const mailed = { domains: WATCHED, conditions, mail: true };
  const { id: operators } = await operate<{ id: string }>('POST', 'watches', mailed);
  await operate('POST', 'watches', { tag: 'none', conditions });
  await command({ domains: WATCHED });
  const hasEvent = ({ events }: WatchEvents, domain: string, on: string) =>
    events.some((event) => event.domain === domain && event.condition.on === on);
  const ofOperators = () => operate<WatchEvents>('GET', `watches/${operators}/events`);
  for (const domain of WATCHED) await until(async () => hasEvent(await ofOperators(), domain, 'changed'));
  const [first, second, third] = WATCHED;
  // The watch has crawled the site.
  await until(async () => {
    const path = `/api/v1/seo/site/crawls?domain=${first}`;
    const answer = await answerOf(() => runner.get(path, { key: key! }));
    const { data } = (await answer.json()) as { data?: SiteCrawlsAnswer };
    return data?.items.every(({ finished_at }) => finished_at !== null) ?? false;
  });
  // To addresses that have not answered a test.
  const toNew = (path: string) => ({ url: `https://receiver.example/${path}` });
  await ask('POST', 'site', { domain: first, pages: 3, deliver: toNew('crawled') });
  await until(async () => hasEvent(await ask<WatchEvents>('GET', `watches/${id}/events`), first, 'new_issues'));
  // Batches with cached domains only.
  await ask('POST', 'batches', { domains: [third], deliver: toNew('batched') });
  await operate('POST', 'batches', { domains: [third], deliver: toNew('operated') });
  // A domain that is being fetched is not deleted.
  await until(async () => (await askOperator('DELETE', `domains/${first}`)).ok);
  await command({ forget: [second] });
  await ask('DELETE', `watches/${id}`);
  await operate('POST', `watches/${operators}/test-mail`);
  const isMailed = (line: string) => line.includes('"message":"mail"') && line.includes(`${third}\\n- `);
  await until(() => Promise.resolve(runner.output().split('\n').some(isMailed)));
}

async function useKeywords() {
  await get('keywords?q=coffee%20beans');
  for (const sort of ['score', 'recent', 'word_count', 'keyword']) await get(`keywords?q=coffee&sort=${sort}`);
  await get('keywords?domain=blog.example');
  // The first function that fetches something for a key reads its owner.
  const [key, other] = await proKeys(runner, 2);
  await get('keywords?domain=blog.example&q=coffee&refresh=1', key);
  await get('long-tail?keyword=tea', other);
  await get('long-tail?keyword=tea');
  await sendWork(
    JSON.stringify({
      task: 'learn-suggestions',
      queries: ['tea'],
      locale: { language: 'en', region: 'US' },
      queuedAt: 0,
    }),
  );
  const isLearnt = ({ action, resource }: Call) => action === 'dynamodb:UpdateItem' && resource.includes('Keywords');
  await until(() => Promise.resolve(runner.awsCalls().filter(isLearnt).length > 2));
}

async function useOperatorsKeywords() {
  await operate('POST', 'keywords?q=coffee%20cups');
  for (const sort of ['score', 'recent', 'word_count', 'keyword']) {
    await operate('GET', `keywords?q=coffee%20cups&sort=${sort}`);
    await operate('GET', `keywords?q=coffee&sort=${sort}`);
  }
  await operate('GET', 'keywords?domain=blog.example');
  for (const method of ['GET', 'POST']) await operate(method, 'long-tail?keyword=coffee%20cups');
  const { id } = await operate<{ id: string }>('POST', 'keyword-lists', { name: 'Cups' });
  await operate('GET', `keyword-lists/${id}`);
  await operate('DELETE', `keyword-lists/${id}`);
}

async function useTools() {
  const tools = {
    get_domain: { domain: 'blog.example' },
    get_history: { domain: 'shop.example' },
    find_keywords: { q: 'walnut' },
    find_long_tail: { keyword: 'walnut' },
    audit: { url: 'https://shop.example/' },
    compare_domains: { domains: ['shop.example', 'blog.example'] },
  };
  for (const [name, given] of Object.entries(tools)) {
    const response = await answerOf(() =>
      fetch(`${runner.url}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${runner.apiKey}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
      }),
    );
    expect(response.status).toBe(200);
    const { result } = (await response.json()) as { result: { isError?: boolean; content: { text: string }[] } };
    expect([name, result.isError ? result.content[0]!.text : null]).toEqual([name, null]);
  }
}

async function useUsage() {
  const key = (await operate<CreatedKey>('POST', 'keys', { name: 'usage', plan: 'basic' })).value;
  expect((await answerOf(() => runner.get('/api/v1/usage', { key }))).status).toBe(200);
}

async function useForum() {
  const queries = [
    'forumA?action=login&account=13800000000&password=sandbox-password',
    'forumU?action=info&user_id=10000001',
  ];
  for (const query of queries) {
    expect((await answerOf(() => fetch(`${runner.url}/api/${query}`))).status).toBe(200);
  }
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
  await operate('GET', 'domains');
  await operate('GET', 'top-issues');
  await operate('GET', 'issues/broken-link');
  await operate('GET', 'followed-crawls');
  await operate('POST', 'followed-crawls', { sites: [{ domain, pages: 1 }] });
  await operate('GET', `domains/${domain}/history`);
  const link = await operate<NewReportLink>('POST', `domains/${domain}/reports`, { days: 1 });
  await fetch(`${runner.url}/back-office/reports/${domain}`, { headers: { Authorization: `Bearer ${link.token}` } });
  await operate('DELETE', `domains/${domain}/reports/${link.id}`);
  await operate('POST', `domains/${domain}/block`);
  await operate('POST', `domains/${domain}/unblock`);
  for (const refresh of [false, true]) await operate('POST', 'pages', { url: `http://${domain}/`, refresh });
  await operate('GET', `domains/${domain}/pages`);
  await operate('GET', `pages?url=${encodeURIComponent(`http://${domain}/`)}`);
  await operate('POST', `domains/${domain}/site`, { pages: 1 });
  await until(() => isCrawled(domain));
  expect((await askOperator('POST', 'pages', { url: 'https://nowhere-either.example/' })).status).toBe(404);
  await operate('DELETE', `domains/${domain}`);
}

/** Whether the crawl of a site has ended. */
async function isCrawled(domain: string) {
  return (await operate<SiteState>('GET', `domains/${domain}/site`)).audit?.poll_after_seconds === null;
}

async function useOperatorsCrawls() {
  const site = 'domains/blog.example/site';
  // If the crawl ends before it is cancelled, another one is started.
  await until(async () => {
    await operate('POST', site, { pages: 5, refresh: true });
    return (await askOperator('DELETE', site)).ok;
  });
  await until(() => isCrawled('blog.example'));
  for (const part of ['pages', 'issues', 'links', 'summary', 'verification']) await operate('GET', `${site}/${part}`);
}

async function useOperatorsBatches() {
  const domains = Array.from({ length: 60 }, (_, index) => `operator-${index}.example`);
  const { batch_id } = await operate<Batch>('POST', 'batches', { domains });
  await operate('GET', `batches/${batch_id}`);
  await operate('DELETE', `batches/${batch_id}`);
}

/** Creates batches, also twice with the same idempotency key, reads them and cancels one. */
async function useBatches() {
  const [key] = await proKeys(runner, 1);
  const path = '/api/v1/seo/batches';
  const call = async (method: string, to: string, body?: object, headers = {}) => {
    const response = await answerOf(() =>
      fetch(runner.url + to, {
        method,
        headers: { 'X-SEO-API-Key': key!, ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
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
  // Of more parts than are read at once; sources are requested for the domains that exist.
  const existing = ['licence.example', 'signals.example'];
  const rows = Array.from({ length: (PARTS_AT_ONCE + 1) * MAX_PART_ROWS }, (_, index) => {
    const part = index / MAX_PART_ROWS;
    return Number.isInteger(part) ? (existing[part] ?? `part-${part}.example`) : 'no domain';
  });
  const inParts = { domains: rows, deliver: { url: 'https://receiver.example/batches' } };
  const ofParts = `${path}/${(await call('POST', path, inParts)).batch_id}`;
  await until(async () => {
    const { items } = await call('GET', `${ofParts}?limit=1`);
    return (items[0]!.data as { complete?: boolean } | null)?.complete === true;
  });
  const many = Array.from({ length: 60 }, (_, index) => `asked-${index}.example`);
  await call('DELETE', `${path}/${(await call('POST', path, { domains: many })).batch_id}`);
}

async function useQueue() {
  await operate('GET', 'costs');
  const given = ['first.example', 'second.example', 'third.example', 'fourth.example'];
  for (const domain of given) await sendWork(JSON.stringify({ task: 'no task', domain }));
  await sendLearning('no task');
  await sendCompletion('no completion');
  await sendCrawl('no crawl');
  await sendReport('no report');
  await sendDelivery('no delivery');
  const letters = async () => (await operate<DeadLetters>('GET', 'queue/dead-letters')).letters;
  const idOf = async (about: string) => (await letters()).find(({ domain }) => domain === about)!.id;
  const sources = async () => new Set((await letters()).map(({ queue }) => queue));
  await until(async () => (await sources()).size === 6 && (await letters()).length >= given.length + 5);
  expect((await operate<QueueState>('GET', 'queue')).dead_letters).toBeGreaterThan(given.length);
  await operate('DELETE', `domains/${given[0]}`);
  await command({ forget: [given[1]] });
  await operate('POST', 'queue/dead-letters/drop', { id: await idOf(given[2]!) });
  await operate('POST', 'queue/dead-letters/retry', { id: await idOf(given[3]!) });
  await operate('POST', 'queue/retry');
}

/** Takes a snapshot of a deleted domain, with a source that fails at first and returns its value later. */
async function useSchedule() {
  const domain = 'shop.example';
  const count = async () => (await get<{ count: number }>(`history?domain=${domain}`)).count;
  const rank = async () => (await detailsOf(domain)).record?.popularity.tranco?.rank ?? null;
  // On a busy machine, the time may pass before the key is created.
  let ends = 0;
  await until(async () => {
    ends = Date.now() + 20_000;
    const expires_at = new Date(ends).toISOString();
    return (await askOperator('POST', 'keys', { name: `until ${expires_at}`, plan: 'basic', expires_at })).ok;
  });
  await sleep(ends - Date.now());
  await command({});
  await command({}, 'delivery-scheduler');
  await command({}, 'key-expiry');
  await command({ block: [domain] });
  await command({ unblock: [domain], forget: [domain] });
  tranco.isDown = true;
  await command({ domains: [domain] });
  await until(async () => (await count()) > 0);
  tranco.isDown = false;
  await sendWork(JSON.stringify({ task: 'complete-record', domain, sources: ['tranco'], attempt: 0 }));
  await until(async () => (await rank()) !== null);
  // The history is written after the entry.
  const isFilledIn = ({ function: by, action, resource }: Call) =>
    by.startsWith('SnapshotWorker') && action === 'dynamodb:UpdateItem' && resource.includes('DomainHistory');
  await until(() => Promise.resolve(runner.awsCalls().some(isFilledIn)));
  // The scheduler has sent the message of the lost delivery, which succeeds at the second attempt.
  const isDelivered = ({ function: by, action, resource }: Call) =>
    by.startsWith('WatchSender') && action === 'dynamodb:DeleteItem' && resource.includes('Watches');
  await until(() => Promise.resolve(runner.awsCalls().some(isDelivered)));
}
