import { expect, test } from '@jest/globals';
import { ApiError } from '../../../../functions/back-office/page/src/api/client.ts';
import {
  type Following,
  followParts,
  lateIn,
  type Part,
  secondsLeft,
  totalsOf,
  unseen,
} from '../../../../functions/back-office/page/src/batches/follow-parts.ts';
import { sampleBatch } from './sample-batches.ts';

const part = (id: string): Part => ({ id, batch: null, lines: 1, error: null });
const pending = (id: string, seconds: number) => sampleBatch(id, ['a.example'], { poll_after_seconds: seconds });
const done = (id: string) => sampleBatch(id, ['a.example']);

/** Follows parts whose polls return the given batches or errors in order. */
async function follow(polls: Record<string, (ReturnType<typeof done> | Error)[]>) {
  const states: Following[] = [];
  const waits: number[] = [];
  const loads: string[] = [];
  await followParts(unseen(Object.keys(polls).map(part)), {
    async *load(one) {
      loads.push(one.id);
      const next = await Promise.resolve(polls[one.id]!.shift()!);
      if (next instanceof Error) throw next;
      yield { ...one, batch: next };
    },
    pause: (ms) => Promise.resolve(void waits.push(ms / 1_000)),
    onChange: (state) => states.push(state),
    signal: new AbortController().signal,
    now: () => waits.length,
  });
  return { last: states.at(-1)!, states, waits, loads };
}

test('complete parts are loaded once, pending ones again at the interval of the service, at most 15 seconds', async () => {
  const { last, waits, loads } = await follow({
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
  const { last, states, waits } = await follow({ b1: [pending('b1', 2), error, done('b1')], b2: [done('b2')] });
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
  const { last, loads } = await follow({ b1: [gone], b2: [pending('b2', 1), done('b2')] });
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
  const { last, waits } = await follow({ b1: [pending('b1', 2), late('b1', 3), late('b1', 1), late('b1', 0)] });
  expect(waits).toEqual([2, 15, 15]);
  expect([last.waitSeconds, lateIn(last)]).toEqual([null, 0]);
});

test('sources that do not answer for five minutes are no longer polled, but still reported', async () => {
  const { last, waits } = await follow({ b1: Array.from({ length: 30 }, () => late('b1', 2)) });
  expect(waits).toEqual(Array(20).fill(15));
  expect([last.waitSeconds, lateIn(last)]).toEqual([null, 2]);
});

test('a batch of only cached domains is not polled', async () => {
  const { last, waits } = await follow({ 'new-1': [late(null, 2)] });
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
