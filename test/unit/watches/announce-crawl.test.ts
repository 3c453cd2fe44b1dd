import { describe, expect, test } from '@jest/globals';
import { occurrencesOf } from '../../../functions/core/site-reports/compare/occurrences.ts';
import type { IssueRow } from '../../../functions/core/record/site-evidence-schema.ts';
import type { CrawlEnd } from '../../../functions/core/site-reports/end/crawl-end.ts';
import { WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import type { EndedCrawl, CrawlInProgress } from '../../../functions/core/crawls/store/site-crawls.ts';
import { announceCrawl, STORE_MS } from '../../../functions/core/watches/announce-crawl.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { crawlEnded } from '../../../functions/core/watches/delivery-schema.ts';
import { createWatch } from '../../../functions/core/watches/manage-watches.ts';
import { createWatchEvents, SETTLE_MS } from '../../../functions/core/watches/store/events.ts';
import type { RequestedCrawl } from '../../../functions/core/watches/watched-lists.ts';
import { CONDITION_FAILED, type DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { endedCrawl, crawlInProgress, siteResult } from '../../support/site-audit.ts';
import { useFresh } from '../../support/use-opened.ts';
import { HOOK, createWatchWorld, ownerOf } from './watch-world.ts';

const world = useFresh(createWatchWorld);

const PART = { ...WHOLE_SITE, include: ['/blog/'] };
const WHOLE_CRAWL: RequestedCrawl = { every: 'day', pages: 100, include: [], exclude: [], depth: null };
const PART_CRAWL: RequestedCrawl = { ...WHOLE_CRAWL, include: ['/blog/'], external: true };

const occurrence = (issue: string, severity: IssueRow['severity'], path = '/a'): IssueRow => ({
  ...{ issue, severity, url: `https://a.com${path}`, target: 'https://a.com/gone', status: 404 },
  ...{ element: '<a href="/gone">', value: null, expected: null, related: [] },
});
/** What events contain of {@link occurrence}. */
const shown = (issue: string, path?: string) => {
  const { url, target, status } = occurrence(issue, 'error', path);
  return { issue, url, target, status };
};
const ROWS = [
  occurrence('broken-link', 'error', '/a'),
  occurrence('broken-link', 'error', '/b'),
  ...['/a', '/b', '/c'].map((path) => occurrence('title-long', 'notice', path)),
];
const BROKEN = {
  counts: { 'broken-link': 2 },
  occurrences: [shown('broken-link', '/a'), shown('broken-link', '/b')],
  more: 0,
};

const HOUR_MS = 3_600_000;
/** A complete crawl of the owner, an hour before. */
const baseOf = (differs: Partial<EndedCrawl> = {}) =>
  endedCrawl({ owner: 'o1', startedAt: new Date(world.clock.now - HOUR_MS).toISOString(), ...differs });

interface EndSpec extends Partial<Pick<CrawlInProgress, 'owner' | 'scope' | 'deliver' | 'startedAt'>> {
  stopReason?: CrawlEnd['stopReason'];
  /** Occurrences that are new since the crawl that is compared. */
  rows?: IssueRow[];
  /** Those of the crawl before that are fixed. */
  fixed?: IssueRow[];
  /** The crawl that is stored before; `null`: there is none. */
  base?: EndedCrawl | null;
}

const endOf = ({ stopReason = null, rows = ROWS, fixed = [], base = baseOf(), ...crawl }: EndSpec = {}): CrawlEnd => {
  const startedAt = new Date(world.clock.now).toISOString();
  return {
    crawl: crawlInProgress({ owner: 'o1', startedAt, ...crawl }),
    ...{ stopReason, isComplete: stopReason === null, finishedAt: startedAt },
    result: siteResult({
      ...{ health: 90, site_score: 88, pages: { ...siteResult().pages, total: 5 } },
      issues: [{ id: 'broken-link', count: 2 }] as never,
    }),
    comparisons: {
      newSince: (chooseBase) => Promise.resolve(chooseBase(base ? [base] : []) && occurrencesOf(rows)),
      fixedSince: (chooseBase) => Promise.resolve(chooseBase(base ? [base] : []) && occurrencesOf(fixed)),
    },
  };
};
const announce = (end: CrawlEnd) => announceCrawl(end, world.evaluating());

async function watch(severity: 'error' | 'warning' | 'notice', crawl: RequestedCrawl | null = null) {
  const conditions = [condition.parse({ on: 'new_issues', severity })];
  const request = { domains: ['a.com'], conditions, crawl, deliver: null, mail: false };
  const { id } = await createWatch(request, ownerOf('o1'), world.managing);
  return async () => {
    world.clock.now += SETTLE_MS + 1;
    return (await world.events.list(id, { after: '0', limit: 10 })).events.map(({ after }) => after);
  };
}

describe('the end of a crawl', () => {
  test('is an event of its new issues of a severity, once for each crawl', async () => {
    const events = await watch('error');
    const first = endOf();
    await announce(first);
    await announce(first);
    expect(await events()).toEqual([BROKEN]);
    await announce(endOf({ rows: [occurrence('client-error', 'error')] }));
    expect(await events()).toEqual([
      BROKEN,
      { counts: { 'client-error': 1 }, occurrences: [shown('client-error')], more: 0 },
    ]);
  });

  test('is an event with the numbers of all new issues, the first ten of them, and the number of the others', async () => {
    const events = await watch('notice');
    const paths = Array.from({ length: 8 }, (_, page) => `/${page}`);
    const rows = ['broken-link', 'title-long'].flatMap((issue) =>
      paths.map((path) => occurrence(issue, 'error', path)),
    );
    await announce(endOf({ rows }));
    expect(await events()).toEqual([
      {
        counts: { 'broken-link': 8, 'title-long': 8 },
        occurrences: rows.slice(0, 10).map(({ issue, url }) => shown(issue, new URL(url).pathname)),
        more: 6,
      },
    ]);
  });

  test('is an event, once, when the answer to the write of its marker was lost', async () => {
    const events = await watch('error');
    const lost: unknown[] = [];
    const db: DynamoDB = {
      ...world.db,
      async put(input, options) {
        const answer = await world.db.put(input, options);
        if (lost.length > 0 || !String(input.Item!.sort).startsWith('id#')) return answer;
        lost.push(answer);
        throw Object.assign(new Error('Repeated by the SDK'), { name: CONDITION_FAILED });
      },
    };
    const services = { ...world.evaluating(), events: createWatchEvents(db, watchesTable.name, () => world.clock.now) };
    const end = endOf();
    await announceCrawl(end, services);
    await announce(end);
    expect([lost.length, await events()]).toEqual([1, [BROKEN]]);
  });

  test.each<[string, () => EndSpec]>([
    ['there was no crawl before', () => ({ base: null })],
    ['the crawl before was not complete', () => ({ base: baseOf({ isComplete: false }) })],
    ["the crawl before was a stranger's", () => ({ base: baseOf({ owner: 'o2' }) })],
    ['the crawl before had another scope', () => ({ base: baseOf({ scope: PART }) })],
    ['the crawl before started later', () => ({ startedAt: new Date(world.clock.now - 2 * HOUR_MS).toISOString() })],
    ['nothing is new', () => ({ rows: [] })],
    ['the new issues are less severe', () => ({ rows: [occurrence('title-long', 'notice')] })],
    ["the crawl is a stranger's", () => ({ owner: 'o2' })],
    ['the crawl has another scope', () => ({ scope: PART, base: baseOf({ scope: PART }) })],
  ])('is no event if %s', async (_, spec) => {
    const events = await watch('error');
    await announce(endOf(spec()));
    expect(await events()).toEqual([]);
  });

  test.each<[string, crawl: RequestedCrawl | null, () => EndSpec, isEvent: boolean]>([
    ["the watch has no crawl, and the schedule's is the one", null, () => ({ owner: null }), true],
    ["the watch has no crawl, and the schedule's is the base", null, () => ({ base: baseOf({ owner: null }) }), true],
    ["the watch has a crawl, and the schedule's is the one", WHOLE_CRAWL, () => ({ owner: null }), false],
    [
      "the watch has a crawl, and the schedule's is the base",
      WHOLE_CRAWL,
      () => ({ base: baseOf({ owner: null }) }),
      false,
    ],
    ['both are those of the watch', WHOLE_CRAWL, () => ({}), true],
    ['both have the scope of the watch', PART_CRAWL, () => ({ scope: PART, base: baseOf({ scope: PART }) }), true],
    ['both cover the whole site, and the watch a part', PART_CRAWL, () => ({}), false],
    ['the base covers the whole site, and the watch a part', PART_CRAWL, () => ({ scope: PART }), false],
  ])('is compared where %s: %s', async (_, crawl, spec, isEvent) => {
    const events = await watch('error', crawl);
    await announce(endOf(spec()));
    expect(await events()).toEqual(isEvent ? [BROKEN] : []);
  });

  test('is no event of a watch that was created after it', async () => {
    const end = endOf();
    world.clock.now += 60_000;
    const events = await watch('notice');
    await announce(end);
    expect(await events()).toEqual([]);
  });

  test('is sent once to the receiver of the crawl, also when it was stopped', async () => {
    const end = endOf({ deliver: HOOK, stopReason: 'cancelled', base: null });
    await announce(end);
    await announce(end);
    expect([await world.work(), world.received]).toEqual([[], []]);
    world.clock.now += STORE_MS;
    await world.work();
    const bodies = world.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(bodies.map(({ type }) => type)).toEqual(['watch.test', 'crawl.ended']);
    expect(bodies[1]!.data).toEqual({
      ...{
        domain: 'a.com',
        crawl_id: end.crawl.id,
        finished_at: end.finishedAt,
        stop_reason: 'cancelled',
        complete: false,
      },
      ...{ health: 90, site_score: 88, pages: 5, issues: { 'broken-link': 2 } },
    });
  });

  test('of which there is no report is sent without values, since they are unknown', async () => {
    await announce({ ...endOf({ deliver: HOOK, stopReason: 'report_failed', base: null }), result: null });
    world.clock.now += STORE_MS;
    await world.work();
    const { data } = crawlEnded.parse(JSON.parse(world.received.at(-1)!.body));
    expect(data).toMatchObject({
      ...{ stop_reason: 'report_failed', complete: false },
      ...{ health: null, site_score: null, pages: null, issues: null },
    });
  });

  test('waits at a new address while that of a watch of the owner was challenged within a minute', async () => {
    const deliver = { url: HOOK };
    await announce(endOf({ deliver: `${HOOK}?crawls` }));
    world.clock.now += STORE_MS;
    await createWatch(
      { domains: ['a.com'], conditions: [], crawl: null, deliver, mail: false },
      ownerOf('o1'),
      world.managing,
    );
    expect(await world.work()).toEqual(['deferred']);
    world.clock.now += 60_000;
    expect(await world.work()).toEqual(['delivered']);
  });
});
