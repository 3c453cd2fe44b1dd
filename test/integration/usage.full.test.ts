import { beforeAll, describe, expect, test } from '@jest/globals';
import type { NewGatewayKey } from '../../functions/core/accounts/gateway-keys.ts';
import { type UsageAnswer, usageAnswer } from '../../functions/core/accounts/answer-schema.ts';
import { keyStoreOf } from '../../infra/operations/key-commands.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite } from '../support/site.ts';
import { useOpened } from '../support/use-opened.ts';

const BASIC = { requestsPerSecond: 100, burst: 200, monthlyQuota: 60, domainsPerDay: 3, pagesPerDay: 4 };
const PRO = { requestsPerSecond: 200, burst: 300, monthlyQuota: 1_000, domainsPerDay: 30, pagesPerDay: 40 };

// Allowances are counted by day.
keepSuiteWithinDay();

const site = useOpened(() =>
  startSite(onlyHomePage(() => '<title>Trail shoes</title><h1>Trail shoes</h1><p>trail shoes')),
);
const runner = useOpened(() =>
  startTestRunner(
    {
      ...punctual,
      LOCAL_RESOLVE: `*.mine.test=127.0.0.1:${site.port}`,
      CDK_CONTEXT_JSON: JSON.stringify({ basicPlan: BASIC, proPlan: PRO }),
    },
    ['--offline'],
  ),
);

const keyStore = () => keyStoreOf({ localPort: Number(new URL(runner.url).port) }, runner.dataDir);

let made = 0;
const makeKey = (plan: 'basic' | 'pro', owner?: string) =>
  keyStore().create({ name: `usage-${(made += 1)}`, plan, note: '', owner });

const get = ({ value }: Pick<NewGatewayKey, 'value'>, path: string) => runner.get(`/api/v1/${path}`, { key: value });

async function usageOf(key: NewGatewayKey): Promise<UsageAnswer> {
  const response = await get(key, 'usage');
  expect(response.status).toBe(200);
  return usageAnswer.parse(((await response.json()) as { data: unknown }).data);
}

async function statusOf(key: NewGatewayKey, path: string): Promise<[status: number, error?: string]> {
  const response = await get(key, path);
  const { error } = (await response.json()) as { error?: string };
  return error ? [response.status, error] : [response.status];
}

const REFUSED = [429, 'domain_allowance_exceeded'];
const today = () => new Date().toISOString().slice(0, 10);

describe('an owner with two keys', () => {
  let first: NewGatewayKey;
  let second: NewGatewayKey;
  beforeAll(async () => {
    first = await makeKey('basic');
    second = await makeKey('basic', first.owner);
  });

  test('two keys of one owner share their allowance, and cached data cost nothing', async () => {
    expect(await statusOf(first, 'seo/query?domain=one.mine.test')).toEqual([200]);
    expect(await statusOf(first, 'seo/query?domain=one.mine.test')).toEqual([200]);
    expect(await statusOf(second, 'seo/query?domain=one.mine.test&refresh=1')).toEqual([200]);
    expect(await statusOf(second, 'seo/query?domain=no-such-name.example')).toEqual([404, 'domain_not_found']);
    expect(await statusOf(second, 'seo/keywords?domain=two.mine.test')).toEqual([200]);
    expect(await statusOf(first, 'seo/query?domain=three.mine.test')).toEqual(REFUSED);
    expect(await statusOf(second, 'seo/query?domain=one.mine.test&refresh=1')).toEqual(REFUSED);
    expect(await statusOf(second, 'seo/keywords?domain=three.mine.test')).toEqual(REFUSED);
    expect(await statusOf(second, 'seo/query?domain=two.mine.test')).toEqual([200]);
    expect(await statusOf(second, 'seo/keywords?domain=one.mine.test')).toEqual([200]);
  });

  test('the error contains the time until the next day in body and header', async () => {
    const response = await get(first, 'seo/query?domain=three.mine.test');
    const body = (await response.json()) as Record<string, unknown>;
    const seconds = (Date.parse(`${today()}T24:00:00Z`) - Date.now()) / 1000;
    expect(Math.abs(Number(body.retry_after_seconds) - seconds)).toBeLessThan(5);
    expect(response.headers.get('Retry-After')).toBe(String(body.retry_after_seconds));
    expect(body).toMatchObject({ code: 429, success: false, retryable: true });
  });

  test("usage counts the requests of the caller's key, and the domains of its owner", async () => {
    const requestedAt = Date.now();
    const [one, other] = [await usageOf(first), await usageOf(second)];
    // The gateway counts this request before it is answered; both answers share the count.
    expect(one.quota.used).toBe(5);
    expect(other.as_of).toBe(one.as_of);
    expect(other.quota.used).toBe(7);
    expect(Date.parse(one.as_of)).toBeGreaterThanOrEqual(requestedAt);
    expect(one).toMatchObject({ plan: 'basic', rate_per_second: 100, burst: 200 });
    const next = new Date(Date.parse(`${today()}T24:00:00Z`)).toISOString();
    for (const { domains, pages } of [one, other]) {
      expect(domains).toEqual({ limit_per_day: 3, used: 3, remaining: 0, resets_at: next });
      expect(pages).toEqual({ limit_per_day: 4, used: 0, remaining: 4, resets_at: next });
    }
  });

  test('the days are those of the current month, and their requests add up', async () => {
    const { days, quota } = await usageOf(first);
    expect(days.map(({ date }) => date)).toEqual(
      Array.from(
        { length: Number(today().slice(8)) },
        (_, index) => `${today().slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
      ),
    );
    expect(days.at(-1)!.requests).toBe(quota.used);
    expect(quota).toMatchObject({ limit: 60, period: 'month', remaining: 60 - quota.used });
    const reset = new Date(quota.resets_at);
    expect([reset.getUTCDate(), reset.getUTCHours(), reset > new Date()]).toEqual([1, 0, true]);
  });

  test('the count of a plan is cached for some minutes', async () => {
    const { as_of, quota } = await usageOf(first);
    await usageOf(second);
    expect(await usageOf(first)).toMatchObject({ as_of, quota });
  });
});

test('a key that was moved to another plan has that plan, its limits and a count of its own', async () => {
  const key = await makeKey('basic');
  expect(await statusOf(key, 'seo/history?domain=one.mine.test')).toEqual([200]);
  await keyStore().change(key.id, { plan: 'pro' });
  const usage = await usageOf(key);
  expect(usage).toMatchObject({ plan: 'pro', rate_per_second: 200, burst: 300 });
  expect(usage.quota).toMatchObject({ limit: 1_000, used: 1, remaining: 999 });
  expect([usage.domains.limit_per_day, usage.pages.limit_per_day]).toEqual([30, 40]);
});

test('the allowance of an owner takes precedence over that of the plan', async () => {
  const key = await makeKey('basic');
  await keyStore().allow(key.owner, { domainsPerDay: 1, pagesPerDay: null });
  expect(await statusOf(key, 'seo/query?domain=own.mine.test')).toEqual([200]);
  expect(await statusOf(key, 'seo/query?domain=other.mine.test')).toEqual(REFUSED);
  const { domains, pages } = await usageOf(key);
  expect([domains.limit_per_day, domains.used, pages.limit_per_day]).toEqual([1, 1, 4]);
});

test('the new domains of a watch count, and are refused together when the allowance does not suffice', async () => {
  const key = await makeKey('basic');
  const watch = async (...names: string[]) => {
    const body = { domains: names.map((name) => `${name}.mine.test`), conditions: [{ on: 'noindex' }] };
    const headers = { 'X-SEO-API-Key': key.value };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${runner.url}/api/v1/seo/watches`, init);
    const { error } = (await response.json()) as { error?: string };
    return error ? [response.status, error] : [response.status];
  };
  expect(await watch('w1', 'w2', 'w3', 'w4')).toEqual(REFUSED);
  expect((await usageOf(key)).domains.used).toBe(0);
  expect(await watch('w1', 'w2', 'w3')).toEqual([201]);
  expect(await watch('w4')).toEqual(REFUSED);
});

test('a key that is disabled or has used up its quota is rejected by the gateway', async () => {
  const disabled = await makeKey('basic');
  await keyStore().change(disabled.id, { enabled: false });
  expect(await statusOf(disabled, 'usage')).toEqual([401, 'invalid_api_key']);
  const spent = await makeKey('basic');
  for (let time = 0; time < 60; time += 1) await get(spent, 'usage').then((response) => response.arrayBuffer());
  expect(await statusOf(spent, 'usage')).toEqual([429, 'quota_exceeded']);
});

test('usage has no parameters except the key', async () => {
  const key = await makeKey('basic');
  const response = await get(key, 'usage?range=30d');
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    error: 'invalid_parameter',
    details: [{ param: 'range', message: 'is not a known parameter; none are accepted' }],
  });
  expect((await runner.get(`/api/v1/usage?api_key=${key.value}`, { key: null })).status).toBe(200);
});

test('a response that counts states what is left, a cached one and one that counts nothing do not', async () => {
  const other = await makeKey('basic');
  const fieldsOf = async (path: string) => {
    const { headers } = await get(other, path);
    const state = headers.get('RateLimit')?.replaceAll(/t=\d+/g, 't=…') ?? null;
    return [headers.get('RateLimit-Policy'), state];
  };
  const ofDay = (name: string, limit: number, left: number) => [
    `"${name}";q=${limit};w=86400`,
    `"${name}";r=${left};t=…`,
  ];
  expect(await fieldsOf('seo/query?domain=four.mine.test')).toEqual(ofDay('domains', 3, 2));
  expect(await fieldsOf('seo/query?domain=four.mine.test')).toEqual([null, null]);
  expect(await fieldsOf('seo/query?domain=no-such-name.example')).toEqual([null, null]);
  expect(await fieldsOf('seo/page?url=http://four.mine.test/')).toEqual(ofDay('pages', 4, 3));
  expect(await fieldsOf('seo/site?domain=four.mine.test&pages=2')).toEqual(ofDay('pages', 4, 1));
  const batch = { domains: ['five.mine.test', 'six.mine.test', 'seven.mine.test', 'four.mine.test'] };
  const created = await fetch(`${runner.url}/api/v1/seo/batches`, {
    method: 'POST',
    headers: { 'X-SEO-API-Key': other.value, 'Content-Type': 'application/json' },
    body: JSON.stringify(batch),
  });
  expect(created.headers.get('RateLimit')).toMatch(/^"domains";r=0;t=\d+$/);
  expect(await fieldsOf('seo/query?domain=eight.mine.test')).toEqual(ofDay('domains', 3, 0));

  const { headers } = await get(other, 'usage');
  expect(headers.get('RateLimit')).toMatch(/^"domains";r=0;t=\d+, "pages";r=[1-4];t=\d+, "month";r=\d+;t=\d+$/);
  const policy = /^"domains";q=3;w=86400, "pages";q=4;w=86400, "month";q=60;w=(\d+)$/;
  const [, seconds] = policy.exec(headers.get('RateLimit-Policy')!)!;
  expect([28, 29, 30, 31]).toContain(Number(seconds) / 86_400);
});
