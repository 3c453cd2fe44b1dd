import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type * as z from 'zod/mini';
import { scheduleSnapshots } from '../../../functions/core/domains/schedule/schedule-snapshots.ts';
import { takeSnapshot } from '../../../functions/core/domains/take-snapshot.ts';
import type { SnapshotTask } from '../../../functions/core/domains/tasks.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import type { CrawlEnd } from '../../../functions/core/site-reports/end/crawl-end.ts';
import { announceCrawl } from '../../../functions/core/watches/announce-crawl.ts';
import { condition, type Condition } from '../../../functions/core/watches/conditions.ts';
import type { NewIssues } from '../../../functions/core/watches/delivery-schema.ts';
import { createWatch } from '../../../functions/core/watches/manage-watches.ts';
import { scriptedSource } from '../../support/record-services.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { createCrawlWorld } from '../crawls/crawl-world.ts';
import { CRAWLS, type ScriptedCrawl, SITE, WATCHES } from './month-crawls.ts';
import { evaluateSnapshots, HOOK, createWatchWorld, ownerOf } from './watch-world.ts';
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
  ] as const
).map(([given, count]) => [condition.parse(given), count]);

/** The site that is crawled. */
const CRAWLED = 'site.example';
const NEW_ERRORS = condition.parse({ on: 'new_issues', severity: 'error' });
const domains = [CRAWLED, ...Array.from({ length: 5 }, (_, index) => `site-${index}.com`)];

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

const world = useFresh(() => createWatchWorld(SOURCES));
beforeEach(() => {
  start = world.clock.now;
});

/**
 * Rejects a part of the calls of DynamoDB, and all of them in some hours. A worker that is killed at any call has the
 * same effect.
 */
function makeThrottle() {
  const random = randomFrom(20_261_102);
  const { middlewareStack } = world.records.tables.db;
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

const crawls = useFresh(() => createCrawlWorld({ ...SITE }));
afterEach(() => {
  closeServers();
});

async function crawlSite({ crawl = {}, site }: ScriptedCrawl): Promise<CrawlEnd> {
  const { owner = 'o1', pages = 100, ...coverage } = crawl;
  const ended: CrawlEnd[] = [];
  crawls.clock.now = world.clock.now;
  crawls.services.announce = (end) => Promise.resolve(void ended.push(end));
  Object.assign(crawls.answers, SITE, site);
  await crawls.crawl(pages, coverage, { owner });
  return ended[0]!;
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
  const names = new Map<string, string>();
  for (const [name, { owner, crawl }] of Object.entries(WATCHES)) {
    world.clock.now += 60_000;
    const ofCrawls = { ...request, domains: [CRAWLED], conditions: [NEW_ERRORS], crawl };
    names.set((await createWatch(ofCrawls, ownerOf(owner), world.managing)).id, name);
  }
  world.received.length = 0;
  const throttle = makeThrottle();
  const { records, clock } = world;
  let ended: CrawlEnd[] = [];
  const script = [...CRAWLS];
  for (const end = start + DAYS * DAY_MS; clock.now < end; clock.now += TICK_MS) {
    const isDue = script[0] && clock.now >= start + script[0].day * DAY_MS;
    if (isDue) ended.push(await crawlSite(script.shift()!));
    ended = await announceAll(ended);
    await scheduleSnapshots({ ...records.services, remainingMs: () => 60_000 }).catch(() => {});
    await workOff();
    await world.schedule().catch(() => {});
    await world.work().catch(() => {});
  }
  throttle.end();
  for (let count = 0; count < 24; count += 1) {
    clock.now += 3_600_000;
    await world.schedule();
    await world.work();
  }
  jest.restoreAllMocks();

  expect(throttle.refused()).toBeGreaterThan(300);
  for (const count of Object.values(failures)) expect(count).toBeGreaterThan(30);
  const bodies = new Map(world.received.map(({ id, body }) => [id, (JSON.parse(body) as { data: Data }).data]));
  const delivered = [...bodies.values()].flatMap((data) => {
    const name = names.get(data.watch);
    if (name === undefined) return nameOf(data.domain, data.condition);
    const day = Math.floor((Date.parse(data.measured_at) - start) / DAY_MS);
    const { occurrences } = data.after as NewIssues;
    return occurrences.map(({ issue, url }) => nameOfError(name, day, `${issue} ${new URL(url).pathname}`));
  });
  const ofSnapshots = EXPECTED.flatMap(([given, count]) =>
    domains.flatMap((domain) => Array<string>(count).fill(nameOf(domain, given))),
  );
  const ofCrawls = CRAWLS.flatMap(({ day, errors = {} }) =>
    Object.entries(errors).flatMap(([name, list]) => list.map((error) => nameOfError(name, day, error))),
  );
  expect(compareEvents(delivered, [...ofSnapshots, ...ofCrawls])).toEqual({
    true: {
      ...{ above: 12, below: 6, certificate_expires: 6, changed: 12, drop: 12, noindex: 6, registration_expires: 6 },
      ...{ rise: 6, unreachable: 6, new_issues: 26 },
    },
    ...{ false: [], missed: [] },
  });
}, 300_000);

interface Data {
  watch: string;
  domain: string;
  condition: z.infer<typeof condition>;
  measured_at: string;
  after: unknown;
}

const nameOf = (domain: string, given: Condition) => `${given.on} of ${domain}: ${JSON.stringify(given)}`;
const nameOfError = (watch: string, day: number, error: string) => `new_issues of ${watch} on day ${day}: ${error}`;

/** @returns the numbers of true events, or errors of events, by condition, and the false and missed ones */
function compareEvents(delivered: string[], expected: string[]) {
  const missed = [...expected];
  const { false: wrong = [], ...right } = Object.groupBy(delivered, (event) => {
    const index = missed.indexOf(event);
    if (index >= 0) missed.splice(index, 1);
    return index >= 0 ? event.split(' ')[0]! : 'false';
  });
  return {
    true: Object.fromEntries(Object.entries(right).map(([on, events = []]) => [on, events.length])),
    ...{ false: wrong, missed },
  };
}
