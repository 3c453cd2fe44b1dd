import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { pollAfter } from '../../../functions/core/batches/read-batch.ts';
import { batchInProgress, yieldMs } from '../../../functions/core/batches/start-work.ts';
import {
  createBatchesInProgress,
  isServedBefore,
  type BatchInProgress,
  type BatchesInProgress,
} from '../../../functions/core/batches/store/batches-in-progress.ts';
import { batchesTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
let now = START;
let inProgress: BatchesInProgress;

const tables = useOpened(() => createTestTables(batchesTable));
beforeAll(() => {
  inProgress = createBatchesInProgress(tables.db, batchesTable.name, () => now);
});
beforeEach(async () => {
  now = START;
  for await (const batch of inProgress.listAll()) await inProgress.remove(batch);
});

const batch = (id: string, fetches: number, ageMs = 0) => ({
  id,
  owner: 'o1',
  fetches,
  createdAt: new Date(START - ageMs).toISOString(),
});
const opened = (...args: Parameters<typeof batch>) => batchInProgress(batch(...args));

test('isServedBefore puts exactly one batch first, one of the smallest', () => {
  const anyBatch = fc.record({ fetches: fc.nat(5), createdAt: fc.nat(3), id: fc.uuid(), owner: fc.constant('o1') });
  fc.assert(
    fc.property(fc.uniqueArray(anyBatch, { selector: ({ id }) => id, minLength: 1 }), (some) => {
      const all = some.map((each) => ({ ...each, stage: 'reading' as const }));
      const first = all.filter((one) => all.every((other) => other === one || isServedBefore(one, other)));
      expect(first).toHaveLength(1);
      expect(first[0]!.fetches).toBe(Math.min(...all.map(({ fetches }) => fetches)));
    }),
  );
});

test('a batch waits when a smaller one, or an older one of its size, is in the same stage', async () => {
  await inProgress.take(opened('large', 1_000, 5));
  expect(await yieldMs(batch('large', 1_000, 5), { inProgress })).toBe(0);
  await inProgress.take(opened('same', 1_000, 4));
  expect(await yieldMs(batch('large', 1_000, 5), { inProgress })).toBe(0);
  expect(await yieldMs(batch('same', 1_000, 4), { inProgress })).toBeGreaterThan(0);
  await inProgress.take({ ...opened('small', 10), stage: 'completing' });
  expect(await yieldMs(batch('large', 1_000, 5), { inProgress })).toBe(0);
  await inProgress.take(opened('small', 10));
  expect(await yieldMs(batch('large', 1_000, 5), { inProgress })).toBeGreaterThan(0);
  await inProgress.remove(opened('small', 10));
  expect(await yieldMs(batch('large', 1_000, 5), { inProgress })).toBe(0);
});

test('a batch does not wait for one that was lost two days ago', async () => {
  await inProgress.take(opened('lost', 1, 2 * 86_400_000));
  expect(await yieldMs(batch('large', 1_000), { inProgress })).toBe(0);
  expect(await Array.fromAsync(inProgress.list())).toEqual([]);
});

test('pollAfter returns an estimate at first, and then a time by the speed so far', async () => {
  const after = (pending: number, one: BatchInProgress, others: BatchInProgress[] = [], at = START) =>
    pollAfter(pending, one, Readable.from(others), at);
  expect(await after(1, opened('b', 1))).toBe(3);
  expect(await after(100, opened('b', 100))).toBe(20);
  expect(await after(1_000, opened('b', 1_000))).toBe(60);
  const small = opened('a', 50);
  expect(await after(100, opened('b', 100), [small, opened('b', 100), opened('c', 300)])).toBe(30);
  expect(await after(100, opened('b', 100), [{ ...small, stage: 'completing' }])).toBe(20);
  // A hundred sites took a minute.
  expect(await after(50, opened('b', 150), [small], START + 60_000)).toBe(30);
  expect(await after(900, opened('b', 1_000), [small], START + 60_000)).toBe(300);
  // Its last site is slow.
  expect(await after(1, opened('b', 1_000), [small], START + 600_000)).toBe(150);
  expect(await after(1, opened('b', 1_000), [small], START + 6_000_000)).toBe(300);
});
