import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DUE_PAGE_SIZE, scheduleSnapshots } from '../../../functions/snapshot-scheduler/schedule-snapshots.ts';
import { takeSnapshot } from '../../../functions/snapshot-worker/take-snapshot.ts';
import { dayOf, shardOf } from '../../../functions/shared/schedule/cadence.ts';
import { heedNote } from '../../../functions/shared/schedule/heed-note.ts';
import { createDomainSchedule } from '../../../functions/shared/storage/domain-schedule.ts';
import { sdkItems } from '../../../functions/shared/storage/dynamodb.ts';
import type { SnapshotTask } from '../../../functions/shared/storage/work-queue.ts';
import { siteSource } from '../../../functions/shared/sources/site/site.ts';
import { readHistory } from '../../../functions/shared/history/read-history.ts';
import { onlyHomePage, startSite } from '../../support/site.ts';
import { networkOf } from '../network/local-servers.ts';
import { historyTable, scheduleTable } from '../../support/dynamodb.ts';
import { openRecordServices, scriptedSource } from '../../support/record-services.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 31;
const domains = Array.from({ length: 6 }, (_, index) => `site-${index}.com`);

/** A source that never answers, and so is due each time. */
const unconfigured = scriptedSource({
  id: 'pagespeed',
  fields: ['performance.lab'],
  answer: () => ({ status: 'not_configured' }),
});

/** A site whose title changes once a week; it notes by domain and day when it was asked. */
function makeSite(clock: () => number) {
  const source = scriptedSource({
    id: 'site',
    fields: ['page', 'seo_score'],
    maxAgeDays: 1,
    answer: () => ({
      status: 'ok',
      sections: {
        page: { title: `Week ${Math.floor(clock() / (7 * DAY))}`, http_status: 200, links: { total: 3 } } as never,
        seo_score: 90,
      },
    }),
  });
  const ask = (domain: string) => {
    asks.push(`${domain} ${dayOf(clock())}`);
    source.asked += 1;
    return Promise.resolve(source.answer());
  };
  return Object.assign(source, { ask });
}

let opened: Awaited<ReturnType<typeof openRecordServices>>;
let site: ReturnType<typeof makeSite>;
let asks: string[];

beforeEach(async () => {
  asks = [];
  site = makeSite(() => opened.clock.now);
  opened = await openRecordServices([site, unconfigured]);
});
afterEach(() => opened.close());

async function scheduled(domain: string) {
  const query = new QueryCommand({
    TableName: historyTable.name,
    KeyConditionExpression: '#d = :d',
    ExpressionAttributeNames: { '#d': 'domain' },
    ExpressionAttributeValues: { ':d': domain },
  });
  return (await opened.documents.send(query)).Items!.filter(({ origin }) => origin === 'scheduled');
}

/** Asked for on two days, as it takes to be followed. */
async function followAll() {
  for (const domain of domains) {
    const schedule = createDomainSchedule(sdkItems(opened.tables.client), scheduleTable.name);
    expect(await schedule.noteFirstAsked(domain, opened.clock.now - DAY)).toBeNull();
    expect(await schedule.noteAsked(domain, opened.clock.now)).toBe('to be followed');
    await opened.services.followed.follow(domain, opened.clock.now);
    expect(await schedule.noteAsked(domain, opened.clock.now + DAY)).toBeNull();
  }
}

interface Accidents {
  /** Whether the worker dies at this message; it comes again, as from a queue. */
  dies?: (count: number) => boolean;
  /** Days on which the scheduler does not run. */
  isDown?: (day: number) => boolean;
}

/** Lets time pass, two hours at a time: the scheduler runs, the worker works its messages off. */
async function live(days: number, { dies = () => false, isDown = () => false }: Accidents = {}) {
  const { services, sent, clock } = opened;
  const start = clock.now;
  let count = 0;
  for (; clock.now < start + days * DAY; clock.now += 2 * HOUR) {
    if (isDown(Math.floor((clock.now - start) / DAY))) continue;
    await scheduleSnapshots({ ...services, remainingMs: () => 60_000 });
    while (sent.length > 0) {
      const { task } = sent.shift()!;
      if (task.task !== 'snapshot') continue;
      count += 1;
      const add: typeof services.snapshots.add = (...snapshot) =>
        dies(count) ? Promise.reject(new Error('killed')) : services.snapshots.add(...snapshot);
      await takeSnapshot(task, { ...services, snapshots: { ...services.snapshots, add } }).catch(() => {
        // Its lease has run out when the message comes again.
        clock.now += 60_000;
        sent.push({ task, delayMs: 0 });
      });
    }
  }
}

test('a month: one snapshot a day each, none twice, and changes are in them', async () => {
  await followAll();
  await live(DAYS);
  expect(asks).toHaveLength(new Set(asks).size);
  for (const domain of domains) {
    const snapshots = await scheduled(domain);
    expect(snapshots.length).toBeGreaterThanOrEqual(DAYS - 1);
    const ofDay = ({ captured_at, taken_at }: Record<string, unknown>) =>
      captured_at === `${dayOf(Date.parse(taken_at as string))}#scheduled`;
    expect(snapshots.every(ofDay)).toBe(true);
    expect(new Set(snapshots.map(({ title }) => title as string)).size).toBeGreaterThanOrEqual(4);
    expect(snapshots.every(({ seo_score }) => seo_score === 90)).toBe(true);
  }
}, 120_000);

test('a month of a real site that changes: it is crawled once a day, and its history tells the changes', async () => {
  await opened.close();
  opened = await openRecordServices([siteSource]);
  const { services, clock } = opened;
  const titleOf = (time: number) => `Week ${Math.floor(time / (7 * DAY))}`;
  const changing = await startSite(onlyHomePage(() => `<title>${titleOf(clock.now)}</title><p>words of the page</p>`));
  services.network = networkOf({ 'changing.test': changing.port });
  await services.followed.follow('changing.test', clock.now);
  await live(DAYS);
  await changing.close();

  const crawls = changing.requests.filter((path) => path === '/').length;
  expect(crawls).toBeGreaterThanOrEqual(DAYS - 1);
  expect((await scheduled('changing.test')).length).toBe(crawls);
  const answer = await readHistory(
    { domain: 'changing.test', range: { text: '1y', amount: 1, unit: 'y' }, limit: 100 },
    { history: services.history, now: () => clock.now },
  );
  const titles = answer.snapshots.flatMap(({ changes }) => changes.filter(({ field }) => field === 'title'));
  expect(titles.length).toBeGreaterThanOrEqual(4);
  for (const { captured_at, title } of answer.snapshots) expect(title).toBe(titleOf(Date.parse(captured_at)));
}, 60_000);

describe('nothing is lost and nothing taken twice', () => {
  test('when the worker is killed in the middle, again and again', async () => {
    await followAll();
    await live(5, { dies: (count) => count % 3 === 1 });
    for (const domain of domains) expect((await scheduled(domain)).length).toBeGreaterThanOrEqual(4);
    expect(asks).toHaveLength(new Set(asks).size);
  });

  test('when messages come twice and at once', async () => {
    await followAll();
    const task: SnapshotTask = { task: 'snapshot', domain: domains[0]!, attempt: 0 };
    await Promise.all(Array.from({ length: 5 }, () => takeSnapshot(task, opened.services)));
    await takeSnapshot(task, opened.services);
    expect(await scheduled(domains[0]!)).toHaveLength(1);
    expect(site.asked).toBe(1);
  });

  test('when the scheduler stands still for days, it goes on with what is due, once', async () => {
    await followAll();
    await live(6, { isDown: (day) => day >= 2 && day < 4 });
    for (const domain of domains) expect((await scheduled(domain)).length).toBeGreaterThanOrEqual(3);
    expect(site.asked).toBeLessThanOrEqual(domains.length * 5);
  });
});

describe('throttled by DynamoDB for a month', () => {
  const RECEIVES = 3;
  const VISIBILITY = 15 * 60_000;

  /** Whether a call fails although the SDK has tried it several times: now and then, and all of them in some hours. */
  function makeThrottle() {
    let seed = 20_261_101;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const isOutage = () => Math.floor(opened.clock.now / HOUR) % 37 < 2;
    let refused = 0;
    opened.tables.client.middlewareStack.add(
      (next) => (args) => {
        if (!isOutage() && random() > 0.03) return next(args);
        refused += 1;
        const name = 'ProvisionedThroughputExceededException';
        throw Object.assign(new Error('The level of configured provisioned throughput was exceeded'), { name });
      },
      { step: 'initialize', name: 'throttle' },
    );
    return { refused: () => refused, end: () => opened.tables.client.middlewareStack.remove('throttle') };
  }

  /** A queue as SQS is: what fails comes again later, and is set aside when it failed too often. */
  async function workOffQueue(deadLetters: SnapshotTask[]) {
    const { services, sent, clock } = opened;
    const waiting = sent.splice(0).map(({ task }) => ({ task: task as SnapshotTask, receives: 0 }));
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      message.receives += 1;
      try {
        await takeSnapshot(message.task, services);
      } catch {
        clock.now += VISIBILITY / domains.length;
        if (message.receives < RECEIVES) waiting.push(message);
        else deadLetters.push(message.task);
      }
    }
  }

  test('each day is taken, or its message is among the dead letters', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    await followAll();
    const throttle = makeThrottle();
    const deadLetters: SnapshotTask[] = [];
    const { services, clock } = opened;
    let failedRuns = 0;
    for (const end = clock.now + DAYS * DAY; clock.now < end; clock.now += 2 * HOUR) {
      await scheduleSnapshots({ ...services, remainingMs: () => 60_000 }).catch(() => (failedRuns += 1));
      await workOffQueue(deadLetters);
    }
    throttle.end();
    jest.restoreAllMocks();

    expect(throttle.refused()).toBeGreaterThan(300);
    expect(failedRuns).toBeGreaterThan(10);
    for (const domain of domains) {
      const days = await scheduled(domain);
      const setAside = deadLetters.filter((task) => task.domain === domain).length;
      expect(days.length + setAside).toBeGreaterThanOrEqual(DAYS - 1);
      expect(setAside).toBeLessThanOrEqual(3);
    }
  }, 60_000);
});

test('the scheduler stops before its time is up, and the next run goes on', async () => {
  await followAll();
  opened.clock.now += DAY;
  const { services } = opened;
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 1_000 })).toEqual({ sent: 0, complete: false });
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 60_000 })).toEqual({ sent: 6, complete: true });
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 60_000 })).toEqual({ sent: 0, complete: true });
});

test('of more than fit into one page of a shard, each is sent once', async () => {
  const many = await openRecordServices([site], { maxFollowed: 5_000 });
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

test('a queue that takes nothing leaves everything due', async () => {
  await followAll();
  opened.clock.now += DAY;
  const queue = { ...opened.services.queue, sendBatch: () => Promise.reject(new Error('SQS is down')) };
  await expect(scheduleSnapshots({ ...opened.services, queue, remainingMs: () => 60_000 })).rejects.toThrow('SQS');
  expect(await scheduleSnapshots({ ...opened.services, remainingMs: () => 60_000 })).toMatchObject({ sent: 6 });
});

test('a domain whose schedule cannot be written holds up no other, and all else has ended when the run fails', async () => {
  const many = await openRecordServices([site], { maxFollowed: 1_000 });
  const { services, sent, clock } = many;
  for (let index = 0; index < 200; index += 1) await services.followed.follow(`s${index}.com`, clock.now);
  clock.now += DAY;
  let underWay = 0;
  const followed: typeof services.followed = {
    ...services.followed,
    async advance(due, now) {
      underWay += 1;
      await services.followed.advance(due, now);
      underWay -= 1;
      if (due.domain === 's7.com') throw new Error('poison');
    },
  };
  const run = () => scheduleSnapshots({ ...services, followed, remainingMs: () => 60_000 });
  await expect(run()).rejects.toMatchObject({ code: 'not_scheduled', message: expect.stringContaining('poison') });
  expect(underWay).toBe(0);
  expect(new Set(sent.map(({ task }) => (task as SnapshotTask).domain)).size).toBe(200);
  expect(await scheduleSnapshots({ ...services, remainingMs: () => 60_000 })).toEqual({ sent: 0, complete: true });
  await many.close();
});

test('a domain that is asked for again after half a year is taken daily again from the next day', async () => {
  const { services, clock, sent } = opened;
  const start = clock.now;
  const schedule = createDomainSchedule(sdkItems(opened.tables.client), scheduleTable.name);
  await schedule.noteFirstAsked('a.com', clock.now - DAY);
  await services.followed.follow('a.com', clock.now);
  const taken: number[] = [];
  for (; clock.now < start + 200 * DAY; clock.now += 12 * HOUR) {
    const day = Math.floor((clock.now - start) / DAY);
    if (day === 187)
      await heedNote(await schedule.noteAsked('a.com', clock.now), 'a.com', clock.now, services.followed);
    await scheduleSnapshots({ ...services, remainingMs: () => 60_000 });
    if (sent.splice(0).length > 0) taken.push(day);
  }
  const between = (from: number, to: number) => taken.filter((day) => day >= from && day < to).length;
  expect(between(40, 180)).toBe(20);
  expect(between(188, 200)).toBe(12);
});

describe('a domain that fails', () => {
  test('keeps its schedule, says why in its record, and has no snapshot for the day', async () => {
    await followAll();
    await live(2);
    const taken = (await scheduled(domains[0]!)).length;
    site.answer = () => ({ status: 'error', error: { code: 'connection_refused', message: 'x', retryable: true } });
    await live(1);
    expect(await scheduled(domains[0]!)).toHaveLength(taken);
    const entry = (await opened.services.cache.read(domains[0]!))!;
    const record = JSON.parse(entry.recordJson) as { page: unknown; sources: object[] };
    expect(record.page).not.toBeNull();
    expect(record.sources[0]).toMatchObject({
      status: 'error',
      from_cache: true,
      error: { code: 'connection_refused' },
    });
    site.answer = makeSite(() => opened.clock.now).answer;
    await live(1);
    expect((await scheduled(domains[0]!)).length).toBe(taken + 1);
  });
});

describe('the operator', () => {
  test('blocks a domain: it is not taken any more, whoever asks', async () => {
    await followAll();
    const { followed } = opened.services;
    await followed.block(domains[0]!);
    await followed.follow(domains[0]!, opened.clock.now);
    await live(2);
    await takeSnapshot({ task: 'snapshot', domain: domains[0]!, attempt: 0 }, opened.services);
    expect(await scheduled(domains[0]!)).toEqual([]);
    expect((await scheduled(domains[1]!)).length).toBeGreaterThan(0);
    await followed.unblock(domains[0]!);
    await followed.follow(domains[0]!, opened.clock.now);
    await live(2);
    expect((await scheduled(domains[0]!)).length).toBeGreaterThan(0);
  });

  test('bounds how many domains are followed; who leaves makes room', async () => {
    const few = await openRecordServices([site], { maxFollowed: 2 });
    const { followed, now } = few.services;
    for (const domain of domains) await followed.follow(domain, now());
    const dueAll = async () =>
      (await Promise.all(['0', '1', '2', '3', '4', '5', '6', '7'].map((shard) => followed.due(shard, now() + DAY, 10))))
        .flatMap((page) => page.domains)
        .map(({ domain }) => domain);
    expect((await dueAll()).sort()).toEqual(domains.slice(0, 2));
    await followed.forget(domains[0]!);
    await followed.follow(domains[4]!, now());
    expect((await dueAll()).sort()).toEqual([domains[1], domains[4]]);
    await few.close();
  });
});
