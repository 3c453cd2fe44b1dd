import { expect, test } from '@jest/globals';
import { createPlanUsage, type PlanCount } from '../../../functions/core/accounts/plan-usage.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const limits = { requestsPerSecond: 1, burst: 60, monthlyQuota: 50_000 };
let now: number;

const tables = useOpened(() => createTestTables(coordinationTable));

/** Store of an instance. */
const usage = () => createPlanUsage(tables.db, coordinationTable.name, () => now);

/** Counts of a month of thirty days. */
function countOf(keyIds: string[]): PlanCount {
  const keys = keyIds.map((id, index) => [id, { days: Array<number>(30).fill(index), remaining: index }]);
  return { limits, readAt: now, keys: Object.fromEntries(keys) as PlanCount['keys'] };
}

test('the count of each of ten thousand keys can be read', async () => {
  now = Date.parse('2026-11-30T12:00:00Z');
  const ids = Array.from({ length: 10_000 }, (_, index) => `key${index}x`);
  const stored = countOf(ids);
  await usage().store('basic', stored);
  for (const id of ids.filter((_, index) => index % 500 === 0)) {
    const found = await usage().read('basic', id);
    expect(found!.keys[id]).toEqual(stored.keys[id]);
    expect(found).toMatchObject({ limits, readAt: now });
  }
});

test('read returns the time of the count for a key without requests, and null for another plan', async () => {
  now = Date.parse('2026-11-05T12:00:00Z');
  await usage().store('basic', countOf([]));
  const found = await usage().read('basic', 'a1');
  expect([found!.readAt, found!.keys.a1]).toEqual([now, undefined]);
  expect(await usage().read('pro', 'a1')).toBeNull();
});

test('counts of the last month are not returned in this one', async () => {
  now = Date.parse('2026-11-30T23:59:00Z');
  await usage().store('basic', countOf(['a1']));
  now = Date.parse('2026-12-01T00:00:00Z');
  expect(await usage().read('basic', 'a1')).toBeNull();
});
