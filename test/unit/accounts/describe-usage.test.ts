import { beforeEach, expect, jest, test } from '@jest/globals';
import type { KeyHolder } from '../../../functions/core/accounts/key-tags.ts';
import type { KeyCount, PlanCount } from '../../../functions/core/accounts/plan-usage.ts';
import { usageAnswer } from '../../../functions/core/accounts/answer-schema.ts';
import { createSharedCount, describeUsage } from '../../../functions/core/accounts/describe-usage.ts';

const NOW = Date.parse('2028-02-29T23:30:00Z');
const HOLDER: KeyHolder = { owner: 'o1', plan: 'basic', domainsPerDay: null, pagesPerDay: null };
const plans = { basic: { domains: 10, pages: 20, watches: 3 }, pro: { domains: 100, pages: 200, watches: 30 } };

async function describeKey(count: KeyCount | undefined, holder: Partial<KeyHolder> = {}, readAt = NOW) {
  const limits = { requestsPerSecond: 0.5, burst: 60, monthlyQuota: 1_000 };
  const usage = await describeUsage('a1', {
    holders: { find: () => Promise.resolve({ ...HOLDER, ...holder }) },
    allowances: { used: () => Promise.resolve({ domains: 12, pages: 3 }) },
    plans,
    countOf: () => Promise.resolve({ limits, readAt, keys: count ? { a1: count } : {} }),
    now: () => NOW,
  });
  return usageAnswer.parse(usage);
}

test('the month ends with its last day, a leap day too', async () => {
  const days = Array.from({ length: 29 }, (_, index) => index);
  const { quota, days: listed, domains } = await describeKey({ days, remaining: 594 });
  expect(listed).toHaveLength(29);
  expect([listed[0], listed[28]]).toEqual([
    { date: '2028-02-01', requests: 0 },
    { date: '2028-02-29', requests: 28 },
  ]);
  expect(quota).toEqual({
    limit: 1_000,
    period: 'month',
    used: 406,
    remaining: 594,
    resets_at: '2028-03-01T00:00:00.000Z',
  });
  expect(domains.resets_at).toBe('2028-03-01T00:00:00.000Z');
});

test('a key without requests has used nothing', async () => {
  const { quota, days } = await describeKey(undefined, {}, NOW - 3 * 60_000);
  expect(quota).toMatchObject({ used: 0, remaining: 1_000 });
  expect(days.every(({ requests }) => requests === 0)).toBe(true);
});

test('an allowance that was lowered below its use has nothing remaining', async () => {
  const { domains, pages } = await describeKey(undefined, { pagesPerDay: 2 });
  expect(domains).toMatchObject({ limit_per_day: 10, used: 12, remaining: 0 });
  expect(pages).toMatchObject({ limit_per_day: 2, used: 3, remaining: 0 });
});

test('the allowances are those of the day that has begun while the requests were counted', async () => {
  const midnight = Date.parse('2028-03-01T00:00:00Z');
  let time = midnight - 1_000;
  const { domains } = await describeUsage('a1', {
    holders: { find: () => Promise.resolve(HOLDER) },
    allowances: { used: () => Promise.resolve({ domains: time < midnight ? 9 : 1, pages: 0 }) },
    plans,
    countOf: async () => {
      await Promise.resolve();
      time = midnight + 1_000;
      return countAt(time);
    },
    now: () => time,
  });
  expect(domains).toMatchObject({ used: 1, remaining: 9, resets_at: '2028-03-02T00:00:00.000Z' });
});

test('describeUsage fails with a retryable error when the plan of the key is unknown', async () => {
  await expect(describeKey(undefined, { plan: null })).rejects.toMatchObject({ code: 'gateway_timeout' });
});

const MINUTE = 60_000;
const limits = { requestsPerSecond: 1, burst: 60, monthlyQuota: 50_000 };
let now: number;
let stored: PlanCount | null;
let refresh: () => Promise<PlanCount | null>;
let refreshes: number;

beforeEach(() => {
  now = Date.parse('2026-11-05T12:00:00Z');
  stored = null;
  refreshes = 0;
  jest.spyOn(console, 'warn').mockReturnValue();
});

const countAt = (readAt: number): PlanCount => ({ limits, readAt, keys: {} });
const find = () =>
  createSharedCount({
    stored: { read: () => Promise.resolve(stored) },
    refresh: () => {
      refreshes += 1;
      return refresh();
    },
    // Each call advances the clock.
    now: () => (now += 10),
  })('basic', 'a1');

test('a count of a few minutes ago is returned', async () => {
  stored = countAt(now - 4 * MINUTE);
  expect(await find()).toBe(stored);
  expect(refreshes).toBe(0);
});

test('an older count is read again', async () => {
  stored = countAt(now - 6 * MINUTE);
  const newer = countAt(now);
  refresh = () => Promise.resolve(newer);
  expect(await find()).toBe(newer);
});

test.each([
  ['another caller reads it', () => Promise.resolve(null)],
  ['API Gateway does not answer', () => Promise.reject(new Error('TooManyRequestsException'))],
])('the older count is returned while %s', async (_, answer) => {
  stored = countAt(now - 6 * MINUTE);
  refresh = answer;
  expect(await find()).toBe(stored);
});

test('a caller waits for the one that reads the count when there is none', async () => {
  refresh = () => {
    if (refreshes === 2) stored = countAt(now);
    return Promise.resolve(null);
  };
  expect(await find()).toBe(stored);
  expect(refreshes).toBe(2);
});

test('the shared count fails with a retryable error when there is none in time', async () => {
  refresh = () => {
    now += 7_000;
    return Promise.resolve(null);
  };
  await expect(find()).rejects.toMatchObject({ code: 'gateway_timeout', retryable: true });
});
