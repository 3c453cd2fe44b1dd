import { beforeEach, expect, jest, test } from '@jest/globals';
import type { PlanCount } from '../../../../functions/core/accounts/plan-usage.ts';
import { createSharedCount } from '../../../../functions/core/accounts/usage/shared-count.ts';

const MINUTE = 60_000;
const limits = { requestsPerSecond: 1, burst: 60, monthlyQuota: 50_000 };
let now: number;
let stored: PlanCount | null;
let readAnew: () => Promise<PlanCount | null>;
let asked: number;

beforeEach(() => {
  now = Date.parse('2026-11-05T12:00:00Z');
  stored = null;
  asked = 0;
  jest.spyOn(console, 'warn').mockReturnValue();
});

const countAt = (readAt: number): PlanCount => ({ limits, readAt, keys: {} });
const find = () =>
  createSharedCount({
    stored: { read: () => Promise.resolve(stored) },
    readAnew: () => {
      asked += 1;
      return readAnew();
    },
    // Time goes on with each look at it.
    now: () => (now += 10),
  })('basic', 'a1');

test('a count of a few minutes ago is taken as it is', async () => {
  stored = countAt(now - 4 * MINUTE);
  expect(await find()).toBe(stored);
  expect(asked).toBe(0);
});

test('an older one is read anew', async () => {
  stored = countAt(now - 6 * MINUTE);
  const anew = countAt(now);
  readAnew = () => Promise.resolve(anew);
  expect(await find()).toBe(anew);
});

test.each([
  ['another reads it', () => Promise.resolve(null)],
  ['API Gateway does not answer', () => Promise.reject(new Error('TooManyRequestsException'))],
])('while %s the older one is told', async (_, answer) => {
  stored = countAt(now - 6 * MINUTE);
  readAnew = answer;
  expect(await find()).toBe(stored);
});

test('where there is none, the caller waits for the one who reads it', async () => {
  readAnew = () => {
    if (asked === 2) stored = countAt(now);
    return Promise.resolve(null);
  };
  expect(await find()).toBe(stored);
  expect(asked).toBe(2);
});

test('where none comes in time, another try makes sense', async () => {
  readAnew = () => {
    now += 7_000;
    return Promise.resolve(null);
  };
  await expect(find()).rejects.toMatchObject({ code: 'gateway_timeout', retryable: true });
});
