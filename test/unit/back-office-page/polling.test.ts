import { describe, expect, test } from '@jest/globals';
import type { SiteState } from '../../../functions/back-office/contract.ts';
import { ApiError } from '../../../functions/back-office/page/src/api/client.ts';
import {
  type Following,
  lateIn,
  type Part,
  pollParts,
  secondsLeft,
  totalsOf,
  unseen,
} from '../../../functions/back-office/page/src/batches/follow-parts.ts';
import { type AwaitedWork, awaitWork, nextPoll } from '../../../functions/back-office/page/src/domain/awaited-work.ts';
import {
  type CrawlSample,
  speedOf,
  withSample,
} from '../../../functions/back-office/page/src/domain/site/crawl-speed.ts';
import { pollAfter } from '../../../functions/back-office/page/src/domain/site/use-site.ts';
import { pauseAfter } from '../../../functions/back-office/page/src/loading/query-client.ts';
import { sampleBatch } from './batches/sample-batches.ts';

const before = { updated_at: '2026-11-20T00:00:00Z', activity: 'idle' as const, failure: null };

/** Returns the number of polls until the work is done, or `null`. */
function pollsUntilDone(seen: Parameters<typeof nextPoll>[1][]): number | null {
  let work: AwaitedWork | null = awaitWork(before, true);
  for (const [index, one] of seen.entries()) {
    work = nextPoll(work, one);
    if (work === null) return index + 1;
  }
  return null;
}

test('work is done when no activity is left', () => {
  expect(pollsUntilDone([{ ...before, activity: 'waiting' }, { ...before, activity: 'running' }, before])).toBe(3);
});

test('work that has not begun is awaited for a limited number of polls', () => {
  expect(pollsUntilDone([before, before])).toBeNull();
  expect(pollsUntilDone([before, { ...before, activity: 'running' }, before])).toBe(3);
  expect(pollsUntilDone(Array.from({ length: 10 }, () => before))).toBe(5);
});

test('work that is complete before the first poll is recognized by its result', () => {
  expect(pollsUntilDone([{ ...before, updated_at: '2026-11-21T00:00:00Z' }])).toBe(1);
});

test('work that has failed before the first poll is recognized by its failure, not by an earlier one', () => {
  const failure = (failed_at: string) => ({ code: 'timeout', message: 'x', retryable: true, failed_at });
  const [earlier, now] = [failure('2026-11-20T00:00:00Z'), failure('2026-11-21T00:00:00Z')];
  const work = awaitWork({ ...before, failure: earlier }, true);
  expect(nextPoll(work, { ...before, failure: earlier })).not.toBeNull();
  expect(nextPoll(work, { ...before, failure: now })).toBeNull();
});

const site = (poll_after_seconds: number | null) =>
  ({ audit: { poll_after_seconds }, most_pages: 5_000 }) as unknown as SiteState;

test.each([
  [0, 2_000],
  [3, 3_000],
  [9, 3_000],
  [10, 10_000],
  [60, 10_000],
  [null, false],
])('a crawl with poll_after_seconds %j is polled after %j ms', (seconds, ms) => {
  expect(pollAfter(site(seconds))).toBe(ms);
});

test('a site that was never crawled, or is not known yet, is not polled', () => {
  expect(pollAfter(undefined)).toBe(false);
  expect(pollAfter({ audit: null, most_pages: 5_000, page_limit: null, past_issues: [] })).toBe(false);
});

const errorOf = (status: number, other: { retryable?: boolean; retryAfterSeconds?: number } = {}) =>
  new ApiError('', { code: 'x', status, retryable: false, ...other });
const unreachable = new ApiError('', { code: 'unreachable', retryable: true });

test.each([
  ['no connection', unreachable, 15_000, 10_000],
  ['an error of the service', errorOf(500), null, 10_000],
  ['a rate limit', errorOf(429, { retryable: true, retryAfterSeconds: 3 }), 3_000, 3_000],
  ['a rate limit of a day', errorOf(429, { retryAfterSeconds: 86_400 }), 3_600_000, 3_600_000],
  ['a refused parameter', errorOf(422), null, null],
])(
  'after %s, a request is sent again at the time that fits, and a poll with the next one',
  (_, error, once, polled) => {
    expect([pauseAfter(error), pauseAfter(error, true)]).toEqual([once, polled]);
  },
);

describe('the speed of a crawl', () => {
  const speedAfter = (...fetched: number[]) =>
    speedOf(
      fetched.reduce<readonly CrawlSample[]>(
        (samples, count, index) => withSample(samples, { at: index * 2_000, fetched: count }),
        [],
      ),
    );

  test('is that of the last ten polls', () => {
    expect(speedAfter(0, 2, 4)).toBe(1);
    expect(speedAfter(...Array.from({ length: 30 }, (_, index) => (index < 20 ? 0 : (index - 19) * 8)))).toBe(4);
  });

  test('is unknown before any progress and when another crawl begins', () => {
    expect(speedAfter(0)).toBeNull();
    expect(speedAfter(5, 5, 5)).toBeNull();
    expect(speedAfter(50, 60, 0)).toBeNull();
  });

  test('does not change while the service returns the same progress', () => {
    const samples = [{ at: 0, fetched: 3 }];
    expect(withSample(samples, { at: 0, fetched: 3 })).toBe(samples);
  });
});

const part = (id: string): Part => ({ id, batch: null, lines: 1, error: null });
const pending = (id: string, seconds: number) => sampleBatch(id, ['a.example'], { poll_after_seconds: seconds });
const done = (id: string) => sampleBatch(id, ['a.example']);

/** Follows parts whose polls return the given batches or errors in order. */
async function followBatch(polls: Record<string, (ReturnType<typeof done> | Error)[]>) {
  const states: Following[] = [];
  const waits: number[] = [];
  const loads: string[] = [];
  let following = unseen(Object.keys(polls).map(part));
  do {
    following = await pollParts(following, {
      async *load(one) {
        loads.push(one.id);
        const next = await Promise.resolve(polls[one.id]!.shift()!);
        if (next instanceof Error) throw next;
        yield { ...one, batch: next };
      },
      onChange: (state) => states.push(state),
      signal: new AbortController().signal,
      now: () => waits.length,
    });
    states.push(following);
    if (following.waitSeconds !== null) waits.push(following.waitSeconds);
  } while (following.waitSeconds !== null);
  return { last: states.at(-1)!, states, waits, loads };
}

test('complete parts are loaded once, pending ones again at the interval of the service, at most 15 seconds', async () => {
  const { last, waits, loads } = await followBatch({
    b1: [pending('b1', 3), pending('b1', 120), pending('b1', 0), done('b1')],
    b2: [done('b2')],
  });
  expect(loads).toEqual(['b1', 'b2', 'b1', 'b1', 'b1']);
  expect(waits).toEqual([3, 15, 1]);
  expect(last).toMatchObject({ trouble: null, waitSeconds: null, parts: [{ id: 'b1' }, { id: 'b2' }] });
});

test.each([
  ['no connection', new ApiError('', { code: 'unreachable', retryable: true })],
  ['an error of the service', new ApiError('', { code: 'internal', status: 500, retryable: false })],
  ['a sign-in that has ended', new ApiError('', { code: 'sign_in_required', status: 401, retryable: false })],
])('%s is reported, keeps the known data, and is cleared by a later poll', async (_, error) => {
  const { last, states, waits } = await followBatch({ b1: [pending('b1', 2), error, done('b1')], b2: [done('b2')] });
  const troubled = states.find(({ trouble }) => trouble !== null)!;
  expect(troubled).toMatchObject({
    trouble: error,
    waitSeconds: 10,
    last: { at: 0, rows: 0 },
    parts: [{ batch: { poll_after_seconds: 2 } }, {}],
  });
  expect(waits).toEqual([2, 10]);
  expect(last).toMatchObject({ trouble: null, waitSeconds: null });
});

test('a batch that does not exist ends only its own part', async () => {
  const gone = new ApiError('', { code: 'not_found', status: 404, retryable: false });
  const { last, loads } = await followBatch({ b1: [gone], b2: [pending('b2', 1), done('b2')] });
  expect(loads).toEqual(['b1', 'b2', 'b2']);
  expect(last.parts[0]).toMatchObject({ batch: null, error: gone });
  expect(last.parts[1]).toMatchObject({ error: null });
});

test('totals include all parts, and rows that are not loaded are pending', () => {
  const parts = [
    { ...part('b1'), batch: sampleBatch('b1', ['a.example', 'b.example']) },
    { ...part('new-1'), lines: 7 },
  ];
  expect(totalsOf(parts)).toEqual({ domains: 9, done: 2, pending: 7, not_found: 0, failed: 0, invalid: 0, refused: 0 });
});

const late = (id: string | null, rows: number) => {
  const batch = sampleBatch(id, ['a.example', 'b.example', 'c.example']);
  const items = batch.items.map((item, index) => ({
    ...item,
    data: { sources: [], pending: index < rows ? ['rdap'] : [] },
  }));
  return { ...batch, items };
};

test('slow sources are polled every 15 seconds after the sites until they have answered', async () => {
  const { last, waits } = await followBatch({ b1: [pending('b1', 2), late('b1', 3), late('b1', 1), late('b1', 0)] });
  expect(waits).toEqual([2, 15, 15]);
  expect([last.waitSeconds, lateIn(last)]).toEqual([null, 0]);
});

test('sources that do not answer for five minutes are no longer polled, but still reported', async () => {
  const { last, waits } = await followBatch({ b1: Array.from({ length: 30 }, () => late('b1', 2)) });
  expect(waits).toEqual(Array(20).fill(15));
  expect([last.waitSeconds, lateIn(last)]).toEqual([null, 2]);
});

test('a batch of only cached domains is not polled', async () => {
  const { last, waits } = await followBatch({ 'new-1': [late(null, 2)] });
  expect([waits, lateIn(last)]).toEqual([[], 2]);
});

test.each([
  // 40 of 100 rows were settled within 20 seconds.
  [{ at: 0, rows: 100 }, { at: 20_000, rows: 60 }, 30],
  [{ at: 0, rows: 100 }, { at: 20_000, rows: 100 }, null],
  [{ at: 0, rows: 100 }, { at: 20_000, rows: 0 }, null],
  [null, null, null],
])('the remaining time is estimated from the rate so far: %j, %j', (first, last, seconds) => {
  expect(secondsLeft({ first, last })).toBe(seconds);
});
