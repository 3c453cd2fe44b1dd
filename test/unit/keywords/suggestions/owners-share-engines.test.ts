import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProviderRateLimit, type ProviderRateLimit } from '../../../../functions/core/platform/rate-limit.ts';
import { INLINE_SLOT_MS } from '../../../../functions/core/sources/limits.ts';
import {
  createOwnerRateLimit,
  createProviderClient,
  createRateLimitedClient,
} from '../../../../functions/core/sources/providers/provider-client.ts';
import { requestOnce, type RequestOnceServices } from '../../../../functions/core/keywords/suggestions/request-once.ts';
import { coordinationTable } from '../../../support/dynamodb.ts';
import { createTestSuggestionServices } from '../../../support/suggestion-services.ts';
import { useFresh } from '../../../support/use-opened.ts';

/** How many times faster than the real time the clock is. */
const SPEED = 5;
const now = () => SPEED * Date.now();
const pass = (ms: number) => sleep(ms / SPEED);

const opened = useFresh(() => createTestSuggestionServices());

/** The services of an instance, with the rate limits of the fast clock. */
function instance(): RequestOnceServices {
  const real = createProviderRateLimit(opened.db, coordinationTable.name, Date.now);
  const fast: ProviderRateLimit = {
    take: ({ intervalMs, ...limit }, maxWaitMs) =>
      real.take({ ...limit, intervalMs: intervalMs / SPEED }, maxWaitMs / SPEED),
  };
  const plain = createProviderClient('search-metrics-test');
  const inline = createRateLimitedClient(plain, createOwnerRateLimit(fast, now), INLINE_SLOT_MS);
  return { ...opened.services, http: { ...opened.services.http, inline } };
}

let seeds = 0;

/** Sends new queries to one engine in one request. @returns the number of those that were answered */
async function request(owner: string, count: number): Promise<number> {
  const seed = `seed ${(seeds += 1)}`;
  const sourceQueries = Array.from({ length: count }, (_, index) => ({
    id: 'google' as const,
    query: `${seed} ${index}`,
  }));
  const locale = { language: 'en', region: 'US' };
  const suggestions = { name: seed, seed, sourceQueries, locale, refresh: false, owner };
  const outcomes = await requestOnce(suggestions, sourceQueries, 9_000, instance());
  return outcomes.filter(({ status }) => status === 'ok' || status === 'empty').length;
}

/** Sends a request again and again. @returns the number of queries that were answered, of each request */
const repeat = (times: number, everyMs: number, owner: string, count: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: times }, async (_, index) => {
      await pass(index * everyMs);
      return request(owner, count);
    }),
  );

/** As long as it takes until four queries a second and one of another owner fill the queue of an engine. */
const FILL_SECONDS = 18;
const SECONDS = FILL_SECONDS + 4;

test.each([
  ['a long-tail request at each second', 1, 6],
  ['four single queries at each second', 4, 1],
  ['four long-tail requests at each second', 4, 6],
])(
  'single queries and long-tail requests of an owner are answered beside %s of another',
  async (_name, perSecond, count) => {
    const flood = repeat(SECONDS * perSecond, 1_000 / perSecond, 'flooding', count);
    const singles = repeat(FILL_SECONDS, 1_000, 'another', 1);
    await pass(FILL_SECONDS * 1_000);
    expect(await request('another', 6)).toBe(6);
    expect(await singles).toEqual(Array.from({ length: FILL_SECONDS }, () => 1));
    const answered = (await flood).reduce((sum, each) => sum + each, 0);
    expect(answered).toBeGreaterThan(SECONDS);
  },
);

test('a query that gets its turn late, on a busy machine, still waits for the engine', async () => {
  const limit = { key: 'engine', intervalMs: 250, owner: 'late' };
  const real = createProviderRateLimit(opened.db, coordinationTable.name, Date.now);
  const clock = { now: 0 };
  const late: ProviderRateLimit = {
    async take(taken, maxWaitMs) {
      const slot = await real.take(taken, maxWaitMs);
      if (taken.key !== limit.key) clock.now += INLINE_SLOT_MS;
      return slot;
    },
  };
  await real.take({ key: limit.key, intervalMs: limit.intervalMs }, 0);
  const slot = await createOwnerRateLimit(late, () => clock.now).take(limit, INLINE_SLOT_MS);
  await slot.end('answered');
  expect(clock.now).toBe(INLINE_SLOT_MS);
});

test('two long-tail requests of an owner at once are answered when there are no others', async () => {
  expect(await Promise.all([request('alone', 6), request('alone', 6)])).toEqual([6, 6]);
});
