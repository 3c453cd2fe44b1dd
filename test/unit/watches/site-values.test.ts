import { expect, test } from '@jest/globals';
import { recordSiteValues } from '../../../functions/core/site-reports/end/store-end.ts';
import type { SnapshotValues } from '../../../functions/core/record/history-values.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { createWatch } from '../../../functions/core/watches/manage-watches.ts';
import { SETTLE_MS } from '../../../functions/core/watches/store/events.ts';
import { useFresh } from '../../support/use-opened.ts';
import { evaluateSnapshots, createWatchWorld, ownerOf } from './watch-world.ts';

const world = useFresh(createWatchWorld);

/** Values of a fetch of the home page. */
const VALUES = { site_status: 'ok', failed_audits: null, site_score: null, site_pages: null } as SnapshotValues;

/** An event in the history of a domain: the day's snapshot with its evaluation, a fetch for a caller, or a crawl. */
type Step = [time: string, kind: 'snapshot' | 'query'] | [time: string, kind: 'crawl', score: number | null];

async function apply([time, kind, score]: Step): Promise<void> {
  const { snapshots, history } = world.records.services;
  world.clock.now = Date.parse(`2026-11-0${time}:00Z`);
  const captured_at = new Date(world.clock.now).toISOString();
  if (kind === 'crawl') {
    const values = { isComplete: true, siteScore: score!, sitePages: 5, siteBrokenLinks: 0 };
    await recordSiteValues('a.com', values, history, new Date(world.clock.now).toISOString());
  } else if (kind === 'query') {
    await history.add({ domain: 'a.com', captured_at, origin: 'query', ...VALUES });
  } else {
    await snapshots.add('a.com', captured_at, VALUES);
    await evaluateSnapshots('a.com', world.evaluating());
  }
}

/** @returns the changes of all events after these steps */
async function changesAfter(steps: Step[]) {
  const conditions = [condition.parse({ on: 'drop', metric: 'site_score', by: 20 })];
  const request = { domains: ['a.com'], conditions, crawl: null, deliver: null, mail: false };
  const { id } = await createWatch(request, ownerOf('o1'), world.managing);
  for (const step of steps) await apply(step);
  world.clock.now += SETTLE_MS + 1;
  const { events } = await world.events.list(id, { after: '0', limit: 10 });
  return events.map(({ before, after, measured_at }) => [before, after, measured_at.slice(0, 10)]);
}

const FIRST: Step[] = [
  ['2T15:00', 'snapshot'],
  ['2T15:10', 'crawl', 90],
];
const NEXT_DAYS: Step[] = [
  ['4T15:00', 'snapshot'],
  ['5T15:00', 'snapshot'],
];

test.each<[string, Step[]]>([
  [
    "before the day's first snapshot",
    [
      ['3T03:00', 'crawl', 60],
      ['3T15:00', 'snapshot'],
    ],
  ],
  [
    'after a query of the day',
    [
      ['3T02:00', 'query'],
      ['3T03:00', 'crawl', 60],
      ['3T15:00', 'snapshot'],
    ],
  ],
  [
    "after the day's scheduled snapshot",
    [
      ['3T15:00', 'snapshot'],
      ['3T16:00', 'crawl', 60],
    ],
  ],
])('a crawl that ends %s is seen once', async (_, steps) => {
  expect(await changesAfter([...FIRST, ...steps, ...NEXT_DAYS])).toEqual([[90, 60, '2026-11-03']]);
});

test("a crawl that ends after a query of the day, later than the day's snapshot, is seen at the next one", async () => {
  const steps: Step[] = [
    ['3T15:00', 'snapshot'],
    ['3T16:00', 'query'],
    ['3T17:00', 'crawl', 60],
  ];
  expect(await changesAfter([...FIRST, ...steps, ...NEXT_DAYS])).toEqual([[90, 60, '2026-11-04']]);
});

test('the newest of several crawls between two snapshots counts', async () => {
  const steps: Step[] = [
    ['3T03:00', 'crawl', 60],
    ['3T04:00', 'query'],
    ['3T05:00', 'crawl', 85],
    ['3T15:00', 'snapshot'],
  ];
  expect(await changesAfter([...FIRST, ...steps, ...NEXT_DAYS])).toEqual([]);
});

test('a crawl without a score is compared with nothing', async () => {
  const steps: Step[] = [
    ['3T03:00', 'crawl', null],
    ['3T15:00', 'snapshot'],
    ['4T03:00', 'crawl', 60],
  ];
  expect(await changesAfter([...FIRST, ...steps, ...NEXT_DAYS])).toEqual([[90, 60, '2026-11-04']]);
});
