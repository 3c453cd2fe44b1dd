import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { errors } from '../../infra/openapi/errors.ts';
import { type ForumFault, type ForumServer, startForumServer } from '../../infra/sandbox/forum-server.ts';
import { createValidator, pathOf, readDocument } from '../support/openapi.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

const document = readDocument();
const { answerProblems } = createValidator(document);
const forumSecrets = { salt: 'f'.repeat(32), marketId: 'm', deviceCode: '[d]1' };
/** More than the other tests of this file send with the predefined key. */
const BURST = 40;

let runner: TestRunner;
/** A runner without sources and forum. */
let bare: TestRunner;
/** A runner whose functions reach no AWS service. */
let broken: TestRunner;
let forum: ForumServer;
let fault: ForumFault | null = null;

beforeAll(async () => {
  forum = await startForumServer({ ...forumSecrets, boards: 1, fault: () => fault });
  const redirect = new URL('../hostile/support-faults/redirect-aws.ts?proxy=http://127.0.0.1:1', import.meta.url);
  [runner, bare, broken] = await Promise.all([
    startTestRunner(
      {
        FORUM_UPSTREAM_URL: forum.url,
        FORUM_SIGN_SALT: forumSecrets.salt,
        FORUM_MARKET_ID: forumSecrets.marketId,
        FORUM_DEVICE_CODE: forumSecrets.deviceCode,
        CDK_CONTEXT_JSON: JSON.stringify({
          basicPlan: { requestsPerSecond: 1, burst: BURST, monthlyQuota: 1_000, watches: 1 },
          proPlan: { requestsPerSecond: 100, burst: 100, monthlyQuota: 5, domainsPerDay: 0 },
        }),
      },
      ['--offline'],
    ),
    startTestRunner(
      {
        DISABLED_SOURCES: [...sources.map(({ id }) => id), ...engineIds].join(','),
        FORUM_UPSTREAM_URL: '',
        MAX_FOLLOWED_DOMAINS: '0',
      },
      ['--offline'],
    ),
    startTestRunner({}, ['--offline'], ['--import', redirect.href]),
  ]);
});
afterAll(() => Promise.all([runner.close(), bare.close(), broken.close(), forum.close()]));

interface Reached {
  status: number;
  error: unknown;
  data?: { id: string } | undefined;
}

const createWatch = (of: TestRunner) =>
  request(of, '/api/v1/seo/watches', {
    method: 'POST',
    body: JSON.stringify({ domains: ['shop.example'], conditions: [{ on: 'noindex' }] }),
  });

interface Body {
  code: number;
  error?: string;
  retry_after_seconds?: number;
  data?: { id: string };
}

/** Sends a request and verifies its answer against the document. */
async function request(of: TestRunner, target: string, { headers, ...init }: RequestInit = {}): Promise<Reached> {
  const response = await fetch(of.url + target, { ...init, headers: headers ?? { 'X-SEO-API-Key': of.apiKey } });
  const { status } = response;
  const body = await response.text();
  const { error, code, data, retry_after_seconds } = JSON.parse(body) as Body;
  expect(code).toBe(status);
  if (status >= 400) expect(response.headers.get('retry-after')).toBe(retry_after_seconds?.toString() ?? null);
  const method = (init.method ?? 'GET').toLowerCase();
  const path = pathOf(document, target);
  // The document describes no other paths and methods.
  if (path && document.paths[path]![method]) {
    const type = response.headers.get('content-type') ?? '';
    expect(answerProblems(path, method, { status, type, body })).toEqual([]);
  }
  return { status, error, data };
}

/** Sends requests with a new key of the larger plan until an answer has this status. */
async function requestUntil(status: number, path: string): Promise<Reached> {
  const [key] = await proKeys(runner, 1);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const reached = await request(runner, path, { headers: { 'X-SEO-API-Key': key! } });
    if (reached.status === status) return reached;
  }
  throw new Error(`no answer was ${status}`);
}

async function requestForum(path: string, broken: ForumFault | null = null): Promise<Reached> {
  fault = broken;
  return request(runner, path).finally(() => (fault = null));
}

const HISTORY = '/api/v1/seo/history?domain=shop.example';
const BATCHES = '/api/v1/seo/batches';

/** Creates two batches of different domains with one Idempotency-Key. @returns the answer to the second */
async function createTwice(): Promise<Reached> {
  const headers = { 'X-SEO-API-Key': bare.apiKey, 'Idempotency-Key': 'one-list' };
  const ofDomain = (domain: string) =>
    request(bare, BATCHES, { method: 'POST', headers, body: JSON.stringify({ domains: [domain] }) });
  await ofDomain('first.shop.example');
  return ofDomain('second.shop.example');
}

/** Starts two crawls of a site at once. @returns the answer to the second */
async function startTwice(): Promise<Reached> {
  const start = () =>
    request(runner, '/api/v1/seo/site', { method: 'POST', body: JSON.stringify({ domain: 'faulty.example' }) });
  await start();
  return start();
}

const SITE = '/api/v1/seo/site';
/** Id of no crawl. */
const UNKNOWN = '20261128T093000000Z1f2e3d4c';

/** Crawls the home page of a site alone, until the crawl has ended. @returns its id */
async function crawlHomePage(domain: string): Promise<string> {
  const headers = { 'X-SEO-API-Key': runner.apiKey };
  const dataOf = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(runner.url + path, { ...init, headers });
    return ((await response.json()) as { data: { last_crawl: { crawl_id: string }; finished_at: string | null } }).data;
  };
  const { last_crawl } = await dataOf(SITE, { method: 'POST', body: JSON.stringify({ domain, depth: 0 }) });
  const path = `${SITE}?domain=${domain}&crawl=${last_crawl.crawl_id}`;
  while ((await dataOf(path)).finished_at === null) await sleep(1_000);
  return last_crawl.crawl_id;
}

/** Requests that cause an error, by its status and slug. */
const here: Record<string, () => Promise<Reached>> = {
  // With the usage of the endpoint, whether or not the forum is configured.
  '400 unsupported_action': () => request(bare, '/api/forumA'),
  '400 missing_parameter': () => request(runner, '/api/forumU?action=info'),
  '401 missing_api_key': () => request(runner, HISTORY, { headers: {} }),
  '401 invalid_api_key': () => request(runner, HISTORY, { headers: { Authorization: 'Bearer unknown' } }),
  '401 sign_in_required': () => request(runner, '/back-office/api/keys'),
  '401 upstream_rejected_credentials': () => requestForum('/api/forumA?action=login&account=1&password=x'),
  '404 not_found': () => request(runner, '/api/v1/seo/nothing'),
  '404 not_crawled': () => request(runner, `${SITE}/compare?domain=shop.example`),
  '404 domain_not_found': () => request(runner, '/api/v1/seo/query?domain=nowhere.example'),
  '405 method_not_allowed': () => request(runner, HISTORY, { method: 'DELETE' }),
  '409 idempotency_conflict': createTwice,
  '409 crawl_in_progress': startTwice,
  // After the last one: the first crawl of the site is in progress, or has ended.
  '404 no_comparison': () => request(runner, `${SITE}/compare?domain=faulty.example`),
  '404 crawl_not_found': () => request(runner, `${SITE}/pages?domain=faulty.example&crawl=${UNKNOWN}`),
  '404 links_not_stored': async () => {
    const first = await crawlHomePage('blog.example');
    await crawlHomePage('blog.example');
    return request(runner, `${SITE}/links?domain=blog.example&crawl=${first}`);
  },
  '404 no_audit': () => request(runner, `${SITE}/pages?domain=blog.example`),
  '409 no_receiver': async () => {
    const { data } = await createWatch(runner);
    return request(runner, `/api/v1/seo/watches/${data!.id}/test`, { method: 'POST' });
  },
  '409 watches_full': () => createWatch(runner),
  '409 snapshots_full': () => createWatch(bare),
  '413 too_large': () => request(runner, HISTORY, { headers: { 'X-Long': 'x'.repeat(12_000) } }),
  '422 invalid_parameter': () => request(runner, `${HISTORY}&limit=0`),
  '422 not_verified': () =>
    request(runner, '/api/v1/seo/site', { method: 'POST', body: JSON.stringify({ domain: 'shop.example', rate: 2 }) }),
  '422 proof_required': () => {
    const body = { domain: 'shop.example', headers: { 'X-Token': 'a-token' } };
    return request(runner, '/api/v1/seo/site', { method: 'POST', body: JSON.stringify(body) });
  },
  '422 upstream_refused': () =>
    requestForum('/api/forumA?action=me&_key=x&user_id=1', { kind: 'code', code: 104, msg: '用户不存在' }),
  '429 quota_exceeded': () => requestUntil(429, HISTORY),
  '429 domain_allowance_exceeded': () => requestUntil(429, '/api/v1/seo/query?domain=shop.example&refresh=1'),
  '502 upstream_unreadable': () => requestForum('/api/forumA?action=me&_key=x&user_id=1', { kind: 'html' }),
  '502 all_sources_failed': () => request(bare, '/api/v1/seo/query?domain=shop.example'),
  '503 not_configured': () => request(bare, '/api/forumU?action=info&user_id=1'),
  '500 internal': () => request(broken, HISTORY),
  // Last, because it empties the bucket.
  '429 rate_limited': async () => {
    const answers = await Promise.all(Array.from({ length: 2 * BURST }, () => request(runner, HISTORY)));
    return answers.find(({ status }) => status === 429)!;
  },
};

/** Errors that the runner cannot return, or not within seconds, and the tests that cover them. */
const testedElsewhere: Record<string, string> = {
  // The firewall exists only in AWS.
  '403 blocked': 'test/infra/stack.test.ts',
  // It requires twenty batches at once.
  '409 batches_full': 'test/unit/batches/batches-in-progress.test.ts',
  // It requires a hundred pending deliveries.
  '409 deliveries_full': 'test/unit/deliveries/unconfirmed.test.ts',
  // It requires two concurrent changes.
  '409 conflict': 'test/unit/watches/manage-watches.test.ts',
  '503 service_busy': 'test/integration/fetch-slots.test.ts',
  '504 upstream_timeout': 'test/unit/forum/upstream-client.test.ts',
  '504 gateway_timeout': 'test/unit/platform/http/endpoint.test.ts',
};

test('each documented error is covered by a test', () => {
  const documented = Object.values(errors).map(({ status, slug }) => `${status} ${slug}`);
  // The back office is not documented.
  const known = [...documented, '401 sign_in_required'];
  expect([...Object.keys(here), ...Object.keys(testedElsewhere)].toSorted()).toEqual(known.toSorted());
  for (const [error, file] of Object.entries(testedElsewhere)) {
    expect(globSync(file)).toEqual([file]);
    expect(readFileSync(file, 'utf8')).toContain(`'${error.split(' ')[1]}'`);
  }
});

test.each(Object.entries(here))('%s', async (expected, reach) => {
  const { status, error } = await reach();
  expect(`${status} ${String(error)}`).toBe(expected);
});
