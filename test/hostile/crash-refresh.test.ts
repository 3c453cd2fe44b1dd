import { beforeAll, expect, test } from '@jest/globals';
import { sources } from '../../functions/core/sources/index.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { keepWithinDay } from '../support/keep-within-day.ts';
import { chance } from './support-faults/chance.ts';
import { type CrashPoint, crashPoints, runUntil, useKilled } from './support-faults/crash.ts';
import { type CrashServices, createCrashServices } from './support-faults/crash-services.ts';

/** Longer than the lease of a killed fetch. */
const LEASE_MS = 7_000;
/** Longer than all rate-limit slots, and the slot of a killed fetch at a provider with one request at a time. */
const SLOTS_MS = 2 * 60_000;
/** More than a test of one kill advances the clock. */
const KILL_MS = 60 * 60_000;
/** Number of calls after all sources were requested. */
const WRITES = 11;
/** Number of daily values that the fake of a ranking returns. */
const HISTORY_DAYS = 39;

const isLong = tries(0, 1) === 1;
const service = useKilled(() => createCrashServices());
beforeAll(async () => {
  // Caches the lists of providers, which are stored for days.
  await service.query(false);
});

/** Deletes the data, and stores an entry of an earlier fetch if requested. */
async function prepare(isRefresh: boolean) {
  // A ranking has the values of other days after midnight.
  keepWithinDay(service, KILL_MS);
  service.advanceClock(SLOTS_MS);
  await service.deleteDomain();
  service.setTitle('before');
  if (isRefresh) await service.query(false);
  service.sent.length = 0;
  service.advanceClock(SLOTS_MS);
  service.setTitle('after');
  return service.entry();
}

type Entry = Awaited<ReturnType<CrashServices['entry']>>;

/** Expects that an entry has the values of one fetch, which are also in the history. */
async function expectConsistent(entry: Entry) {
  if (!entry) return;
  const { record, updatedAt } = entry;
  expect(record.sources).toHaveLength(sources.length);
  const requested = record.sources.filter(({ status }) => status !== 'pending');
  for (const { id, fetched_at } of requested) expect([id, fetched_at]).toEqual([id, updatedAt]);
  const snapshot = (await service.history()).find(({ captured_at }) => captured_at === updatedAt);
  expect(snapshot).toMatchObject({ title: record.page!.title, seo_score: record.seo_score });
}

/** Expects the entry from before the kill, or the new one. */
async function expectOldOrNew(before: Entry) {
  const entry = await service.entry();
  await expectConsistent(entry);
  const isOld = entry?.updatedAt === before?.updatedAt;
  if (isOld) expect(entry).toEqual(before);
  else expect(entry!.record.page!.title).toBe('after');
  return isOld;
}

/** Expects that the next call responds at once, and that all pending work is completed. */
async function expectRecovery() {
  service.advanceClock(LEASE_MS);
  const next = await runUntil(null, () => service.query(true));
  expect(next.error).toBeNull();
  expect(next.result!.cacheStatus).toBe('refreshed');
  expect(await service.lease()).toBeNull();
  const entry = await service.entry();
  expect(entry!.updatedAt).toBe(next.result!.entry.updatedAt);
  expect(await service.schedule()).toMatchObject({ first_asked_on: expect.any(String) });

  service.advanceClock(SLOTS_MS);
  await service.completeAll();
  const { record } = (await service.entry())!;
  for (const { id, status } of record.sources) expect([id, status]).toEqual([id, 'ok']);
  expect(record.complete).toBe(true);
  const history = await service.history();
  expect(history.filter(({ origin }) => origin === 'backfill:tranco')).toHaveLength(HISTORY_DAYS);
  for (const { captured_at, origin, tranco_rank } of history) {
    if (origin === 'refresh' && captured_at === entry!.updatedAt) expect(tranco_rank).toEqual(expect.any(Number));
  }
  expect(new Set(history.map(({ captured_at }) => captured_at as string)).size).toBe(history.length);
}

const kinds = [
  ['a first query', false],
  ['a refresh', true],
] as const;

async function callsOf(isRefresh: boolean): Promise<string[]> {
  await prepare(isRefresh);
  const { calls, error } = await runUntil(null, () => service.query(isRefresh));
  expect(error).toBeNull();
  return calls;
}

async function crash(isRefresh: boolean, point: CrashPoint) {
  const before = await prepare(isRefresh);
  const { wasKilled, error } = await runUntil(point, () => service.query(isRefresh));
  expect(error).toBeNull();
  const isOld = await expectOldOrNew(before);
  await expectRecovery();
  return { wasKilled, isOld };
}

test.each(kinds)(
  '%s that is killed at any of its calls: the entry is the old one or the new one, and the next call succeeds',
  async (name, isRefresh) => {
    const calls = await callsOf(isRefresh);
    const last = calls.lastIndexOf('DeleteItemCommand') + 1;
    expect(last).toBeGreaterThan(40);
    // Writes come last, after the requests to sources.
    const points = isLong ? allPoints(calls.length) : [...crashPoints(calls.length, 3), ...lastPoints(calls.length)];
    let killed = 0;
    let kept = 0;
    for (const point of points) {
      const { wasKilled, isOld } = await crash(isRefresh, point);
      killed += Number(wasKilled);
      kept += Number(wasKilled && isOld);
    }
    expect(killed).toBeGreaterThan(points.length / 2);
    tally({
      area: 'Failing dependencies',
      what: `${name} killed at each of its ${calls.length} external calls`,
      tried: killed,
      outcome: `${kept} × the previous entry, ${killed - kept} × the new one; each next call succeeded`,
    });
  },
  timeLimit(60_000, 900_000),
);

/** Kills after each call, and before the writes, some of which are concurrent. */
function allPoints(calls: number): CrashPoint[] {
  return crashPoints(calls).filter(({ call, mode }) => mode === 'after' || call > calls - WRITES);
}

/** Kills after each of the last calls, which equals a kill before the next one. */
function lastPoints(calls: number): CrashPoint[] {
  return Array.from({ length: WRITES }, (_, index) => ({ call: calls - index, mode: 'after' }));
}

test(
  'a refresh succeeds when a concurrent one is killed',
  async () => {
    const random = chance(20_261_101);
    const rounds = tries(3, 12);
    let killed = 0;
    for (let round = 0; round < rounds; round += 1) {
      const isRefresh = random() < 0.5;
      const before = await prepare(isRefresh);
      const point: CrashPoint = { call: 1 + Math.floor(random() * 50), mode: random() < 0.5 ? 'before' : 'after' };
      const interrupted = runUntil(point, () => service.query(isRefresh)).then((outcome) => {
        // The lease expires for waiting callers.
        if (outcome.wasKilled) service.advanceClock(LEASE_MS);
        return outcome;
      });
      const [killedRun, otherRun] = await Promise.all([interrupted, runUntil(null, () => service.query(isRefresh))]);
      killed += Number(killedRun.wasKilled);
      expect([killedRun.error, otherRun.error]).toEqual([null, null]);
      expect(JSON.parse(otherRun.result!.entry.recordJson)).toMatchObject({ page: { title: 'after' } });
      expect(otherRun.result!.entry.updatedAt > (before?.updatedAt ?? '')).toBe(true);
      await expectRecovery();
    }
    expect(killed).toBeGreaterThan(0);
    tally({
      area: 'Failing dependencies',
      what: 'one of two concurrent refreshes killed',
      tried: killed,
      outcome: 'the other one always returned the new entry',
    });
  },
  timeLimit(60_000, 600_000),
);
