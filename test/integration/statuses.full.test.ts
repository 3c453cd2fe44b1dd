import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { errors } from '../../infra/openapi/errors.ts';
import { type ForumFault, type ForumServer, startForumServer } from '../../infra/sandbox/forum-server.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

const forumSecrets = { salt: 'f'.repeat(32), marketId: 'm', deviceCode: '[d]1' };
/** More than the other tests of this file ask for with the ready-made key. */
const BURST = 20;

let runner: TestRunner;
/** Nobody is asked there, and no forum is configured. */
let bare: TestRunner;
/** Its functions reach no AWS service. */
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
  ask(of, '/api/v1/seo/watches', {
    method: 'POST',
    body: JSON.stringify({ domains: ['shop.example'], conditions: [{ on: 'noindex' }] }),
  });

async function ask(of: TestRunner, path: string, { headers, ...init }: RequestInit = {}): Promise<Reached> {
  const response = await fetch(of.url + path, { ...init, headers: headers ?? { 'X-SEO-API-Key': of.apiKey } });
  const { error, code, data } = (await response.json()) as { error?: string; code: number; data?: { id: string } };
  expect(code).toBe(response.status);
  return { status: response.status, error, data };
}

/** Asks with a fresh key of the larger plan until an answer has this status. */
async function askUntil(status: number, path: string): Promise<Reached> {
  const [key] = await proKeys(runner, 1);
  for (let asked = 0; asked < 10; asked += 1) {
    const reached = await ask(runner, path, { headers: { 'X-SEO-API-Key': key! } });
    if (reached.status === status) return reached;
  }
  throw new Error(`no answer was ${status}`);
}

async function askForum(path: string, broken: ForumFault | null = null): Promise<Reached> {
  fault = broken;
  return ask(runner, path).finally(() => (fault = null));
}

const HISTORY = '/api/v1/seo/history?domain=shop.example';
const BATCHES = '/api/v1/seo/batches';

/** Asks for two batches of different domains under one name. @returns what became of the second */
async function askTwice(): Promise<Reached> {
  const headers = { 'X-SEO-API-Key': bare.apiKey, 'Idempotency-Key': 'one-list' };
  const ofDomain = (domain: string) =>
    ask(bare, BATCHES, { method: 'POST', headers, body: JSON.stringify({ domains: [domain] }) });
  await ofDomain('first.shop.example');
  return ofDomain('second.shop.example');
}

/** Starts two crawls of a site at once. @returns what became of the second */
async function startTwice(): Promise<Reached> {
  const start = () =>
    ask(runner, '/api/v1/seo/site', { method: 'POST', body: JSON.stringify({ domain: 'faulty.example' }) });
  await start();
  return start();
}

/** By status and slug: how a caller comes to it. */
const here: Record<string, () => Promise<Reached>> = {
  '400 unsupported_action': () => ask(runner, '/api/forumA'),
  '400 missing_parameter': () => ask(runner, '/api/forumU?action=info'),
  '401 missing_api_key': () => ask(runner, HISTORY, { headers: {} }),
  '401 invalid_api_key': () => ask(runner, HISTORY, { headers: { Authorization: 'Bearer unknown' } }),
  '401 sign_in_required': () => ask(runner, '/back-office/api/keys'),
  '401 upstream_rejected_credentials': () => askForum('/api/forumA?action=login&account=1&password=x'),
  '404 not_found': () => ask(runner, '/api/v1/seo/nothing'),
  '404 no_comparison': () => ask(runner, '/api/v1/seo/site/compare?domain=shop.example'),
  '404 domain_not_found': () => ask(runner, '/api/v1/seo/query?domain=nowhere.example'),
  '405 method_not_allowed': () => ask(runner, HISTORY, { method: 'DELETE' }),
  '409 idempotency_conflict': askTwice,
  '409 crawl_in_progress': startTwice,
  '409 no_receiver': async () => {
    const { data } = await createWatch(runner);
    return ask(runner, `/api/v1/seo/watches/${data!.id}/test`, { method: 'POST' });
  },
  '409 watches_full': () => createWatch(runner),
  '409 snapshots_full': () => createWatch(bare),
  '413 too_large': () => ask(runner, HISTORY, { headers: { 'X-Long': 'x'.repeat(12_000) } }),
  '422 invalid_parameter': () => ask(runner, `${HISTORY}&limit=0`),
  '422 not_verified': () =>
    ask(runner, '/api/v1/seo/site', { method: 'POST', body: JSON.stringify({ domain: 'shop.example', rate: 2 }) }),
  '422 upstream_refused': () =>
    askForum('/api/forumA?action=me&_key=x&user_id=1', { kind: 'code', code: 104, msg: '用户不存在' }),
  '429 quota_exceeded': () => askUntil(429, HISTORY),
  '429 domain_allowance_exceeded': () => askUntil(429, '/api/v1/seo/query?domain=shop.example&refresh=1'),
  '502 upstream_unreadable': () => askForum('/api/forumA?action=me&_key=x&user_id=1', { kind: 'html' }),
  '502 all_sources_failed': () => ask(bare, '/api/v1/seo/query?domain=shop.example'),
  '503 not_configured': () => ask(bare, '/api/forumU?action=info&user_id=1'),
  '500 internal': () => ask(broken, HISTORY),
  // The last one: nothing is left of the bucket afterwards.
  '429 rate_limited': async () => {
    const answers = await Promise.all(Array.from({ length: 2 * BURST }, () => ask(runner, HISTORY)));
    return answers.find(({ status }) => status === 429)!;
  },
};

/** What the runner cannot be brought to, or not within seconds, and the tests that hold it. */
const elsewhere: Record<string, string> = {
  // The firewall is AWS's.
  '403 blocked': 'test/infra/stack.test.ts',
  // It takes two changes at the same time.
  '409 conflict': 'test/unit/watches/manage-watches.test.ts',
  '504 upstream_timeout': 'test/unit/forum/upstream-client.test.ts',
  '504 gateway_timeout': 'test/unit/platform/http/endpoint.test.ts',
};

test('each documented error is covered by a test', () => {
  const documented = Object.values(errors).map(({ status, slug }) => `${status} ${slug}`);
  // The back office is not described.
  const known = [...documented, '401 sign_in_required'];
  expect([...Object.keys(here), ...Object.keys(elsewhere)].toSorted()).toEqual(known.toSorted());
  for (const [error, file] of Object.entries(elsewhere)) {
    expect(globSync(file)).toEqual([file]);
    expect(readFileSync(file, 'utf8')).toContain(`'${error.split(' ')[1]}'`);
  }
});

test.each(Object.entries(here))('%s', async (expected, reach) => {
  const { status, error } = await reach();
  expect(`${status} ${String(error)}`).toBe(expected);
});
