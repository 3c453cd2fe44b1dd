import { beforeAll, expect, test } from '@jest/globals';
import { readHistory } from '../../../../functions/core/domains/history/read-history.ts';
import { recordSiteValues } from '../../../../functions/core/site-reports/end/store-end.ts';
import { valuesOf } from '../../../../functions/core/record/history-values.ts';
import type { DomainRecord } from '../../../../functions/core/record/record.ts';
import {
  createDomainHistory,
  createScheduledSnapshots,
  type DomainHistory,
  type ScheduledSnapshots,
} from '../../../../functions/core/domains/store/domain-history.ts';
import { historyTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

let history: DomainHistory;
let scheduled: ScheduledSnapshots;
const tables = useOpened(() => createTestTables(historyTable));
beforeAll(() => {
  const db = tables.db;
  history = createDomainHistory(db, historyTable.name);
  scheduled = createScheduledSnapshots(db, historyTable.name);
});

const METRICS = { isComplete: true, siteScore: 91, sitePages: 500, siteBrokenLinks: 7 };
const STORED = { site_score: 91, site_pages: 500, site_broken_links: 7, site_crawl: 'complete' };
const none = { site_status: 'ok', failed_audits: null, ...valuesOf({} as DomainRecord, new Set()) };
const recordMetrics = (domain: string, time: string, metrics = METRICS) =>
  recordSiteValues(domain, metrics, history, time);
const query = (domain: string, captured_at: string) =>
  history.add({ ...none, domain, captured_at, origin: 'query', seo_score: 80 });
const read = (domain: string) =>
  readHistory(
    { domain, from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z', limit: 100 },
    { history, now: Date.now },
  );

test('the metrics of a crawl are in the newest snapshot of the day of its end and in no other', async () => {
  await query('queried.com', '2026-11-20T23:00:00.000Z');
  await query('queried.com', '2026-11-21T08:00:00.000Z');
  await query('queried.com', '2026-11-21T09:00:00.000Z');
  await recordMetrics('queried.com', '2026-11-21T10:00:00.000Z');
  const { snapshots } = await read('queried.com');
  expect(snapshots).toHaveLength(3);
  expect(snapshots[0]).toMatchObject({
    captured_at: '2026-11-21T09:00:00.000Z',
    origin: 'query',
    seo_score: 80,
    ...STORED,
  });
  expect(snapshots.slice(1).map(({ site_score }) => site_score)).toEqual([null, null]);
});

test('a scheduled snapshot receives the metrics of a crawl too', async () => {
  await scheduled.add('followed.com', '2026-11-21T07:00:00.000Z', { ...none, seo_score: 70 });
  await recordMetrics('followed.com', '2026-11-21T10:00:00.000Z');
  const { snapshots } = await read('followed.com');
  expect(snapshots).toMatchObject([{ origin: 'scheduled', seo_score: 70, ...STORED }]);
});

test('a day without a snapshot gets one, which the next crawl of the day replaces', async () => {
  await recordMetrics('crawled.com', '2026-11-21T10:00:00.000Z', { ...METRICS, isComplete: false, siteScore: 10 });
  expect((await read('crawled.com')).snapshots).toMatchObject([{ site_score: 10, site_crawl: 'page_limit' }]);
  await recordMetrics('crawled.com', '2026-11-21T12:00:00.000Z');
  const { snapshots } = await read('crawled.com');
  expect(snapshots).toMatchObject([{ date: '2026-11-21', origin: 'backfill:site_crawl', seo_score: null, ...STORED }]);
});

test('recording the same metrics again changes nothing', async () => {
  await query('again.com', '2026-11-21T08:00:00.000Z');
  await recordMetrics('again.com', '2026-11-21T10:00:00.000Z');
  const once = await read('again.com');
  await recordMetrics('again.com', '2026-11-21T10:00:00.000Z');
  expect(await read('again.com')).toEqual(once);
});

test('a difference from the previous crawl is a change with a summary, across days without a crawl', async () => {
  for (const day of ['01', '02', '03', '08', '15']) await query('weekly.com', `2026-11-${day}T08:00:00.000Z`);
  await recordMetrics('weekly.com', '2026-11-01T09:00:00.000Z');
  await recordMetrics('weekly.com', '2026-11-08T09:00:00.000Z', { ...METRICS, siteScore: 95 });
  await recordSiteValues('weekly.com', { ...METRICS, siteScore: null }, history, '2026-11-15T09:00:00.000Z');
  const { snapshots, summary } = await read('weekly.com');
  expect(snapshots.map(({ site_score }) => site_score)).toEqual([null, 95, null, null, 91]);
  expect(snapshots.flatMap(({ changes }) => changes)).toEqual([{ name: 'site_score', before: 91, after: 95 }]);
  expect(summary.site_score).toEqual({ first: 91, last: 95, min: 91, max: 95, change: 4 });
});
