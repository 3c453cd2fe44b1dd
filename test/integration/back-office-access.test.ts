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
import type { CreatedKey, Key, Keys, KeyUsage, Plans, Session } from '../../functions/back-office/contract.ts';
import { useBackOffice } from '../support/back-office.ts';
import { signIn, userOf } from '../support/sign-in.ts';

const QUERY = '/api/v1/seo/query?domain=shop.example';

const office = useBackOffice();
const { call, dataOf, runner } = office;

describe('a caller who is not signed in', () => {
  const requestWith = (authorization?: string) =>
    fetch(`${runner.url}/back-office/api/keys`, { headers: authorization ? { Authorization: authorization } : {} });

  test('gets 401 sign_in_required for anything other than an access token', async () => {
    const { id_token } = await signIn(runner);
    const forged = `${office.token.slice(0, -8)}AAAAAAAA`;
    const [, payload] = office.token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const given of [undefined, 'Bearer x', `Bearer ${forged}`, `Bearer ${unsigned}`, `Bearer ${id_token}`]) {
      const response = await requestWith(given);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 401, success: false, error: 'sign_in_required' });
    }
    expect((await requestWith(`Bearer ${office.token}`)).status).toBe(200);
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
  expect(afterReady).not.toContain(office.token);
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
    await runScheduled('key-expiry');
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
    const tags = { stack: 'local', team: 'c', 'cost:center': '7' };
    expect((await gateway.send(new GetTagsCommand({ resourceArn }))).tags).toEqual(tags);
    expect((await gateway.send(new GetApiKeyCommand({ apiKey: items[0]!.id }))).tags).toEqual(tags);
    await gateway.send(new UntagResourceCommand({ resourceArn, tagKeys: ['team', 'cost:center', 'none'] }));
    expect((await gateway.send(new GetTagsCommand({ resourceArn }))).tags).toEqual({ stack: 'local' });

    const none = { resourceArn: `${resourceArn}0`, tags: {} };
    await expect(gateway.send(new TagResourceCommand(none))).rejects.toMatchObject({ name: 'NotFoundException' });
    const reserved = { resourceArn, tags: { 'aws:x': '1' } };
    await expect(gateway.send(new TagResourceCommand(reserved))).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test('are answered only for signed requests', async () => {
    expect((await fetch(`${runner.url}/apikeys`)).status).toBe(404);
  });
});
