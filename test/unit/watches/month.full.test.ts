import { beforeEach, expect, jest, test } from '@jest/globals';
import type * as z from 'zod/mini';
import { scheduleSnapshots } from '../../../functions/core/domains/schedule/schedule-snapshots.ts';
import { takeSnapshot } from '../../../functions/core/domains/take-snapshot.ts';
import type { SnapshotTask } from '../../../functions/core/platform/queues/work-queue.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import type { CrawlEnd } from '../../../functions/core/sites/crawl/services.ts';
import { announceCrawl } from '../../../functions/core/watches/announce-crawl.ts';
import { condition, type Condition } from '../../../functions/core/watches/conditions.ts';
import { evaluateSnapshots } from '../../../functions/core/watches/evaluate-snapshots.ts';
import { createWatch } from '../../../functions/core/watches/manage-watches.ts';
import { scriptedSource } from '../../support/record-services.ts';
import { HOOK, openWatchWorld, ownerOf } from './watch-world.ts';
import { useFresh } from '../../support/use-opened.ts';

const DAYS = 31;
const TICK_MS = 2 * 3_600_000;
const RECEIVES = 3;
const VISIBILITY_MS = 15 * 60_000;

/** Each condition with the number of its true events of a domain in the month, by the script of {@link valuesOn}. */
const EXPECTED: [Condition, number][] = (
  [
    [{ on: 'drop', metric: 'seo_score', by: 10 }, 1],
    [{ on: 'rise', metric: 'seo_score', by: '20%' }, 1],
    [{ on: 'below', metric: 'seo_score', value: 80 }, 1],
    [{ on: 'above', metric: 'seo_score', value: 85 }, 2],
    [{ on: 'changed', fields: ['title'] }, 2],
    [{ on: 'drop', metric: 'tranco_rank', by: '50%' }, 1],
    [{ on: 'noindex' }, 1],
    [{ on: 'unreachable', snapshots: 2 }, 1],
    [{ on: 'certificate_expires', within_days: 14 }, 1],
    [{ on: 'registration_expires', within_days: 30 }, 1],
    [{ on: 'new_issues', severity: 'error' }, 2],
  ] as const
).map(([given, count]) => [condition.parse(given), count]);

const domains = Array.from({ length: 6 }, (_, index) => `site-${index}.com`);

/** True values of a domain on a day. Each is constant for several days, since requests of every third day fail. */
function valuesOn(day: number, offset: number) {
  return {
    score: day < 6 + offset || day >= 14 + offset ? 90 : 70,
    title: `Title ${Number(day >= 8 + offset) + Number(day >= 16 + offset)}`,
    rank: day < 7 + offset ? 1_000 : 2_000,
    isExcluded: day >= 9 + offset && day < 16 + offset,
    isDown: day >= 18 + offset && day < 25 + offset,
    certificateDays: 28 + offset - day,
    expiresAt: (start: number) => new Date(start + (44 + offset) * DAY_MS).toISOString(),
  };
}

/** A repeatable sequence of numbers from 0 to 1. */
function randomFrom(seed: number) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const failed = (code: string): SourceAnswer => ({
  status: 'error',
  error: { code, message: 'Scripted', retryable: true },
});

let start: number;
const failures = { site: 0, tranco: 0, tls: 0, rdap: 0 };

/** A source whose requests fail on every third day, with errors that are not those of the site. */
function flaky(
  id: keyof typeof failures,
  fields: Parameters<typeof scriptedSource>[0]['fields'],
  answer: (values: ReturnType<typeof valuesOn>) => SourceAnswer,
) {
  const source = scriptedSource({ id, fields });
  const fetch = (domain: string) => {
    const day = Math.floor((world.clock.now - start) / DAY_MS);
    const offset = domains.indexOf(domain);
    // On other days for each domain and source.
    if ((day + offset + id.length) % 3 > 0) return Promise.resolve(answer(valuesOn(day, offset)));
    failures[id] += 1;
    return Promise.resolve(failed('rate_limited'));
  };
  return Object.assign(source, { fetch });
}

const ok = (sections: object): SourceAnswer => ({ status: 'ok', sections: sections });
const SOURCES = [
  flaky('site', ['page', 'seo_score', 'audit'], ({ isDown, title, score, isExcluded }) => {
    if (isDown) return failed('timeout');
    const audits = isExcluded ? [{ id: 'is-crawlable', status: 'fail', items_total: 1 }] : [];
    return ok({ page: { title, http_status: 200, links: { total: 3 } }, seo_score: score, audit: { audits } });
  }),
  flaky('tranco', ['popularity.tranco'], ({ rank }) => ok({ 'popularity.tranco': { rank } })),
  flaky('tls', ['tls'], ({ certificateDays }) => ok({ tls: { days_remaining: certificateDays } })),
  flaky('rdap', ['registration'], ({ expiresAt }) => ok({ registration: { expires_at: expiresAt(start) } })),
];

const world = useFresh(() => openWatchWorld(SOURCES));
beforeEach(() => {
  start = world.clock.now;
});

/**
 * Rejects a part of the calls of DynamoDB, and all of them in some hours. A worker that is killed at any call has the
 * same effect.
 */
function makeThrottle() {
  const random = randomFrom(20_261_102);
  const { middlewareStack } = world.records.tables.client;
  let refused = 0;
  middlewareStack.add(
    (next) => (args) => {
      const isOutage = Math.floor(world.clock.now / 3_600_000) % 37 < 2;
      if (!isOutage && random() > 0.02) return next(args);
      refused += 1;
      throw Object.assign(new Error('Throttled'), { name: 'ProvisionedThroughputExceededException' });
    },
    { step: 'initialize', name: 'throttle' },
  );
  return { refused: () => refused, end: () => middlewareStack.remove('throttle') };
}

/** The worker, and a queue that delivers failed messages again, a few times. */
async function workOff(): Promise<void> {
  const { records, clock } = world;
  const waiting = records.sent.splice(0).map(({ task }) => ({ task: task as SnapshotTask, receives: 0 }));
  for (let message = waiting.shift(); message; message = waiting.shift()) {
    if (message.task.task !== 'snapshot') continue;
    message.receives += 1;
    try {
      await takeSnapshot(message.task, records.services);
      await evaluateSnapshots(message.task.domain, world.evaluating());
    } catch {
      clock.now += VISIBILITY_MS / domains.length;
      if (message.receives < RECEIVES) waiting.push(message);
    }
  }
}

/** New issues of the weekly crawls: the first has nothing to compare with, the third finds nothing new. */
const NEW_ISSUES = [null, { 'broken-link': 2, 'title-long': 1 }, { 'title-long': 4 }, { 'client-error': 1 }];

/** The crawls that end on a day, on another one for each domain. */
function crawlsOf(day: number): CrawlEnd[] {
  return domains.flatMap((domain, offset) => {
    const newIssues = (day - offset) % 7 === 0 ? NEW_ISSUES[(day - offset) / 7] : undefined;
    if (newIssues === undefined) return [];
    const finishedAt = new Date(world.clock.now).toISOString();
    const facts = { id: `c${day}`, owner: 'o1', deliver: undefined, stopReason: null, result: {} as never };
    return [{ ...facts, domain, finishedAt, newIssues }];
  });
}

/** @returns the crawls that could not be announced, which are repeated */
async function announceAll(ended: CrawlEnd[]): Promise<CrawlEnd[]> {
  const left: CrawlEnd[] = [];
  for (const end of ended) await announceCrawl(end, world.evaluating()).catch(() => left.push(end));
  return left;
}

test('each true event of a month is delivered, and nothing else, whatever fails', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const conditions = EXPECTED.map(([given]) => given);
  const request = { domains, conditions, crawl: null, deliver: { url: HOOK }, mail: false };
  await createWatch(request, ownerOf('o1'), world.managing);
  world.received.length = 0;
  const throttle = makeThrottle();
  const { records, clock, deliveries } = world;
  let ended: CrawlEnd[] = [];
  let crawledUntil = 0;
  for (const end = start + DAYS * DAY_MS; clock.now < end; clock.now += TICK_MS) {
    for (const day = Math.floor((clock.now - start) / DAY_MS); crawledUntil <= day; crawledUntil += 1) {
      ended.push(...crawlsOf(crawledUntil));
    }
    ended = await announceAll(ended);
    await scheduleSnapshots({ ...records.services, remainingMs: () => 60_000 }).catch(() => {});
    await workOff();
    await deliveries.resend().catch(() => {});
    await world.work().catch(() => {});
  }
  throttle.end();
  for (let count = 0; count < 24; count += 1) {
    clock.now += 3_600_000;
    await deliveries.resend();
    await world.work();
  }
  jest.restoreAllMocks();

  expect(throttle.refused()).toBeGreaterThan(300);
  for (const count of Object.values(failures)) expect(count).toBeGreaterThan(30);
  const bodies = new Map(world.received.map(({ id, body }) => [id, (JSON.parse(body) as { data: Data }).data]));
  const found = domains.flatMap((domain) =>
    EXPECTED.map(([given]) => {
      const ofCondition = [...bodies.values()].filter(
        (data) => data.domain === domain && JSON.stringify(data.condition) === JSON.stringify(given),
      );
      return [domain, JSON.stringify(given), ofCondition.length];
    }),
  );
  expect(found).toEqual(
    domains.flatMap((domain) => EXPECTED.map(([given, count]) => [domain, JSON.stringify(given), count])),
  );
}, 300_000);

interface Data {
  domain: string;
  condition: z.infer<typeof condition>;
}
