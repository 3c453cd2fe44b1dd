import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { NewGatewayKey } from '../../functions/core/accounts/gateway-keys.ts';
import { batchAnswer } from '../../functions/core/batches/definitions.ts';
import { keyStoreOf } from '../../infra/operations/key-commands.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite } from '../support/site.ts';
import { useOpened } from '../support/use-opened.ts';

type Batch = z.infer<typeof batchAnswer>;

const PLAN = { requestsPerSecond: 500, burst: 1_000, monthlyQuota: 10_000 };

// Allowances are counted by day.
keepSuiteWithinDay();

/** Resolved when the sites whose names begin with `held` may respond. */
const released = Promise.withResolvers<void>();
const serve = onlyHomePage(() => '<title>Trail shoes</title><h1>Trail shoes</h1><p>trail shoes');
const site = useOpened(() =>
  startSite((request, response) => {
    if (request.headers.host!.startsWith('held')) void released.promise.then(() => serve(request, response));
    else serve(request, response);
  }),
);
const runner = useOpened(() =>
  startTestRunner(
    {
      ...punctual,
      LOCAL_RESOLVE: `*.mine.test=127.0.0.1:${site.port}`,
      CDK_CONTEXT_JSON: JSON.stringify({
        basicPlan: { ...PLAN, domainsPerDay: 500 },
        proPlan: { ...PLAN, domainsPerDay: 5 },
      }),
    },
    ['--offline'],
  ),
);

const keyStore = () => keyStoreOf({ localPort: Number(new URL(runner.url).port) }, runner.dataDir);
let made = 0;
const makeKey = (plan: 'basic' | 'pro', owner?: string): Promise<NewGatewayKey> =>
  keyStore().create({ name: `batches-${(made += 1)}`, plan, note: '', owner });

interface Call {
  key?: string;
  headers?: Record<string, string>;
}

const BATCHES = '/api/v1/seo/batches';

const request = (method: string, path: string, body: unknown, { key = runner.apiKey, headers = {} }: Call = {}) =>
  fetch(runner.url + path, {
    method,
    headers: { 'X-SEO-API-Key': key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function dataOf(response: Response, status: number): Promise<Batch> {
  const body = (await response.json()) as { code: number; data: unknown };
  expect([response.status, body.code]).toEqual([status, status]);
  return body.data as Batch;
}

/** Validates an answer that has all members of each record. */
async function whole(answer: Promise<Batch>): Promise<Batch> {
  return batchAnswer.parse(await answer);
}

const post = async (body: unknown, status: number, call?: Call) =>
  dataOf(await request('POST', BATCHES, body, call), status);
const get = async (id: string, query = '', call?: Call) =>
  dataOf(await request('GET', `${BATCHES}/${id}${query}`, undefined, call), 200);

async function settled(id: string, call?: Call): Promise<Batch> {
  for (;;) {
    const batch = await get(id, '', call);
    if (batch.totals.pending === 0) return batch;
    expect(batch.poll_after_seconds).toBeGreaterThan(0);
    await sleep(300);
  }
}

const statuses = ({ items }: Batch) => items.map(({ status }) => status);
let fresh = 0;
const newNames = (count: number) => Array.from({ length: count }, () => `n${(fresh += 1)}.mine.test`);

test('new domains are fetched in the background, with the same metrics as single queries', async () => {
  const domains = newNames(12);
  const batch = await post({ domains }, 202);
  expect(batch.totals).toMatchObject({ domains: 12, pending: 12, done: 0 });
  expect(batch.items.map(({ input }) => input)).toEqual(domains);
  const done = await whole(settled(batch.batch_id!));
  expect(done.totals).toMatchObject({ domains: 12, pending: 0, done: 12 });
  expect(done.poll_after_seconds).toBeNull();
  const [item] = done.items;
  const single = (await (await runner.get(`/api/v1/seo/query?domain=${domains[0]!}`)).json()) as { data: object };
  expect(item!.data).toMatchObject({ cache_status: 'miss', seo_score: expect.any(Number) });
  const { page, audit, dns } = single.data as Record<string, unknown>;
  expect(item!.data).toMatchObject({ page, audit, dns });
});

test('a batch of cached domains is answered at once and not stored', async () => {
  const domains = newNames(3);
  await settled((await post({ domains }, 202)).batch_id!);
  const batch = await post({ domains: [...domains, 'not a domain'], fields: ['seo_score', 'page.title'] }, 200);
  expect(batch).toMatchObject({ batch_id: null, expires_at: null, poll_after_seconds: null, next_cursor: null });
  expect(statuses(batch)).toEqual(['done', 'done', 'done', 'invalid']);
  expect(batch.items[0]!.data).toMatchObject({ cache_status: 'hit', page: { title: 'Trail shoes' } });
  expect(batch.items[0]!.data).not.toHaveProperty('audit');
});

test('a batch belongs to the owner of the key', async () => {
  const [mine, other] = [await makeKey('basic'), await makeKey('basic')];
  const sameOwner = await makeKey('basic', mine.owner);
  const { batch_id } = await post({ domains: newNames(1) }, 202, { key: mine.value });
  expect((await get(batch_id!, '', { key: sameOwner.value })).batch_id).toBe(batch_id);
  for (const method of ['GET', 'DELETE']) {
    const response = await request(method, `${BATCHES}/${batch_id!}`, undefined, { key: other.value });
    expect(await response.json()).toMatchObject({ code: 404, error: 'not_found' });
  }
});

describe('Idempotency-Key', () => {
  test('returns the same batch for the same request, concurrently or later, and rejects another request', async () => {
    const call = { headers: { 'Idempotency-Key': 'list-1' } };
    const body = { domains: newNames(2) };
    const both = await Promise.all([post(body, 202, call), post(body, 202, call)]);
    const again = await post(body, 202, call);
    expect(new Set([...both, again].map(({ batch_id }) => batch_id)).size).toBe(1);
    const response = await request('POST', BATCHES, { domains: newNames(1) }, call);
    expect(await response.json()).toMatchObject({ code: 409, error: 'idempotency_conflict', retryable: false });
    const { value: key } = await makeKey('basic');
    expect((await post({ domains: newNames(1) }, 202, { ...call, key })).batch_id).not.toBe(again.batch_id);
  });
});

test('pages of a batch continue without gaps or repetitions', async () => {
  const domains = [...newNames(5), 'bad', ...newNames(4)];
  const { batch_id } = await post({ domains }, 202);
  await settled(batch_id!);
  const inputs: (string | null)[] = [];
  let cursor = '';
  do {
    const page: Batch = await get(batch_id!, `?limit=3${cursor && `&cursor=${cursor}`}`);
    inputs.push(...page.items.map(({ input }) => input));
    cursor = page.next_cursor ?? '';
  } while (cursor);
  expect(inputs).toEqual(domains);
  const response = await request('GET', `${BATCHES}/${batch_id!}?cursor=other`, undefined);
  expect(await response.json()).toMatchObject({ code: 422, details: [{ param: 'cursor' }] });
});

test('CSV has one row per domain, with the requested members', async () => {
  const domains = newNames(2);
  await settled((await post({ domains }, 202)).batch_id!);
  const body = { domains: [...domains, 'bad'], fields: ['seo_score', 'page.title'] };
  const response = await request('POST', `${BATCHES}?format=csv`, body);
  expect(response.headers.get('content-type')).toContain('text/csv');
  const rows = (await response.text()).trim().split('\r\n');
  expect(rows[0]).toBe('input,domain,status,error,message,seo_score,page.title');
  expect(rows[1]).toMatch(/^(n\d+\.mine\.test),\1,done,,,\d+,Trail shoes$/);
  expect(rows[3]).toBe('bad,,invalid,invalid_parameter,is a single label; give a full domain name,,');
});

test('the same condition has the same code in a single call', async () => {
  for (const value of ['http://shop.example:8080/x', 'a@shop.example', 'localhost', '10.0.0.1']) {
    const [item] = (await post({ domains: [value] }, 200)).items;
    const response = await runner.get(`/api/v1/seo/query?domain=${encodeURIComponent(value)}`);
    const single = (await response.json()) as { error: string; details: { message: string }[] };
    expect([response.status, single.error, single.details[0]!.message]).toEqual([
      ...[422, item!.error!.code, item!.error!.message],
    ]);
  }
});

test('CSV of a batch with history is rejected, since it cannot contain histories', async () => {
  const body = { domains: newNames(1), history: { range: '7D' } };
  for (const call of [{}, { headers: { Accept: 'text/csv' } }]) {
    const path = 'headers' in call ? BATCHES : `${BATCHES}?format=csv`;
    const response = await request('POST', path, body, call);
    expect(await response.json()).toMatchObject({
      code: 422,
      error: 'invalid_parameter',
      details: [{ param: 'format', message: expect.stringContaining('history') }],
    });
  }
  const { batch_id } = await post(body, 202);
  const response = await request('GET', `${BATCHES}/${batch_id!}?format=csv`, undefined);
  expect(await response.json()).toMatchObject({ code: 422, details: [{ param: 'format' }] });
});

describe('the allowance', () => {
  test('is reserved when the batch is created, rejects rows beyond it, and is returned for names that do not exist', async () => {
    const { value: key } = await makeKey('pro');
    const domains = ['nowhere1.example', 'nowhere1.example', ...newNames(6)];
    const batch = await settled((await post({ domains }, 202, { key })).batch_id!, { key });
    expect(statuses(batch)).toEqual(['not_found', 'not_found', 'done', 'done', 'done', 'done', 'refused', 'refused']);
    expect(batch.items.at(-1)!.error).toMatchObject({ code: 'domain_allowance_exceeded', retryable: true });
    const usage = (await (await runner.get('/api/v1/usage', { key })).json()) as { data: { domains: object } };
    expect(usage.data.domains).toMatchObject({ used: 4, remaining: 1 });
    const next = await post({ domains: newNames(2) }, 202, { key });
    expect(statuses(next)).toEqual(['pending', 'refused']);
  });

  test('rejects the whole batch when it is used up', async () => {
    const { value: key } = await makeKey('pro');
    await settled((await post({ domains: newNames(5) }, 202, { key })).batch_id!, { key });
    const batch = await post({ domains: newNames(2) }, 200, { key });
    expect(statuses(batch)).toEqual(['refused', 'refused']);
  });
});

test('DELETE cancels rows that were not started, and returns their allowance', async () => {
  const { value: key, owner } = await makeKey('basic');
  const { batch_id } = await post({ domains: newNames(150) }, 202, { key });
  const response = await request('DELETE', `${BATCHES}/${batch_id!}`, undefined, { key });
  const cancelled = await dataOf(response, 200);
  expect(cancelled.totals.pending).toBe(0);
  expect(cancelled.totals.refused).toBeGreaterThan(50);
  expect(cancelled.items.at(-1)!.error).toMatchObject({ code: 'cancelled' });
  await expectUsed(owner, key, async () => {
    const { done, failed } = (await get(batch_id!, '', { key })).totals;
    return done + failed;
  });
});

/** Waits until the used allowance equals the number of fetched domains. */
async function expectUsed(owner: string, key: string, fetched: () => Promise<number>) {
  for (let tries = 0; tries < 100; tries += 1) {
    const usage = (await (await runner.get('/api/v1/usage', { key })).json()) as {
      data: { domains: { used: number } };
    };
    if (usage.data.domains.used === (await fetched())) return;
    await sleep(200);
  }
  throw new Error(`The allowance of ${owner} was not given back`);
}

test('an owner with 20 batches in progress is refused another one until one of them has ended', async () => {
  const { value: key } = await makeKey('basic');
  const { value: otherKey } = await makeKey('basic');
  const usedBy = async () => {
    const usage = (await (await runner.get('/api/v1/usage', { key })).json()) as {
      data: { domains: { used: number } };
    };
    return usage.data.domains.used;
  };
  const ids: string[] = [];
  // Sites that do not respond end at their time limit, so that some batches may have ended.
  const refused = await (async () => {
    for (;;) {
      const response = await request('POST', BATCHES, { domains: [`held${ids.length}.mine.test`] }, { key });
      if (response.status !== 202) return response;
      ids.push((await dataOf(response, 202)).batch_id!);
    }
  })();
  expect(ids.length).toBeGreaterThanOrEqual(20);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '60']);
  expect(await refused.json()).toMatchObject({
    ...{ error: 'batches_full', retryable: true, retry_after_seconds: 60, values: { max: 20 } },
    message: expect.stringContaining('DELETE /api/v1/seo/batches/<batch_id>'),
  });
  expect(await usedBy()).toBe(ids.length);
  const other = await post({ domains: newNames(1) }, 202, { key: otherKey });
  for (const id of ids) await request('DELETE', `${BATCHES}/${id}`, undefined, { key });
  released.resolve();
  await settled(other.batch_id!, { key: otherKey });
  const [domain] = newNames(1);
  for (;;) {
    const response = await request('POST', BATCHES, { domains: [domain] }, { key });
    if (response.status === 202) break;
    expect(response.status).toBe(409);
    await sleep(300);
  }
});

test('refresh fetches cached domains again once', async () => {
  const domains = newNames(2);
  const first = await settled((await post({ domains }, 202)).batch_id!);
  const batch = await post({ domains, refresh: true }, 202);
  expect(statuses(batch)).toEqual(['pending', 'pending']);
  const again = await settled(batch.batch_id!);
  expect(again.items[0]!.data).toMatchObject({ cache_status: 'refreshed' });
  expect(again.items[0]!.data!.updated_at > first.items[0]!.data!.updated_at).toBe(true);
});

test('history is included with its own members', async () => {
  const domains = newNames(2);
  await settled((await post({ domains }, 202)).batch_id!);
  const history = { range: '7d', fields: ['snapshots.captured_at', 'snapshots.seo_score'] };
  const batch = await post({ domains, fields: ['domain'], history }, 200);
  expect(batch.items[0]!.history).toMatchObject({
    domain: domains[0],
    count: 1,
    snapshots: [{ captured_at: expect.any(String), seo_score: expect.any(Number) }],
  });
  const response = await request('POST', BATCHES, { domains: newNames(101), history: {} });
  expect(await response.json()).toMatchObject({ code: 422, details: [{ param: 'domains' }] });
});

describe('actions of the operator', () => {
  let lambda: LambdaClient;
  beforeAll(() => {
    lambda = new LambdaClient(runner.aws);
  });
  afterAll(() => lambda.destroy());
  const command = async (payload: object) => {
    const invoke = new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload: JSON.stringify(payload) });
    expect((await lambda.send(invoke)).FunctionError).toBeUndefined();
  };

  test('a blocked domain is rejected', async () => {
    const [blocked, other] = newNames(2);
    await command({ block: [blocked] });
    const batch = await settled((await post({ domains: [blocked, other] }, 202)).batch_id!);
    expect(statuses(batch)).toEqual(['refused', 'done']);
    const single = await runner.get(`/api/v1/seo/query?domain=${blocked!}`);
    const { error, details } = (await single.json()) as { error: string; details: { message: string }[] };
    expect(batch.items[0]!.error).toEqual({ code: error, message: details[0]!.message, retryable: false });
  });

  test('a deleted domain is deleted from batches', async () => {
    const [gone, kept] = newNames(2);
    const { batch_id } = await post({ domains: [`https://${gone!}/secret`, kept] }, 202);
    await settled(batch_id!);
    await command({ forget: [gone] });
    const response = await request('GET', `${BATCHES}/${batch_id!}`, undefined);
    const text = await response.text();
    expect(text).not.toContain(gone);
    expect(text).not.toContain('secret');
    expect(text).toContain(kept);
  });
});
