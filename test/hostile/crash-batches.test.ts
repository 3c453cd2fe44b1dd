import { expect, test } from '@jest/globals';
import type { RowStatus } from '../../functions/core/batches/batch.ts';
import { DOMAINS_AT_ONCE } from '../../functions/core/batches/read-part.ts';
import { MAX_PART_ROWS } from '../../functions/core/batches/store/item.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { keepWithinDay } from '../support/keep-within-day.ts';
import { createBatchWorld } from './support-faults/batch-world.ts';
import { type CrashPoint, crashPoints, useKilled } from './support-faults/crash.ts';

const isLong = tries(0, 1) === 1;
/** More than are processed at once. */
const PARTS = 7;

const world = useKilled(() => createBatchWorld());

interface Made {
  id: string;
  expected: RowStatus[];
  /** Domains whose sites are read. */
  read: string[];
  /** Domains that have an entry afterwards. */
  stored: string[];
}

let round = 0;

/** Creates a batch of new names; most rows are invalid, so that there are many parts with few domains. */
async function makeBatch(): Promise<Made> {
  round += 1;
  const name = (kind: string, number: number) => `${kind}${number}-of-${round}.com`;
  const first = Array.from({ length: 7 }, (_, number) => name('a', number));
  const [gone, down, blocked] = [name('gone', 0), name('down', 0), name('blocked', 0)];
  await world.block(blocked);
  const rows: [string, RowStatus][] = Array.from({ length: PARTS * MAX_PART_ROWS }, () => ['no domain', 'invalid']);
  const put = (at: number, domain: string, status: RowStatus) => (rows[at] = [domain, status]);
  for (const [at, domain] of first.entries()) put(at, domain, 'done');
  put(7, gone, 'not_found');
  put(8, down, 'failed');
  put(9, blocked, 'refused');
  put(10, first[0]!, 'done');
  for (let part = 1; part < PARTS; part += 1) put(part * MAX_PART_ROWS, name('b', part), 'done');
  put(5 * MAX_PART_ROWS + 1, gone, 'not_found');
  put(6 * MAX_PART_ROWS + 1, down, 'failed');
  const { batchId } = await world.create(rows.map(([input]) => input));
  const stored = rows.flatMap(([input, status]) => (status === 'done' ? [input] : []));
  return {
    id: batchId!,
    expected: rows.map(([, status]) => status),
    read: [...new Set([...stored, down])],
    stored: [...new Set(stored)],
  };
}

const PAID = 'dataforseo';
const times = (list: string[], domain: string) => list.filter((each) => each === domain).length;

/** @param kills number of killed workers, whose work may have been repeated */
async function expectDone({ id, expected, read, stored }: Made, usedBefore: number, kills: number) {
  expect(world.messages).toEqual([]);
  const view = await world.read(id);
  expect(view.rows.map(({ status }) => status)).toEqual(expected);
  expect(view.pollAfterSeconds).toBeNull();
  expect(await world.batchesInProgress()).toEqual([]);
  let unpaid = 0;
  for (const domain of stored) {
    const { sources } = (await world.record(domain))!;
    const open = sources.filter(({ status }) => status !== 'ok');
    // A request to a paid source is not repeated after a kill: it stays pending.
    expect(open.filter(({ id, status }) => id !== PAID || status !== 'pending')).toEqual([]);
    unpaid += open.length;
    // A snapshot for each fetch: a site is fetched again when its worker was killed before the entry was stored.
    const snapshots = await world.history(domain);
    expect(snapshots.length).toBeGreaterThan(0);
    expect(snapshots.length).toBeLessThanOrEqual(times(world.asked.site, domain));
    expect(await world.instance().leases.read(domain)).toBeNull();
  }
  // Four domains are completed concurrently; a worker fetches several sites at the same time.
  for (const [list, domains, most] of [
    [world.asked.site, read, DOMAINS_AT_ONCE * kills],
    [world.asked.tranco, stored, 4 * kills],
  ] as const) {
    expect(domains.filter((domain) => times(list, domain) === 0)).toEqual([]);
    expect(domains.reduce((sum, domain) => sum + times(list, domain) - 1, 0)).toBeLessThanOrEqual(most);
  }
  expect(unpaid).toBeLessThanOrEqual(4 * kills);
  expect(stored.filter((domain) => times(world.asked.paid, domain) > 1)).toEqual([]);
  expect(stored.filter((domain) => times(world.asked.paid, domain) === 0).length).toBeLessThanOrEqual(unpaid);
  expect((await world.used()) - usedBefore).toBe(read.length);
}

function points(calls: string[]): CrashPoint[] {
  // A kill before a call equals a kill after the previous one, unless calls are concurrent.
  if (isLong) return crashPoints(calls.length).filter(({ call, mode }) => call % (mode === 'after' ? 2 : 8) === 0);
  const named = (name: string) => calls.flatMap((call, index) => (call === name ? [index + 1] : []));
  const sends = named('SendMessage').flatMap((call) => [call, call + 1]);
  const last = [sends.at(-1)!, ...sends.slice(0, 8)].map((call): CrashPoint => ({ call, mode: 'after' }));
  return [...last, ...crashPoints(calls.length, 12)];
}

test(
  'a batch whose worker is killed at any of its calls ends with the same result',
  async () => {
    let before = await world.used();
    const made = await makeBatch();
    const { calls } = await world.workOff();
    await expectDone(made, before, 0);
    let killed = 0;
    for (const point of points(calls)) {
      // Each killed worker delays its batch by a quarter of an hour; allowances are counted by day.
      keepWithinDay(world, DAY_MS / 4);
      before = await world.used();
      const next = await makeBatch();
      const { wasKilled } = await world.workOff(point);
      killed += Number(wasKilled);
      try {
        await expectDone(next, before, 1);
      } catch (error) {
        throw new Error(`Killed ${point.mode} call ${point.call}, ${calls[point.call - 1]}`, { cause: error });
      }
    }
    expect(killed).toBeGreaterThan(10);
    tally({
      area: 'Failing dependencies',
      what: `the workers of a batch killed at every second of ${calls.length} external calls`,
      tried: killed,
      outcome: 'the batch is complete after redelivery of the message, with the correct allowance',
    });
  },
  timeLimit(300_000, 1_200_000),
);
