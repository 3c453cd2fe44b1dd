import { describe, expect, test } from '@jest/globals';
import { occurrencesOf } from '../../../functions/core/site-reports/compare/occurrences.ts';
import type { SnapshotValues } from '../../../functions/core/record/history-values.ts';
import type { IssueRow } from '../../../functions/core/record/site-evidence-schema.ts';
import { announceCrawl } from '../../../functions/core/watches/announce-crawl.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { crawlInProgress, endedCrawl, siteResult } from '../../support/site-audit.ts';
import { readCases } from '../../support/cases.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createWatchWorld, evaluateSnapshots } from './watch-world.ts';

const world = useFresh(createWatchWorld);

const GOOD = { site_status: 'ok', failed_audits: [], seo_score: 100, title: 'A', tls_days_remaining: 60 };

/** Takes a snapshot with these values, a day after the one before. */
async function snapshot(values: object, domain = 'a.com') {
  world.clock.now += DAY_MS;
  await world.records.services.followed.follow(domain, world.clock.now);
  const at = new Date(world.clock.now).toISOString();
  await world.records.services.snapshots.add(domain, at, { ...GOOD, ...values } as unknown as SnapshotValues);
  await evaluateSnapshots(domain, world.evaluating());
}

const list = async (domain: string | null = 'a.com') =>
  (await world.timeline.list({ domain, after: null, limit: 50 })).events;
const kinds = async (domain?: string | null) => (await list(domain)).map(({ condition: { on } }) => on);

describe('the timeline of a followed domain without a watch', () => {
  test.each(readCases<[name: string, days: object[], events: string[]][]>('watches/timeline'))(
    'has %s',
    async (_, days, events) => {
      for (const values of days) await snapshot(values);
      expect(await kinds()).toEqual(events);
    },
  );

  test('has an event once, however often the snapshot is evaluated, with the values before and after', async () => {
    await snapshot({});
    await snapshot({ seo_score: 77 });
    await evaluateSnapshots('a.com', world.evaluating());
    expect(await list()).toMatchObject([{ domain: 'a.com', name: 'seo_score', before: 100, after: 77 }]);
  });

  test('has no event of a domain that is not followed, or blocked', async () => {
    await snapshot({});
    await world.records.services.followed.unfollow('a.com');
    const at = new Date((world.clock.now += DAY_MS)).toISOString();
    await world.records.services.snapshots.add('a.com', at, { ...GOOD, seo_score: 1 } as unknown as SnapshotValues);
    await evaluateSnapshots('a.com', world.evaluating());
    expect(await list()).toEqual([]);
  });

  test('lists the events of all domains together, the newest first, in parts', async () => {
    for (const seo_score of [100, 50, 100, 50]) {
      await snapshot({ seo_score }, 'a.com');
      await snapshot({ seo_score }, 'b.com');
    }
    const first = await world.timeline.list({ domain: null, after: null, limit: 4 });
    const second = await world.timeline.list({ domain: null, after: first.next, limit: 4 });
    const all = [...first.events, ...second.events];
    expect(all.map(({ domain, after }) => [domain, after])).toEqual(
      [50, 100, 50].flatMap((score) => [
        ['b.com', score],
        ['a.com', score],
      ]),
    );
    expect(second.next).toBeNull();
  });

  test('is deleted with the domain, also from the list of all domains', async () => {
    for (const seo_score of [100, 50]) {
      await snapshot({ seo_score }, 'a.com');
      await snapshot({ seo_score }, 'b.com');
    }
    await world.records.deleteItems('a.com');
    expect([await kinds(), await kinds('b.com'), await kinds(null)]).toEqual([[], ['drop'], ['drop']]);
  });

  test('ends after 90 days', async () => {
    await snapshot({});
    await snapshot({ title: 'B' });
    world.clock.now += 91 * DAY_MS;
    expect(await list()).toEqual([]);
  });
});

const occurrence = (issue: string, severity: IssueRow['severity']) =>
  ({ issue, severity, url: 'https://a.com/', target: null, status: null }) as IssueRow;
const ADDED = [
  occurrence('broken-link', 'error'),
  occurrence('broken-link', 'error'),
  occurrence('title-long', 'notice'),
];
const FIXED = [occurrence('title-missing', 'warning')];

describe('the end of a crawl', () => {
  const base = () => endedCrawl({ startedAt: new Date(world.clock.now - DAY_MS).toISOString() });
  async function end({ isComplete = true, include = [] as string[] } = {}) {
    const at = new Date(world.clock.now).toISOString();
    const crawl = crawlInProgress({ startedAt: at });
    const choose =
      <Rows>(rows: Rows) =>
      (chooseBase: (stored: ReturnType<typeof base>[]) => unknown) =>
        Promise.resolve(chooseBase([base()]) === null ? null : rows);
    await announceCrawl(
      {
        crawl: { ...crawl, scope: { ...crawl.scope, include } },
        ...{
          isComplete,
          stopReason: isComplete ? null : ('page_limit' as const),
          finishedAt: at,
          result: siteResult(),
        },
        comparisons: { newSince: choose(occurrencesOf(ADDED)), fixedSince: choose(occurrencesOf(FIXED)) },
      },
      world.evaluating(),
    );
  }

  test('is an event of new and one of fixed issues, with numbers and without notices', async () => {
    await end();
    expect(await list()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          condition: { on: 'new_issues' },
          after: { counts: { 'broken-link': 2 }, occurrences: [], more: 2 },
        }),
        expect.objectContaining({
          condition: { on: 'fixed_issues' },
          after: { counts: { 'title-missing': 1 }, occurrences: [], more: 1 },
        }),
      ]),
    );
    expect(await kinds()).toHaveLength(2);
  });

  test.each([
    ['that is not complete', { isComplete: false }],
    ['of a part of the site', { include: ['/a*'] }],
  ])('%s is none, since it shows only a part', async (_, given) => {
    await end(given);
    expect(await list()).toEqual([]);
  });
});
