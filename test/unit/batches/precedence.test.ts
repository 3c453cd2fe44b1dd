import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pollAfter } from '../../../functions/core/batches/read-batch.ts';
import { openBatch, yieldMs } from '../../../functions/core/batches/start-work.ts';
import {
  createOpenBatches,
  isServedBefore,
  type OpenBatches,
} from '../../../functions/core/batches/store/open-batches.ts';
import { coordinationTable, openTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
let now = START;
let open: OpenBatches;

const tables = useOpened(() => openTables(coordinationTable));
beforeAll(() => {
  open = createOpenBatches(tables.db, coordinationTable.name, () => now);
});
beforeEach(async () => {
  now = START;
  for (const { id } of await open.list()) await open.remove(id);
});

const batch = (id: string, fetches: number, ageMs = 0) => ({
  id,
  fetches,
  createdAt: new Date(START - ageMs).toISOString(),
});
const opened = (...args: Parameters<typeof batch>) => openBatch(batch(...args));

test('isServedBefore puts exactly one batch first, one of the smallest', () => {
  const anyBatch = fc.record({ fetches: fc.nat(5), createdAt: fc.nat(3), id: fc.uuid() });
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
  await open.set(opened('large', 1_000, 5));
  expect(await yieldMs(batch('large', 1_000, 5), { open })).toBe(0);
  await open.set(opened('same', 1_000, 4));
  expect(await yieldMs(batch('large', 1_000, 5), { open })).toBe(0);
  expect(await yieldMs(batch('same', 1_000, 4), { open })).toBeGreaterThan(0);
  await open.set({ ...opened('small', 10), stage: 'completing' });
  expect(await yieldMs(batch('large', 1_000, 5), { open })).toBe(0);
  await open.set(opened('small', 10));
  expect(await yieldMs(batch('large', 1_000, 5), { open })).toBeGreaterThan(0);
  await open.remove('small');
  expect(await yieldMs(batch('large', 1_000, 5), { open })).toBe(0);
});

test('a batch does not wait for one that was lost two days ago', async () => {
  await open.set(opened('lost', 1, 2 * 86_400_000));
  expect(await yieldMs(batch('large', 1_000), { open })).toBe(0);
  expect(await open.list()).toEqual([]);
});

test('pollAfter returns an estimate at first, and then a time by the speed so far', () => {
  const after = (...[pending, one, open = [], now = START]: Partial<Parameters<typeof pollAfter>>) =>
    pollAfter(pending!, one!, open, now);
  expect(after(1, opened('b', 1))).toBe(3);
  expect(after(100, opened('b', 100))).toBe(20);
  expect(after(1_000, opened('b', 1_000))).toBe(60);
  const small = opened('a', 50);
  expect(after(100, opened('b', 100), [small, opened('b', 100), opened('c', 300)])).toBe(30);
  expect(after(100, opened('b', 100), [{ ...small, stage: 'completing' }])).toBe(20);
  // A hundred sites took a minute.
  expect(after(50, opened('b', 150), [small], START + 60_000)).toBe(30);
  expect(after(900, opened('b', 1_000), [small], START + 60_000)).toBe(300);
  // Its last site is slow.
  expect(after(1, opened('b', 1_000), [small], START + 600_000)).toBe(150);
  expect(after(1, opened('b', 1_000), [small], START + 6_000_000)).toBe(300);
});
