import { expect, test } from '@jest/globals';
import { backfillHistory } from '../../../functions/core/domains/fetch-record.ts';
import type { PastValues } from '../../../functions/core/record/source-answer.ts';
import { createTestRecordServices, scriptedSource } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

const source = scriptedSource({ id: 'crux', fields: ['performance.field'] });
const WINDOW = { from: '2026-01-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', limit: 100 };
const opened = useFresh(() => createTestRecordServices([source]));

const addPast = (past: PastValues[]) =>
  backfillHistory('a.com', [{ source, answer: { status: 'ok', past }, durationMs: 1 }], opened.services);

async function days() {
  const { snapshots } = await opened.services.history.read('a.com', WINDOW);
  return snapshots.map(({ date, lcp_p75_ms = null, organic_etv = null }) => [date, lcp_p75_ms, organic_etv]);
}

/** Counts the items that backfills write. */
function countWrites() {
  const { history } = opened.services;
  let writes = 0;
  const counting =
    (method: 'backfill' | 'amendBackfill'): typeof history.backfill =>
    (domain, id, past) => {
      writes += past.length;
      return history[method](domain, id, past);
    };
  opened.services.history = {
    ...history,
    backfill: counting('backfill'),
    amendBackfill: counting('amendBackfill'),
  };
  return () => writes;
}

const lcp = (date: string, lcp_p75_ms: number): PastValues => ({ date, values: { lcp_p75_ms } });

test('days that are stored are not written again', async () => {
  await addPast([lcp('2026-10-01', 2100), lcp('2026-10-08', 2200)]);
  const writes = countWrites();
  await addPast([lcp('2026-10-01', 2100), lcp('2026-10-08', 2200), lcp('2026-10-15', 2300)]);
  expect(writes()).toBe(1);
  expect(await days()).toEqual([
    ['2026-10-15', 2300, null],
    ['2026-10-08', 2200, null],
    ['2026-10-01', 2100, null],
  ]);
});

test('a metric that is added to a source later gets all its past values, in addition to stored ones', async () => {
  await addPast([lcp('2026-10-01', 2100), lcp('2026-10-08', 2200)]);
  const both = (date: string, lcp_p75_ms: number, organic_etv: number) => ({
    date,
    values: { lcp_p75_ms, organic_etv },
  });
  await addPast([both('2026-10-01', 2100, 5), both('2026-10-08', 2200, 6)]);
  expect(await days()).toEqual([
    ['2026-10-08', 2200, 6],
    ['2026-10-01', 2100, 5],
  ]);
});

test('values of a day are not overwritten if the source returns other values later', async () => {
  await addPast([lcp('2026-10-01', 2100)]);
  await opened.services.followed.writeBackfillDays('a.com', { crux: '2026-10-01' });
  await addPast([{ date: '2026-10-01', values: { lcp_p75_ms: 2_900, organic_etv: 5 } }]);
  expect(await days()).toEqual([['2026-10-01', 2100, 5]]);
});

test('with a stored day for the whole source only, each metric is backfilled once, without duplicate days', async () => {
  await addPast([lcp('2026-10-01', 2100)]);
  await opened.services.followed.writeBackfillDays('a.com', { crux: '2026-10-01', tranco: '2026-10-30' });
  const writes = countWrites();
  const past = [lcp('2026-10-01', 2100), lcp('2026-10-08', 2200)];
  await addPast(past);
  await addPast(past);
  expect(writes()).toBe(2);
  expect((await days()).map(([date]) => date)).toEqual(['2026-10-08', '2026-10-01']);
  expect(await opened.services.followed.readBackfillDays('a.com')).toMatchObject({
    crux: '2026-10-08',
    tranco: '2026-10-30',
  });
});
