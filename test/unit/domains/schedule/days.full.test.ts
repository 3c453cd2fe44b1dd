import { describe, expect, test } from '@jest/globals';
import { DUE_PAGE_SIZE, scheduleSnapshots } from '../../../../functions/core/domains/schedule/schedule-snapshots.ts';
import { takeSnapshot } from '../../../../functions/core/domains/take-snapshot.ts';
import { shardOf } from '../../../../functions/core/platform/names/shards.ts';
import type { SnapshotTask } from '../../../../functions/core/domains/tasks.ts';
import { openRecordServices } from '../../../support/record-services.ts';
import { DAY, domains, makeSite, openPassingDays } from './passing-days.ts';
import { useFresh } from '../../../support/use-opened.ts';

const opened = useFresh(() => openPassingDays());

describe('each domain has one snapshot a day', () => {
  test('when the worker is killed repeatedly', async () => {
    await opened.followAll();
    await opened.advance(5, { isKilled: (count) => count % 3 === 1 });
    for (const domain of domains) expect((await opened.scheduled(domain)).length).toBeGreaterThanOrEqual(4);
    expect(opened.fetches).toHaveLength(new Set(opened.fetches).size);
  });

  test('when messages are delivered twice and concurrently', async () => {
    await opened.followAll();
    const task: SnapshotTask = { task: 'snapshot', domain: domains[0]!, attempt: 0 };
    await Promise.all(Array.from({ length: 5 }, () => takeSnapshot(task, opened.services)));
    await takeSnapshot(task, opened.services);
    expect(await opened.scheduled(domains[0]!)).toHaveLength(1);
    expect(opened.site.requests).toBe(1);
  });

  test('when the scheduler did not run for days, after its next run', async () => {
    await opened.followAll();
    await opened.advance(6, { isDown: (day) => day >= 2 && day < 4 });
    for (const domain of domains) expect((await opened.scheduled(domain)).length).toBeGreaterThanOrEqual(3);
    expect(opened.site.requests).toBeLessThanOrEqual(domains.length * 5);
  });
});

test('the scheduler stops before its time ends, and the next run continues', async () => {
  await opened.followAll();
  opened.clock.now += DAY;
  const { services } = opened;
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 1_000 })).toEqual({ sent: 0, complete: false });
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 60_000 })).toEqual({ sent: 6, complete: true });
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 60_000 })).toEqual({ sent: 0, complete: true });
});

test('domains of several pages of a shard are sent once each', async () => {
  const many = await openRecordServices([opened.site], { maxFollowed: 5_000 });
  const { services, sent, clock } = many;
  const names = Array.from({ length: 2_000 }, (_, index) => `site-${index}.com`).filter(
    (name) => shardOf(name) === '0',
  );
  expect(names.length).toBeGreaterThan(DUE_PAGE_SIZE);
  await Promise.all(names.map((name) => services.followed.follow(name, clock.now)));
  clock.now += DAY;
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 60_000 })).toEqual({
    sent: names.length,
    complete: true,
  });
  expect(new Set(sent.map(({ task }) => (task as SnapshotTask).domain))).toEqual(new Set(names));
  await many.close();
});

test('all domains stay due if the queue accepts no messages', async () => {
  await opened.followAll();
  opened.clock.now += DAY;
  const queue = { ...opened.services.queue, sendBatch: () => Promise.reject(new Error('SQS is down')) };
  await expect(scheduleSnapshots({ ...opened.services, queue, remainingMs: () => 60_000 })).rejects.toThrow('SQS');
  expect(await scheduleSnapshots({ ...opened.services, remainingMs: () => 60_000 })).toMatchObject({ sent: 6 });
});

test('a domain whose schedule cannot be written fails the run after all others were sent', async () => {
  const many = await openRecordServices([opened.site], { maxFollowed: 1_000 });
  const { services, sent, clock } = many;
  for (let index = 0; index < 200; index += 1) await services.followed.follow(`s${index}.com`, clock.now);
  clock.now += DAY;
  let running = 0;
  const followed: typeof services.followed = {
    ...services.followed,
    async advance(due, now) {
      running += 1;
      await services.followed.advance(due, now);
      running -= 1;
      if (due.domain === 's7.com') throw new Error('poison');
    },
  };
  const run = () => scheduleSnapshots({ ...services, followed, remainingMs: () => 60_000 });
  await expect(run()).rejects.toMatchObject({ code: 'not_scheduled', message: expect.stringContaining('poison') });
  expect(running).toBe(0);
  expect(new Set(sent.map(({ task }) => (task as SnapshotTask).domain)).size).toBe(200);
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 60_000 })).toEqual({ sent: 0, complete: true });
  await many.close();
});

describe('a domain that fails', () => {
  test('keeps its schedule, has the errors in its record, and has no snapshot for the day', async () => {
    await opened.followAll();
    await opened.advance(2);
    const taken = (await opened.scheduled(domains[0]!)).length;
    opened.site.answer = () => ({
      status: 'error',
      error: { code: 'connection_refused', message: 'x', retryable: true },
    });
    await opened.advance(1);
    expect(await opened.scheduled(domains[0]!)).toHaveLength(taken);
    const entry = (await opened.services.cache.read(domains[0]!))!;
    const record = JSON.parse(entry.recordJson) as { page: unknown; sources: object[] };
    expect(record.page).not.toBeNull();
    expect(record.sources[0]).toMatchObject({
      status: 'error',
      from_cache: true,
      error: { code: 'connection_refused' },
    });
    opened.site.answer = makeSite(() => opened.clock.now).answer;
    await opened.advance(1);
    expect((await opened.scheduled(domains[0]!)).length).toBe(taken + 1);
  });
});

describe('the operator', () => {
  test('blocks a domain, which has no more snapshots', async () => {
    await opened.followAll();
    const { followed } = opened.services;
    await followed.block(domains[0]!);
    await followed.follow(domains[0]!, opened.clock.now);
    await opened.advance(2);
    await takeSnapshot({ task: 'snapshot', domain: domains[0]!, attempt: 0 }, opened.services);
    expect(await opened.scheduled(domains[0]!)).toEqual([]);
    expect((await opened.scheduled(domains[1]!)).length).toBeGreaterThan(0);
    await followed.unblock(domains[0]!);
    await followed.follow(domains[0]!, opened.clock.now);
    await opened.advance(2);
    expect((await opened.scheduled(domains[0]!)).length).toBeGreaterThan(0);
  });

  test('limits the number of followed domains; another is followed after one is unfollowed', async () => {
    const few = await openRecordServices([opened.site], { maxFollowed: 2 });
    const { followed, now } = few.services;
    for (const domain of domains) await followed.follow(domain, now());
    const dueAll = async () =>
      (await Promise.all(['0', '1', '2', '3', '4', '5', '6', '7'].map((shard) => followed.due(shard, now() + DAY, 10))))
        .flatMap((page) => page.domains)
        .map(({ domain }) => domain);
    expect((await dueAll()).sort()).toEqual(domains.slice(0, 2));
    await followed.deleteDomain(domains[0]!);
    await followed.follow(domains[4]!, now());
    expect((await dueAll()).sort()).toEqual([domains[1], domains[4]]);
    await few.close();
  });
});
