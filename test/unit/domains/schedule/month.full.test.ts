import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { scheduleSnapshots } from '../../../../functions/core/domains/schedule/schedule-snapshots.ts';
import { takeSnapshot } from '../../../../functions/core/domains/take-snapshot.ts';
import { dayOf } from '../../../../functions/core/platform/time/day.ts';
import { readHistory } from '../../../../functions/core/domains/history/read-history.ts';
import { siteSource } from '../../../../functions/core/sources/site/site.ts';
import { createQueryDays } from '../../../../functions/core/domains/schedule/query-days.ts';
import type { SnapshotTask } from '../../../../functions/core/domains/tasks.ts';
import { scheduleTable } from '../../../support/dynamodb.ts';
import { onlyHomePage, startSite } from '../../../support/site.ts';
import { networkOf } from '../../platform/network/local-servers.ts';
import { DAY, domains, HOUR, openPassingDays, type PassingDays } from './passing-days.ts';

const DAYS = 31;

let opened: PassingDays;
beforeEach(async () => {
  opened = await openPassingDays();
});
afterEach(() => opened.close());

test('a month of snapshots has one for each domain and day, with the changes', async () => {
  await opened.followAll();
  await opened.advance(DAYS);
  expect(opened.fetches).toHaveLength(new Set(opened.fetches).size);
  for (const domain of domains) {
    const snapshots = await opened.scheduled(domain);
    expect(snapshots.length).toBeGreaterThanOrEqual(DAYS - 1);
    const ofDay = ({ captured_at, taken_at }: Record<string, unknown>) =>
      captured_at === `${dayOf(Date.parse(taken_at as string))}#scheduled`;
    expect(snapshots.every(ofDay)).toBe(true);
    expect(new Set(snapshots.map(({ title }) => title as string)).size).toBeGreaterThanOrEqual(4);
    expect(snapshots.every(({ seo_score }) => seo_score === 90)).toBe(true);
  }
});

test('a site that changes is fetched once a day for a month, and its history contains the changes', async () => {
  await opened.close();
  opened = await openPassingDays([siteSource]);
  const { services, clock } = opened;
  const titleOf = (time: number) => `Week ${Math.floor(time / (7 * DAY))}`;
  const changing = await startSite(onlyHomePage(() => `<title>${titleOf(clock.now)}</title><p>words of the page</p>`));
  services.network = networkOf({ 'changing.test': changing.port });
  await services.followed.follow('changing.test', clock.now);
  await opened.advance(DAYS);
  await changing.close();

  const crawls = changing.requests.filter((path) => path === '/').length;
  expect(crawls).toBeGreaterThanOrEqual(DAYS - 1);
  expect((await opened.scheduled('changing.test')).length).toBe(crawls);
  const answer = await readHistory(
    { domain: 'changing.test', range: { text: '1y', amount: 1, unit: 'y' }, limit: 100 },
    { history: services.history, now: () => clock.now },
  );
  const titles = answer.snapshots.flatMap(({ changes }) => changes.filter(({ name }) => name === 'title'));
  expect(titles.length).toBeGreaterThanOrEqual(4);
  for (const { captured_at, title } of answer.snapshots) expect(title).toBe(titleOf(Date.parse(captured_at)));
});

describe('throttled by DynamoDB for a month', () => {
  const RECEIVES = 3;
  const VISIBILITY = 15 * 60_000;

  /** Fails calls as if all retries of the SDK had failed: some calls, and all of them in some hours. */
  function makeThrottle() {
    let seed = 20_261_101;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const isOutage = () => Math.floor(opened.clock.now / HOUR) % 37 < 2;
    let refused = 0;
    opened.tables.db.middlewareStack.add(
      (next) => (args) => {
        if (!isOutage() && random() > 0.03) return next(args);
        refused += 1;
        const name = 'ProvisionedThroughputExceededException';
        throw Object.assign(new Error('The level of configured provisioned throughput was exceeded'), { name });
      },
      { step: 'initialize', name: 'throttle' },
    );
    return { refused: () => refused, end: () => opened.tables.db.middlewareStack.remove('throttle') };
  }

  /** Like a queue of SQS: redelivers a failed message later, and moves it to the dead-letter queue in the end. */
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

  test('each day has a snapshot, or its message is in the dead-letter queue', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    await opened.followAll();
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
      const days = await opened.scheduled(domain);
      const failedJobs = deadLetters.filter((task) => task.domain === domain).length;
      expect(days.length + failedJobs).toBeGreaterThanOrEqual(DAYS - 1);
      expect(failedJobs).toBeLessThanOrEqual(3);
    }
  });
});

test('a domain that is requested again after half a year has daily snapshots from the next day', async () => {
  const { services, clock, sent } = opened;
  const start = clock.now;
  const schedule = createQueryDays(opened.tables.db, scheduleTable.name);
  await schedule.recordFirstQuery('a.com', clock.now - DAY);
  await services.followed.follow('a.com', clock.now);
  const taken: number[] = [];
  for (; clock.now < start + 200 * DAY; clock.now += 12 * HOUR) {
    const day = Math.floor((clock.now - start) / DAY);
    if (day === 187) await services.followed.apply(await schedule.recordQuery('a.com', clock.now), 'a.com', clock.now);
    await scheduleSnapshots({ ...services, remainingMs: () => 60_000 });
    if (sent.splice(0).length > 0) taken.push(day);
  }
  const between = (from: number, to: number) => taken.filter((day) => day >= from && day < to).length;
  expect(between(40, 180)).toBe(20);
  expect(between(188, 200)).toBe(12);
});
