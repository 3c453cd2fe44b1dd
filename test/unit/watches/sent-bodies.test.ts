import { expect, test } from '@jest/globals';
import { occurrencesOf } from '../../../functions/core/site-reports/compare/occurrences.ts';
import { sendEnd } from '../../../functions/core/batches/announce-batch.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { SnapshotValues } from '../../../functions/core/record/history-values.ts';
import type { IssueRow } from '../../../functions/core/record/site-evidence-schema.ts';
import { announceCrawl, STORE_MS } from '../../../functions/core/watches/announce-crawl.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { eventSchemas } from '../../../functions/core/watches/delivery-schema.ts';
import { createWatch, testWatch } from '../../../functions/core/watches/manage-watches.ts';
import { TEST_INTERVAL_MS } from '../../../functions/core/deliveries/test-limits.ts';
import { createValidator, readDocument, webhookOf } from '../../support/openapi.ts';
import { crawlInProgress, siteResult } from '../../support/site-audit.ts';
import { useFresh } from '../../support/use-opened.ts';
import { evaluateSnapshots, HOOK, createWatchWorld, ownerOf } from './watch-world.ts';

const document = readDocument();
const { deliveryProblems } = createValidator(document);
const world = useFresh(() => createWatchWorld([], { hosts: ['batches.test', 'crawls.test'] }));

const CONDITIONS = [
  { on: 'changed', fields: ['title', 'http_status', 'expires_at'] },
  { on: 'drop', metric: 'seo_score', by: 10 },
  { on: 'drop', metric: 'cls_p75', by: '20%' },
  { on: 'rise', metric: 'tranco_rank', by: '20%' },
  { on: 'below', metric: 'seo_score', value: 80 },
  { on: 'above', metric: 'http_status', value: 399 },
  { on: 'unreachable', snapshots: 2 },
  { on: 'noindex' },
  { on: 'certificate_expires', within_days: 14 },
  { on: 'registration_expires', within_days: 30 },
  { on: 'new_issues', severity: 'notice' },
].map((given) => condition.parse(given));

/** Values of three days. Each condition holds on the last one, and not on the one before. */
const DAYS = [
  {},
  {
    ...{ title: 'A', http_status: 200, expires_at: '2027-03-01T00:00:00.000Z', seo_score: 90, cls_p75: 0.1 },
    ...{ tranco_rank: 40_000, site_status: 'timeout', failed_audits: [], tls_days_remaining: 15 },
  },
  {
    ...{ title: 'B', http_status: 404, seo_score: 70, cls_p75: 0.2, tranco_rank: 20_000, site_status: 'http_503' },
    ...{ failed_audits: ['is-crawlable:1'], tls_days_remaining: -1, expires_at: '2026-01-01T00:00:00.000Z' },
  },
];

async function passDays() {
  for (const values of DAYS) {
    world.clock.now += DAY_MS;
    const snapshot = { site_status: 'ok', failed_audits: null, ...values } as unknown as SnapshotValues;
    await world.records.services.snapshots.add('a.com', new Date(world.clock.now).toISOString(), snapshot);
    await evaluateSnapshots('a.com', world.evaluating());
  }
}

const occurrence = (target: string | null, status: number | null): IssueRow => ({
  ...{ issue: target ? 'broken-link' : 'server-error', severity: 'error', url: 'https://a.com/a', target, status },
  ...{ element: null, value: null, expected: null, related: [] },
});

/** A crawl that ends with these new occurrences. */
async function endCrawl(rows: IssueRow[]) {
  const startedAt = new Date(world.clock.now).toISOString();
  const issues = [{ id: 'broken-link', count: 1 }] as never;
  const end = {
    crawl: crawlInProgress({ owner: 'o1', startedAt, deliver: 'http://crawls.test/in' }),
    ...{ stopReason: null, isComplete: true, finishedAt: startedAt, result: siteResult({ issues }) },
    comparisons: {
      newSince: () => Promise.resolve(occurrencesOf(rows)),
      fixedSince: () => Promise.resolve(occurrencesOf()),
    },
  };
  await announceCrawl(end, world.evaluating());
  world.clock.now += STORE_MS;
}

const sentKinds = () => new Set(world.received.map(({ body }) => webhookOf(body)));

test('every body that is sent has the schema that the document states for its kind', async () => {
  const request = { domains: ['a.com'], conditions: CONDITIONS, crawl: null, deliver: { url: HOOK }, mail: false };
  const watch = await createWatch(request, ownerOf('o1'), world.managing);
  await passDays();
  await endCrawl([occurrence('https://a.com/gone', 404), occurrence(null, null)]);
  world.clock.now += TEST_INTERVAL_MS;
  await testWatch('o1', watch.id, world.managing);
  const options = JSON.stringify({ deliver: 'http://batches.test/in' });
  for (const ended of [{}, { stoppedAt: '2026-11-20T09:00:00.000Z' }]) {
    const batch = { id: `b${Object.keys(ended).length}`, owner: 'o1', options, createdAt: '2026-11-20T07:00:00.000Z' };
    await sendEnd(
      { ...batch, cancelledAt: null, stoppedAt: null, ...ended },
      { deliveries: world.deliveries, now: () => world.clock.now },
    );
  }
  await world.work();
  expect(world.received.flatMap(({ body }) => deliveryProblems(body).map((problem) => [problem, body]))).toEqual([]);
  expect([...sentKinds()].toSorted()).toEqual(Object.keys(document.webhooks).toSorted());
  expect(CONDITIONS.map(({ on }) => on)).toEqual(expect.arrayContaining(Object.keys(eventSchemas)));
});

test('a test of a watch has a marked sample of each condition, and its events have no mark', async () => {
  const request = { domains: ['a.com'], conditions: CONDITIONS, crawl: null, deliver: { url: HOOK }, mail: false };
  const watch = await createWatch(request, ownerOf('o1'), world.managing);
  await passDays();
  await world.work();
  const bodies = world.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  const [challenge, ...events] = bodies;
  expect(challenge).toMatchObject({
    type: 'watch.test',
    data: { watch: watch.id, events: CONDITIONS.map((given) => ({ condition: given, domain: 'a.com', sample: true })) },
  });
  expect(events.map(({ type, data }) => [type, 'sample' in data])).toEqual(
    events.map(() => ['watch.triggered', false]),
  );
  expect(events.length).toBeGreaterThan(CONDITIONS.length - 2);
});
