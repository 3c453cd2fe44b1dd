import {
  APIGatewayClient,
  CreateUsagePlanKeyCommand,
  GetApiKeyCommand,
  GetApiKeysCommand,
  GetTagsCommand,
  GetUsagePlansCommand,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-api-gateway';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Batch,
  Comparison,
  Costs,
  CreatedKey,
  DomainDetails,
  Domains,
  Key,
  Keys,
  KeyUsage,
  KeywordList,
  KeywordLists,
  Keywords,
  LongTail,
  Overview,
  Page,
  Pages,
  Plans,
  QueueState,
  ScoreChanges,
  ScoreReasons,
  Session,
} from '../../functions/back-office/contract.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite } from '../support/site.ts';
import { callBackOffice, signIn, userOf } from '../support/sign-in.ts';
import { useOpened } from '../support/use-opened.ts';

const QUERY = '/api/v1/seo/query?domain=shop.example';

// Allowances are counted by day.
keepSuiteWithinDay();

let token: string;
/** A site whose home page can be changed. */
let html = '<!doctype html><html lang="en"><title>Tents for two</title><h1>Tents</h1><p>Tents and more';
const site = useOpened(() => startSite(onlyHomePage(() => html)));
const runner = useOpened(() =>
  startTestRunner({ ...punctual, LOCAL_RESOLVE: `changing.test=127.0.0.1:${site.port}` }, ['--offline']),
);
beforeAll(async () => {
  token = (await signIn(runner)).access_token;
});

interface Answer<Data> {
  status: number;
  headers: Headers;
  body: { code: number; success: boolean; error?: string; details?: { param: string }[]; data: Data };
}

async function call<Data = object>(
  method: string,
  path: string,
  body?: unknown,
  bearer = token,
): Promise<Answer<Data>> {
  const response = await callBackOffice(runner, path, { token: bearer, method, body });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer<Data>['body'] };
}

const dataOf = async <Data>(path: string) => (await call<Data>('GET', path)).body.data;

async function until(isDone: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await isDone()) return;
    await sleep(250);
  }
  throw new Error('It did not come about in time');
}

describe('a caller who is not signed in', () => {
  const requestWith = (authorization?: string) =>
    fetch(`${runner.url}/back-office/api/keys`, { headers: authorization ? { Authorization: authorization } : {} });

  test('gets 401 sign_in_required for anything other than an access token', async () => {
    const { id_token } = await signIn(runner);
    const forged = `${token.slice(0, -8)}AAAAAAAA`;
    const [, payload] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const given of [undefined, 'Bearer x', `Bearer ${forged}`, `Bearer ${unsigned}`, `Bearer ${id_token}`]) {
      const response = await requestWith(given);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 401, success: false, error: 'sign_in_required' });
    }
    expect((await requestWith(`Bearer ${token}`)).status).toBe(200);
  });

  test('gets 401 with an API key', async () => {
    const response = await runner.get('/back-office/api/keys');
    expect(response.status).toBe(401);
  });

  test('gets no code with a wrong password', async () => {
    await expect(signIn(runner, { password: 'wrong' })).rejects.toMatchObject({ status: 401 });
  });

  test('gets a token without access when no scope is requested', async () => {
    const { access_token } = await signIn(runner, { scope: 'openid' });
    expect((await requestWith(`Bearer ${access_token}`)).status).toBe(401);
  });
});

test("the session contains the operator's name, and answers are not cacheable", async () => {
  const { headers, body } = await call<Session>('GET', 'session');
  const data = { operator: userOf(runner).name, role: 'operator' };
  expect(body).toMatchObject({ code: 200, success: true, data });
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('a viewer', () => {
  let viewer: string;
  beforeAll(async () => {
    viewer = (await signIn(runner, { role: 'viewer' })).access_token;
  });

  test.each([
    'session',
    'plans',
    'keys',
    'domains',
    'queue',
    'queue/dead-letters',
    'costs',
    'domains/shop.example/history',
  ])('may read %s', async (path) => {
    expect(await call('GET', path, undefined, viewer)).toMatchObject({ status: 200 });
  });

  test('has the role viewer in the session', async () => {
    const { body } = await call<Session>('GET', 'session', undefined, viewer);
    expect(body.data).toEqual({ operator: 'viewer', role: 'viewer' });
  });

  test.each([
    ['POST', 'keys'],
    ['POST', 'keys/0000000000/replacement'],
    ['PATCH', 'keys/0000000000'],
    ['DELETE', 'keys/0000000000'],
    ['PATCH', 'owners/0000000000'],
    ['POST', 'domains/shop.example/refresh'],
    ['POST', 'domains/shop.example/block'],
    ['DELETE', 'domains/shop.example'],
    ['POST', 'pages'],
    ['POST', 'batches'],
    ['POST', 'queue/retry'],
    ['POST', 'keywords?q=tent'],
    ['POST', 'long-tail?keyword=tent'],
  ])('may not %s %s', async (method, path) => {
    const { status, body } = await call(method, path, { name: 'mine', plan: 'pro' }, viewer);
    expect([status, body.error]).toEqual([403, 'not_permitted']);
  });

  test('gets 404 for a path that does not exist', async () => {
    expect(await call('POST', 'nothing', {}, viewer)).toMatchObject({ status: 404 });
  });
});

test('sign-in works below the stage', async () => {
  const { access_token } = await signIn(runner, { pagePath: '/prod/back-office/' });
  const response = await fetch(`${runner.url}/prod/back-office/api/session`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  expect(response.status).toBe(200);
});

test('the password is not in the output of the runner after its start', () => {
  const [, afterReady] = runner.output().split('Ready:');
  expect(afterReady).not.toContain(userOf(runner).password);
  expect(afterReady).not.toContain(token);
});

test('an unknown id is 404 not_found', async () => {
  for (const [method, path] of [
    ['GET', 'nothing'],
    ['DELETE', 'keys/0000000000'],
  ]) {
    expect(await call(method!, path!)).toMatchObject({ status: 404, body: { code: 404, error: 'not_found' } });
  }
});

test.each([
  ['PATCH', 'keys'],
  ['PUT', 'keys/0000000000'],
])('%s %s is 405 method_not_allowed', async (method, path) => {
  expect(await call(method, path)).toMatchObject({ status: 405, body: { code: 405, error: 'method_not_allowed' } });
});

describe('the page', () => {
  test('is public, and all files that it loads exist', async () => {
    const page = await fetch(`${runner.url}/prod/back-office`);
    expect(page.url).toBe(`${runner.url}/prod/back-office/`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    const loaded = [...html.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, path]) => path!);
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of loaded) {
      const response = await fetch(new URL(path, page.url));
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
      await response.text();
    }
  });
});

async function runScheduled(FunctionName: string) {
  const lambda = new LambdaClient(runner.aws);
  const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName, Payload: '{}' }));
  lambda.destroy();
  expect(FunctionError).toBeUndefined();
}

describe('a key', () => {
  test('is created, used, counted, disabled, enabled, moved and deleted', async () => {
    const created = await call<CreatedKey>('POST', 'keys', { name: ' tester ', plan: 'basic', note: 'for a test' });
    expect(created).toMatchObject({
      status: 201,
      body: { code: 201, data: { name: 'tester', plan: 'basic', note: 'for a test', enabled: true } },
    });
    const { id, value } = created.body.data;
    const queryStatus = async () => (await runner.get(QUERY, { key: value })).status;
    expect([await queryStatus(), await queryStatus()]).toEqual([200, 200]);
    const usage = await dataOf<KeyUsage>(`keys/${id}/usage`);
    expect(usage).toMatchObject({ plan: 'basic', monthly_quota: 50_000 });
    expect(usage.days.at(-1)).toEqual({ date: usage.to, used: 2, remaining: 49_998 });
    const one = await dataOf<Key>(`keys/${id}`);
    expect(one).toMatchObject({ id, name: 'tester', last_used_on: usage.to });
    expect((await dataOf<Keys>('keys')).keys).toContainEqual(one);

    expect((await call<Key>('PATCH', `keys/${id}`, { enabled: false })).body.data.enabled).toBe(false);
    expect(await queryStatus()).toBe(401);
    await call('PATCH', `keys/${id}`, { enabled: true });
    expect(await queryStatus()).toBe(200);

    expect((await call<Key>('PATCH', `keys/${id}`, { plan: 'pro' })).body.data.plan).toBe('pro');
    expect((await dataOf<KeyUsage>(`keys/${id}/usage`)).days.at(-1)!.used).toBe(0);

    expect(await call('DELETE', `keys/${id}`)).toMatchObject({ status: 200, body: { data: {} } });
    expect(await queryStatus()).toBe(401);
    expect((await dataOf<Keys>('keys')).keys.map((key) => key.id)).not.toContain(id);
  });

  test('returns its value once', async () => {
    const { id, value } = (await call<CreatedKey>('POST', 'keys', { name: 'once', plan: 'pro' })).body.data;
    const answers = [await call('GET', 'keys'), await call('PATCH', `keys/${id}`, { note: 'x' })];
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(value);
    expect(runner.output()).not.toContain(value);
    await call('DELETE', `keys/${id}`);
  });

  test.each([
    [{}, ['name', 'plan']],
    [{ name: '', plan: 'basic' }, ['name']],
    [{ name: 'x'.repeat(101), plan: 'basic', note: 'x'.repeat(501) }, ['name', 'note']],
    [{ name: 'x', plan: 'gold' }, ['plan']],
    [[], ['body']],
  ])('is not created from %j', async (body, params) => {
    const answer = await call('POST', 'keys', body);
    expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_parameter' } });
    expect(answer.body.details!.map(({ param }) => param)).toEqual(params);
  });

  test.each(['from=yesterday', 'from=2026-02-30', 'from=2026-01-01&to=2026-06-01', 'from=2026-02-02&to=2026-02-01'])(
    'has no usage of %s',
    async (query) => {
      const [ready] = (await dataOf<Keys>('keys')).keys;
      expect(await call('GET', `keys/${ready!.id}/usage?${query}`)).toMatchObject({ status: 422 });
    },
  );

  test('is put on one of the plans', async () => {
    expect(await dataOf<Plans>('plans')).toEqual({
      plans: [
        {
          ...{ name: 'basic', requests_per_second: 1, burst: 60, monthly_quota: 50_000 },
          ...{ domains_per_day: 1_000, pages_per_day: 5_000 },
        },
        {
          ...{ name: 'pro', requests_per_second: 20, burst: 200, monthly_quota: 2_000_000 },
          ...{ domains_per_day: 10_000, pages_per_day: 50_000 },
        },
      ],
    });
  });
});

describe('a key', () => {
  const create = (body: object) => call<CreatedKey>('POST', 'keys', { plan: 'basic', ...body });

  test('stops working at the scheduled run after it has expired', async () => {
    const ends = Date.now() + 5_000;
    const expires_at = new Date(ends).toISOString();
    const { id, value } = (await create({ name: 'for a moment', expires_at })).body.data;
    expect((await runner.get(QUERY, { key: value })).status).toBe(200);
    await sleep(ends - Date.now());
    await runScheduled('back-office');
    expect((await runner.get(QUERY, { key: value })).status).toBe(401);
    const enable = await call('PATCH', `keys/${id}`, { enabled: true });
    expect([enable.status, enable.body.details?.[0]?.param]).toEqual([422, 'enabled']);
    await call('PATCH', `keys/${id}`, { enabled: true, expires_at: null });
    expect((await runner.get(QUERY, { key: value })).status).toBe(200);
    await call('DELETE', `keys/${id}`);
  });

  test.each(['yesterday', '2020-01-01T00:00:00Z', '2030-01-01T00:00:00', 5])(
    'does not end at %j',
    async (expires_at) => {
      const { status, body } = await create({ name: 'ends', expires_at });
      expect([status, body.details?.[0]?.param]).toEqual([422, 'expires_at']);
    },
  );
});

describe('the owner of a key', () => {
  let made = 0;
  const create = async (body: object) =>
    (await call<CreatedKey>('POST', 'keys', { name: `owned ${(made += 1)}`, plan: 'basic', ...body })).body.data;
  const keyOf = async (id: string) => (await dataOf<Keys>('keys')).keys.find((key) => key.id === id)!;
  const limit = (limit_per_day: number, own_limit_per_day: number | null) =>
    expect.objectContaining({ limit_per_day, own_limit_per_day }) as unknown;

  test('is new, stays with a replacement, and has allowances that all its keys return until they are removed', async () => {
    const first = await create({ note: 'laptop' });
    expect(first).toMatchObject({
      owner: expect.stringMatching(/^o[0-9a-f]{16}$/) as unknown,
      domains: { limit_per_day: 1_000, own_limit_per_day: null, used: 0, refused: 0 },
      pages: { limit_per_day: 5_000, own_limit_per_day: null, used: 0, refused: 0 },
    });
    const { owner } = first;
    const allowed = await call<Keys>('PATCH', `owners/${owner}`, { domains_per_day: 2_000, pages_per_day: 10_000 });
    expect(allowed).toMatchObject({ status: 200, body: { data: { keys: [{ id: first.id, owner }] } } });

    const replaced = await call<CreatedKey>('POST', `keys/${first.id}/replacement`, { disable: true });
    const second = replaced.body.data;
    expect(replaced).toMatchObject({
      status: 201,
      body: { data: { name: first.name, note: 'laptop', plan: 'basic', owner } },
    });
    expect((await runner.get(QUERY, { key: second.value })).status).toBe(200);
    expect((await runner.get(QUERY, { key: first.value })).status).toBe(401);
    const third = await create({ plan: 'pro', owner });
    for (const { id } of [first, second, third]) {
      expect(await keyOf(id)).toMatchObject({ owner, domains: limit(2_000, 2_000), pages: limit(10_000, 10_000) });
    }

    await call('PATCH', `owners/${owner}`, { domains_per_day: null });
    expect((await keyOf(second.id)).domains).toEqual(limit(1_000, null));
    expect(await keyOf(third.id)).toMatchObject({ domains: limit(10_000, null), pages: limit(10_000, 10_000) });
    for (const { id } of [first, second, third]) await call('DELETE', `keys/${id}`);
    expect((await call('PATCH', `owners/${owner}`, { domains_per_day: 1 })).status).toBe(404);
  });

  test('has the allowance that the operator sets, for all keys together and from the next request on', async () => {
    const first = await create({});
    const second = (await call<CreatedKey>('POST', `keys/${first.id}/replacement`, {})).body.data;
    const refresh = async ({ value }: CreatedKey) =>
      (await runner.get('/api/v1/seo/query?domain=broken.example&refresh=1', { key: value })).status;
    expect(await refresh(first)).toBe(200);
    expect([await keyOf(first.id), await keyOf(second.id)].map(({ domains }) => domains.used)).toEqual([1, 1]);
    await call('PATCH', `owners/${first.owner}`, { domains_per_day: 1 });
    expect([await refresh(first), await refresh(second)]).toEqual([429, 429]);
    await call('PATCH', `owners/${first.owner}`, { domains_per_day: null });
    expect(await refresh(second)).toBe(200);
    expect((await keyOf(first.id)).domains.used).toBe(2);
    for (const { id } of [first, second]) await call('DELETE', `keys/${id}`);
  });

  test.each([
    ['POST', 'keys', { name: 'x', plan: 'basic', owner: 'nobody' }, 'owner'],
    ['POST', 'keys', { name: 'x', plan: 'basic', owner: '' }, 'owner'],
    ['POST', 'keys/0/replacement', { disable: 'yes' }, 'disable'],
    ['PATCH', 'owners/o1', { domains_per_day: -1 }, 'domains_per_day'],
    ['PATCH', 'owners/o1', { pages_per_day: 1.5 }, 'pages_per_day'],
    ['PATCH', 'owners/o1', {}, 'body'],
  ])('is rejected for %s %s %j', async (method, path, body, param) => {
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_parameter', details: [{ param }] } });
  });

  test('is the key itself when it was created without one', async () => {
    const [ready] = (await dataOf<Keys>('keys')).keys.filter(({ name }) => name === 'ready-made');
    expect(ready!.owner).toBe(ready!.id);
  });
});

interface Answered {
  data: { updated_at: string; seo_score: number | null };
}

/** Returns the row of a domain in the list. */
async function rowOf(domain: string) {
  return (await dataOf<Domains>('domains')).domains.find((one) => one.domain === domain);
}

describe('the domains', () => {
  test('a blocked domain is listed, and rejected until it is unblocked', async () => {
    await call('POST', 'domains/blog.example/block');
    expect(await rowOf('blog.example')).toMatchObject({ blocked: true, updated_at: null });
    expect(await call('POST', 'domains/blog.example/refresh')).toMatchObject({ status: 422 });
    expect((await runner.get('/api/v1/seo/query?domain=blog.example')).status).toBe(422);
    await call('POST', 'domains/blog.example/unblock');
    expect((await dataOf<DomainDetails>('domains/blog.example')).blocked).toBe(false);
  });

  test('many domains are tagged and followed at once, and failed ones are returned', async () => {
    await runner.get('/api/v1/seo/query?domain=broken.example');
    await call('POST', 'domains/blog.example/block');
    const change = (body: object) => call('POST', 'domains/changes', body);
    const domains = ['https://www.broken.example/', 'broken.example', 'blog.example', 'never-asked.example'];
    expect((await change({ domains, add_tags: [' client ', 'news', 'client'], follow: true })).body.data).toEqual({
      not_tagged: [],
      not_followed: ['blog.example'],
    });
    await change({ domains: ['broken.example'], remove_tags: ['news', 'unknown'], add_tags: ['汉字'] });
    expect(await rowOf('broken.example')).toMatchObject({ tags: ['client', '汉字'], followed: true, past: [] });
    expect(await rowOf('never-asked.example')).toMatchObject({ tags: ['client', 'news'], followed: true });
    await change({ domains, follow: false });
    expect(await rowOf('broken.example')).toMatchObject({ followed: false });
    const many = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
    await change({ domains: ['broken.example'], add_tags: many });
    const refused = await change({
      domains: ['broken.example', 'nowhere.example'],
      add_tags: many.map((tag) => `${tag}!`),
    });
    expect(refused.body.data).toEqual({ not_tagged: ['broken.example', 'nowhere.example'], not_followed: [] });
    await call('DELETE', 'domains/never-asked.example');
    await call('POST', 'domains/blog.example/unblock');
    expect(await rowOf('never-asked.example')).toBe(undefined);
  });

  test.each([
    [{ domains: [], follow: true }, 'domains'],
    [{ domains: ['a'], follow: true }, 'domains.0'],
    [{ domains: ['a.com'] }, 'body'],
    [{ domains: ['a.com'], add_tags: ['x'.repeat(41)] }, 'add_tags.0'],
    [{ domains: ['a.com'], follow: 'yes' }, 'follow'],
    [{ domains: ['a.com'], follow: true, tags: ['x'] }, 'tags'],
  ])('a change of many domains with %j is rejected because of %s', async (body, param) => {
    const answer = await call('POST', 'domains/changes', body);
    expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_parameter', details: [{ param }] } });
  });

  test('two to ten domains are compared by their stored data', async () => {
    const { data } = (await (await runner.get('/api/v1/seo/query?domain=broken.example')).json()) as Answered;
    const names = 'https://www.broken.example/,never-asked.example,broken.example';
    const { from, to, domains } = await dataOf<Comparison>(`comparison?domains=${names}&range=30d`);
    // The range begins at the start of a day.
    expect(from).toMatch(/T00:00:00\.000Z$/);
    expect(Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000)).toBe(30);
    expect(domains.map(({ domain }) => domain)).toEqual(['broken.example', 'never-asked.example']);
    const [known, unknown] = domains;
    expect(known).toMatchObject({ updated_at: data.updated_at, metrics: { seo_score: data.seo_score } });
    expect(known!.snapshots[0]).toMatchObject({ seo_score: data.seo_score, site_status: 'ok' });
    expect(known!.failed_audits!.length).toBeGreaterThan(0);
    expect(unknown).toMatchObject({ updated_at: null, metrics: null, failed_audits: null, snapshots: [] });
    const eleven = Array.from({ length: 11 }, (_, index) => `site-${index}.example`).join(',');
    for (const [list, message] of [
      ['a.com', 'must have at least 2 domains'],
      [eleven, 'must have at most 10 domains'],
    ]) {
      expect(await call('GET', `comparison?domains=${list}`)).toMatchObject({
        status: 422,
        body: { details: [{ param: 'domains', message }] },
      });
    }
  });

  test('a queried domain is listed, and each refresh in the background adds to its history', async () => {
    await runner.get('/api/v1/seo/query?domain=broken.example');
    const { data } = (await (await runner.get('/api/v1/seo/query?domain=broken.example')).json()) as Answered;
    expect(await rowOf('broken.example')).toMatchObject({
      blocked: false,
      followed: false,
      updated_at: data.updated_at.replace(/\.\d+Z$/, '.000Z'),
      seo_score: data.seo_score,
    });
    const counted = async () => (await dataOf<{ count: number }>('domains/broken.example/history?range=1d')).count;
    const before = await counted();
    expect(await call('POST', 'domains/broken.example/refresh')).toMatchObject({ status: 202 });
    await until(async () => (await dataOf<DomainDetails>('domains/broken.example')).activity === 'idle');
    expect(await counted()).toBe(before + 1);
  });

  test('have changes of their score, with the audits that changed', async () => {
    const { data } = (await (await runner.get('/api/v1/seo/query?domain=changing.test')).json()) as Answered;
    html = html.replace(/<title>.*<\/title>/, '');
    await call('POST', 'domains/changing.test/refresh');
    await until(async () => (await dataOf<DomainDetails>('domains/changing.test')).activity === 'idle');
    const { domains } = await dataOf<ScoreChanges>('score-changes?domains=changing.test,never-asked.example&range=1d');
    const [change] = domains[0]!.changes;
    expect(change!.from).toBe(data.seo_score);
    expect(change!.to).toBeLessThan(data.seo_score!);
    expect(change!.audits).toEqual([{ id: 'document-title', from: null, to: expect.any(Number) }]);
    expect(domains[1]).toEqual({ domain: 'never-asked.example', changes: [], truncated: false });
    const today = new Date().toISOString().slice(0, 10);
    const reasons = (since: string) => `score-reasons?domains=changing.test,never-asked.example&since=${since}`;
    // The last known score of today is the newest one.
    expect((await dataOf<ScoreReasons>(reasons(`${today},${today}`))).domains).toEqual([
      { domain: 'changing.test', change: null },
      { domain: 'never-asked.example', change: null },
    ]);
    expect(await call('GET', reasons(today))).toMatchObject({ status: 422, body: { details: [{ param: 'since' }] } });
    expect(await call('GET', 'score-changes')).toMatchObject({
      status: 422,
      body: { details: [{ param: 'domains', message: 'is required' }] },
    });
  });

  test('have single pages, which are fetched for the operator without an allowance, listed and deleted with the domain', async () => {
    const url = 'https://shop.example/de/';
    const pages = () => dataOf<Pages>('domains/shop.example/pages');
    const stored = () => call<Page>('GET', `pages?url=${encodeURIComponent(url)}`);
    expect((await stored()).status).toBe(404);
    const page = (await call<Page>('POST', 'pages', { url: `${url}#top` })).body.data;
    expect(page).toMatchObject({ url, cache_status: 'miss', seo_score: 100, robots: { allowed: true } });
    expect((await call<Page>('POST', 'pages', { url })).body.data).toMatchObject({
      ...page,
      cache_status: 'hit',
      age_seconds: expect.any(Number),
    });
    expect((await stored()).body.data).toMatchObject({ url: page.url, updated_at: page.updated_at });
    expect(await pages()).toEqual({
      pages: [
        {
          url,
          updated_at: page.updated_at,
          seo_score: 100,
          http_status: 200,
          title: page.page!.title,
          allowed: true,
          failed: false,
        },
      ],
      next: null,
    });
    for (const body of [{ url: 'ftp://shop.example/' }, {}, { url, refresh: 'yes' }]) {
      expect((await call('POST', 'pages', body)).status).toBe(422);
    }
    await call('DELETE', 'domains/shop.example');
    expect((await pages()).pages).toEqual([]);
  });

  test('a refresh of a domain that does not exist stores the reason and no record', async () => {
    expect(await call('POST', 'domains/no-such-name.example/refresh')).toMatchObject({ status: 202 });
    const details = () => dataOf<DomainDetails>('domains/no-such-name.example');
    // The reason is stored before the lease of the refresh ends.
    await until(async () => {
      const { failure, activity } = await details();
      return failure !== null && activity === 'idle';
    });
    expect(await details()).toMatchObject({
      record: null,
      updated_at: null,
      score_source: null,
      activity: 'idle',
      failure: {
        code: 'domain_not_found',
        message: 'The domain name no-such-name.example does not exist. Check its spelling.',
        retryable: false,
        failed_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      },
    });
  });

  test('a snapshot is taken in the background, and the domain is deleted with all its data', async () => {
    expect(await call('POST', 'domains/www.shop.example/snapshot')).toMatchObject({
      status: 202,
      body: { data: { is_queued: true } },
    });
    const details = () => dataOf<DomainDetails>('domains/shop.example');
    expect((await details()).activity).not.toBe('idle');
    await until(async () => (await details()).activity === 'idle');
    const done = await details();
    expect(done).toMatchObject({ domain: 'shop.example', seo_score: 100, failed_sources: [] });
    expect(done.record).toMatchObject({ domain: 'shop.example', cache_status: 'hit', seo_score: 100 });
    expect(await call('POST', 'domains/shop.example/snapshot')).toMatchObject({
      status: 200,
      body: { data: { is_queued: false } },
    });
    const history = await dataOf<{ count: number }>('domains/shop.example/history?range=1d');
    expect(history.count).toBeGreaterThan(0);
    const listed = await dataOf<Domains>('domains');
    expect(listed.domains).toContainEqual(expect.objectContaining({ domain: 'shop.example', seo_score: 100 }));

    expect((await call('DELETE', 'domains/shop.example')).status).toBe(200);
    expect(await details()).toMatchObject({ record: null, updated_at: null, activity: 'idle' });
    expect((await dataOf<{ count: number }>('domains/shop.example/history')).count).toBe(0);
    expect((await dataOf<Domains>('domains')).domains.map(({ domain }) => domain)).not.toContain('shop.example');
  });

  test.each(['domains/127.0.0.1', 'domains/localhost', 'domains/com/history', 'domains/shop.example/history?range=1x'])(
    '%s is refused',
    async (path) => {
      expect(await call('GET', path)).toMatchObject({ status: 422, body: { error: 'invalid_parameter' } });
    },
  );
});

describe('the queue', () => {
  test('is part of the overview, with requests per day of all keys and spending', async () => {
    const { queue, requests, spent_usd, daily_budget_usd } = await dataOf<Overview>('overview');
    expect(queue).toEqual(await dataOf<QueueState>('queue'));
    expect([spent_usd >= 0, daily_budget_usd]).toEqual([true, 1]);
    expect(requests).toHaveLength(30);
    expect(requests.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), requests: expect.any(Number) });
    const before = requests.at(-1)!.requests;
    await runner.get('/api/v1/seo/query?domain=shop.example');
    const after = (await dataOf<Overview>('overview')).requests.at(-1)!.requests;
    expect(after).toBe(before + 1);
  });

  test('contains the numbers of followed and due domains', async () => {
    expect(await dataOf<QueueState>('queue')).toMatchObject({ followed: 0, due: 0 });
  });
});

test('costs of paid sources are returned by day, today first', async () => {
  const { daily_budget_usd, days } = await dataOf<Costs>('costs');
  expect(daily_budget_usd).toBe(1);
  expect(days[0]!.date).toBe(new Date().toISOString().slice(0, 10));
  expect(days).toHaveLength(31);
  // An earlier test has requested the only paid source.
  expect(days[0]!.spent_usd).toBeGreaterThan(0);
  expect(days[0]!.by_source).toEqual({ dataforseo: days[0]!.spent_usd });
});

describe("API Gateway's own calls", () => {
  let gateway: APIGatewayClient;
  beforeAll(() => {
    gateway = new APIGatewayClient(runner.aws);
  });
  afterAll(() => gateway.destroy());

  test('list the predefined key, and return its value on request', async () => {
    const { items = [] } = await gateway.send(new GetApiKeysCommand({ nameQuery: 'local-ready-made' }));
    expect(items).toMatchObject([{ name: 'local-ready-made', enabled: true }]);
    expect(items[0]!.value).toBeUndefined();
    const key = await gateway.send(new GetApiKeyCommand({ apiKey: items[0]!.id, includeValue: true }));
    expect(key.value).toBe(runner.apiKey);
    expect(key.createdDate!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('reject a key on a second plan of the stage, and unknown ids', async () => {
    const { items: plans = [] } = await gateway.send(new GetUsagePlansCommand({}));
    const { items: keys = [] } = await gateway.send(new GetApiKeysCommand({}));
    for (const { id: usagePlanId } of plans) {
      const command = new CreateUsagePlanKeyCommand({ usagePlanId, keyId: keys[0]!.id, keyType: 'API_KEY' });
      await expect(gateway.send(command)).rejects.toMatchObject({ name: 'ConflictException' });
    }
    await expect(gateway.send(new GetApiKeyCommand({ apiKey: 'none' }))).rejects.toMatchObject({
      name: 'NotFoundException',
    });
  });

  test('tag a key, and return its tags', async () => {
    const { items = [] } = await gateway.send(new GetApiKeysCommand({ nameQuery: 'local-' }));
    const resourceArn = `arn:aws:apigateway:us-east-1::/apikeys/${items[0]!.id}`;
    await gateway.send(new TagResourceCommand({ resourceArn, tags: { team: 'a b', 'cost:center': '7' } }));
    await gateway.send(new TagResourceCommand({ resourceArn, tags: { team: 'c' } }));
    const tags = { team: 'c', 'cost:center': '7' };
    expect((await gateway.send(new GetTagsCommand({ resourceArn }))).tags).toEqual(tags);
    expect((await gateway.send(new GetApiKeyCommand({ apiKey: items[0]!.id }))).tags).toEqual(tags);
    await gateway.send(new UntagResourceCommand({ resourceArn, tagKeys: ['team', 'cost:center', 'none'] }));
    expect((await gateway.send(new GetTagsCommand({ resourceArn }))).tags).toEqual({});

    const none = { resourceArn: `${resourceArn}0`, tags: {} };
    await expect(gateway.send(new TagResourceCommand(none))).rejects.toMatchObject({ name: 'NotFoundException' });
    const reserved = { resourceArn, tags: { 'aws:x': '1' } };
    await expect(gateway.send(new TagResourceCommand(reserved))).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test('are answered only for signed requests', async () => {
    expect((await fetch(`${runner.url}/apikeys`)).status).toBe(404);
  });
});

describe('the operator’s batches', () => {
  const fields = ['seo_score', 'page.title'];
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    callBackOffice(runner, path, { token, method, body, headers });
  const dataFrom = async (response: Response) => ((await response.json()) as { data: Batch }).data;

  test('are created once per Idempotency-Key, processed, returned as JSON and CSV, and not visible to others', async () => {
    const body = { domains: ['blog.example', 'nonsense', 'BLOG.example/'], fields };
    const key = { 'Idempotency-Key': 'operator-1' };
    const made = await send('POST', 'batches', body, key);
    expect([made.status, made.headers.get('cache-control')]).toEqual([202, 'no-store']);
    const { batch_id: id, totals } = await dataFrom(made);
    expect(totals).toMatchObject({ domains: 3, pending: 2, invalid: 1 });
    expect((await dataFrom(await send('POST', 'batches', body, key))).batch_id).toBe(id);
    const read = (query = '') => send('GET', `batches/${id}${query}`);
    await until(async () => (await dataFrom(await read())).totals.pending === 0);
    const { items, next_cursor } = await dataFrom(await read('?limit=1'));
    expect(items).toMatchObject([
      { input: 'blog.example', status: 'done', data: { page: { title: expect.any(String) } } },
    ]);
    const csv = await read(`?format=csv&limit=2&cursor=${next_cursor}`);
    expect(csv.headers.get('content-type')).toMatch('text/csv');
    expect((await csv.text()).split('\r\n')[0]).toBe('input,domain,status,error,message,seo_score,page.title');
    const asKey = await runner.get(`/api/v1/seo/batches/${id}`);
    expect(asKey.status).toBe(404);
  });

  test('are not stored when all domains are cached', async () => {
    await runner.get(QUERY);
    const answer = await send('POST', 'batches', { domains: ['shop.example'], fields });
    expect([answer.status, (await dataFrom(answer)).batch_id]).toEqual([200, null]);
  });

  test('count against no allowance, and cancel rows that were not started', async () => {
    const domains = Array.from({ length: 200 }, (_, index) => `n${index}.example`);
    const made = await dataFrom(await send('POST', 'batches', { domains, fields }));
    expect(made.totals).toMatchObject({ pending: 200, refused: 0 });
    const cancelled = await dataFrom(await send('DELETE', `batches/${made.batch_id}`));
    expect(cancelled.totals.refused).toBeGreaterThan(0);
    expect(cancelled).toMatchObject({ totals: { pending: 0 }, poll_after_seconds: null });
  });

  test('are rejected for the same reasons as those of a key', async () => {
    const unknown = await send('POST', 'batches', { domains: ['shop.example'], fields: ['page.titel'] });
    expect([unknown.status, await unknown.text()]).toEqual([422, expect.stringContaining('page.title')]);
    expect((await send('GET', 'batches/nothing')).status).toBe(404);
    expect((await send('DELETE', 'batches/nothing')).status).toBe(404);
  });
});

describe('keyword research', () => {
  const TENT = { keyword: 'tent', language: 'en', score: 40, search_volume: null };
  let viewer: string;
  beforeAll(async () => {
    viewer = (await signIn(runner, { role: 'viewer' })).access_token;
  });

  test('returns the answers of the public API, to viewers too', async () => {
    const query = 'keywords?q=camping&engine=google,bing&word_count=2%2B&sort=keyword&limit=20';
    const { body } = await call<Keywords>('GET', query, undefined, viewer);
    const answer = await runner.get(`/api/v1/seo/${query}`);
    const open = ((await answer.json()) as { data: Keywords }).data;
    expect(body.data.items.length).toBeGreaterThan(5);
    expect(body.data.items.map(({ keyword }) => keyword)).toEqual(open.items.map(({ keyword }) => keyword));
  });

  test('finds the long tail of a keyword, and requests no engine twice', async () => {
    const { groups } = await dataOf<LongTail>('long-tail?keyword=camping');
    expect(groups.flatMap(({ items }) => items).length).toBeGreaterThan(10);
    expect((await dataOf<LongTail>('long-tail?keyword=camping')).cache_status).toBe('hit');
  });

  test('is returned as CSV', async () => {
    const answer = await callBackOffice(runner, 'keywords?q=camping&format=csv', { token });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(await answer.text()).toMatch(/^keyword,score,/);
  });

  test('fetches again for operators, and only by POST', async () => {
    const answer = await call<Keywords>('POST', 'keywords?q=camping');
    expect(answer).toMatchObject({ status: 200, body: { data: { query: { q: 'camping' } } } });
    expect(answer.body.data.sources.some(({ from_cache }) => !from_cache)).toBe(true);
    const got = await call('GET', 'keywords?q=camping&refresh=1');
    expect(got).toMatchObject({ status: 422, body: { details: [{ param: 'refresh' }] } });
  });

  test('returns 404 domain_not_stored for a domain without stored data, and fetches none', async () => {
    const { status, body } = await call('GET', 'keywords?domain=never-asked.example');
    expect([status, body.error]).toEqual([404, 'domain_not_stored']);
    expect(await runner.get(QUERY)).toMatchObject({ status: 200 });
    const { items } = await dataOf<Keywords>('keywords?domain=shop.example');
    expect(items.length).toBeGreaterThan(0);
  });

  test('lists are stored per user, including viewers, and can be changed', async () => {
    const made = await call<KeywordList>('POST', 'keyword-lists', { name: ' Spring ', keywords: [TENT] }, viewer);
    expect(made).toMatchObject({ status: 201, body: { data: { name: 'Spring', keywords: [TENT] } } });
    const path = `keyword-lists/${made.body.data.id}`;
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await dataOf<KeywordLists>('keyword-lists')).lists).toEqual([]);

    const other = { ...TENT, keyword: 'Family  Tent' };
    await Promise.all([
      call('PATCH', path, { add: [other] }, viewer),
      call('PATCH', path, { name: 'Summer' }, viewer),
      call('PATCH', path, { remove: ['tent'] }, viewer),
    ]);
    const read = await call<KeywordList>('GET', path, undefined, viewer);
    expect(read.body.data).toMatchObject({ name: 'Summer', keywords: [{ ...TENT, keyword: 'family tent' }] });
    const { body } = await call<KeywordLists>('GET', 'keyword-lists', undefined, viewer);
    expect(body.data.lists).toMatchObject([{ name: 'Summer', count: 1 }]);

    expect(await call('DELETE', path, undefined, viewer)).toMatchObject({ status: 200 });
    expect(await call('PATCH', path, { name: 'Autumn' }, viewer)).toMatchObject({ status: 404 });
  });

  test('a list with an invalid id of any length is not found', async () => {
    const path = `keyword-lists/${'x'.repeat(3_000)}`;
    expect(await call('GET', path, undefined, viewer)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await call('PATCH', path, { name: 'a' }, viewer)).toMatchObject({ status: 404 });
    expect(await call('DELETE', path, undefined, viewer)).toMatchObject({ status: 404 });
  });

  test('an unknown member of a keyword is reported with its position', async () => {
    const keywords = [TENT, { ...TENT, scroe: 1 }];
    const { status, body } = await call('POST', 'keyword-lists', { name: 'a', keywords }, viewer);
    const message = 'is not a known member; did you mean score?';
    expect([status, body.details]).toEqual([
      422,
      [
        {
          param: 'keywords.1.scroe',
          rule: 'unknown_name_similar',
          message,
          params: { kind: 'member', nearest: 'score' },
        },
      ],
    ]);
  });

  test('lists have a size limit, and reject anything other than keywords', async () => {
    const keywords = Array.from({ length: 500 }, (_, index) => ({ ...TENT, keyword: `tent ${index}` }));
    const { body } = await call<KeywordList>('POST', 'keyword-lists', { name: 'Long', keywords });
    const path = `keyword-lists/${body.data.id}`;
    expect(await call('PATCH', path, { add: [TENT] })).toMatchObject({ status: 409, body: { error: 'lists_full' } });
    for (const change of [
      { name: '' },
      { add: [{ keyword: ' ' }] },
      { add: [{ keyword: 'a', score: 1e300 }] },
      { add: 'tent' },
      { other: 1 },
    ]) {
      expect(await call('PATCH', path, change)).toMatchObject({ status: 422 });
    }
    await call('DELETE', path);
  });
});
