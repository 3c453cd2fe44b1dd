import { createAllowances } from '../../functions/core/accounts/allowances.ts';
import { createDeliveries } from '../../functions/core/deliveries/deliveries.ts';
import { createDomainList } from '../../functions/core/domains/schedule/domain-list.ts';
import { createFollowedDomains } from '../../functions/core/domains/schedule/followed-domains.ts';
import { createQueryDays } from '../../functions/core/domains/schedule/query-days.ts';
import { createScheduledSnapshots } from '../../functions/core/domains/store/domain-history.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import type { SnapshotValues } from '../../functions/core/record/history-values.ts';
import type { Condition } from '../../functions/core/watches/conditions.ts';
import { evaluateSnapshots } from '../../functions/core/watches/evaluate-snapshots.ts';
import { createWatchEvents } from '../../functions/core/watches/store/events.ts';
import { createTimeline } from '../../functions/core/watches/store/timeline.ts';
import { createWatches } from '../../functions/core/watches/store/watches.ts';
import { coordinationTable, historyTable, createTestTables, scheduleTable, watchesTable } from '../support/dynamodb.ts';
import { recordCalls } from './consumed.ts';
import { MILLION, prices } from './price/cost.ts';
import type { Row } from './table.ts';

const WATCHES = 20;
const DOMAINS_PER_WATCH = 50;
/** The values of ten thousand watched domains are computed from a thousand. */
const SCALE = 10;
const DAYS = 100;
/** One domain in ten changes in a night. */
const CHANGED = 10;
const NOW = Date.parse('2026-06-15T02:00:00Z');

const CONDITIONS: Condition[] = [
  { on: 'drop', metric: 'seo_score', by: 10 },
  { on: 'unreachable', snapshots: 2 },
  { on: 'noindex' },
  { on: 'certificate_expires', within_days: 14 },
  { on: 'registration_expires', within_days: 30 },
  { on: 'changed', fields: ['title', 'canonical', 'meta_robots'] },
];

/** Measures the evaluation of 10,000 watched domains in one night, without their snapshots. */
export async function benchWatches(): Promise<Row[]> {
  const tables = await createTestTables(watchesTable, historyTable, scheduleTable, coordinationTable);
  const { db } = tables;
  const now = () => NOW;
  const snapshots = createScheduledSnapshots(db, historyTable.name);
  const watches = createWatches(db, watchesTable.name, now);
  let messages = 0;
  const queue = { send: () => Promise.resolve(void (messages += 1)) };
  const domains = Array.from({ length: WATCHES * DOMAINS_PER_WATCH }, (_, index) => `site-${index}.com`);
  for (let index = 0; index < WATCHES; index += 1) {
    const watched = domains.slice(index * DOMAINS_PER_WATCH, (index + 1) * DOMAINS_PER_WATCH);
    const time = NOW - 30 * DAY_MS;
    const watch = {
      ...{ id: `w${index}`, owner: `o${index}`, limits: { domains: 1_000, pages: 1_000 }, domains: watched, tag: null },
      ...{ conditions: CONDITIONS, crawl: null, mail: false, deliver_url: 'https://hooks.example/seo' },
      ...{ created_at: time, updated_at: time, conditions_at: time },
    };
    await createWatches(db, watchesTable.name, () => time).add(watch, 10);
  }
  const schedule = createQueryDays(db, scheduleTable.name);
  const followed = createFollowedDomains(db, scheduleTable.name, domains.length);
  for (const [index, domain] of domains.entries()) {
    await followed.follow(domain, NOW - DAYS * DAY_MS);
    for (let day = DAYS; day >= 0; day -= 1) {
      const isChanged = day === 0 && index % CHANGED === 0;
      await snapshots.add(domain, new Date(NOW - day * DAY_MS).toISOString(), valuesOf(isChanged));
    }
  }
  const services = {
    ...{ watches, snapshots, schedule, now },
    events: createWatchEvents(db, watchesTable.name, now),
    timeline: createTimeline(db, watchesTable.name, now),
    deliveries: createDeliveries(db, watchesTable.name, queue, now),
    allowances: createAllowances(db, coordinationTable.name, now),
    list: createDomainList(db, scheduleTable.name),
  };
  const calls = recordCalls(tables.db);
  const cpu = process.cpuUsage();
  for (const domain of domains) await evaluateSnapshots(domain, null, services);
  const { user, system } = process.cpuUsage(cpu);
  await tables.close();

  const sum = (unit: 'readUnits' | 'writeUnits') => SCALE * calls.reduce((total, call) => total + call[unit], 0);
  const [reads, writes] = [sum('readUnits'), sum('writeUnits')];
  const requests = SCALE * messages * MESSAGE_REQUESTS;
  const dollars =
    (reads * prices.dynamoReadUnitsPerMillion +
      writes * prices.dynamoWriteUnitsPerMillion +
      requests * prices.sqsRequestsPerMillion) /
    MILLION;
  const row = (what: string, value: number, unit: Row['unit'] = 'count'): Row => ({
    what: `10,000 watched domains, one night: ${what}`,
    samples: [value],
    unit,
  });
  return [
    row('read units', reads),
    row('write units', writes),
    row('messages of deliveries (one domain in ten has changed)', SCALE * messages),
    row('processor time per domain', (user + system) / 1_000 / domains.length, 'ms'),
    row('dollars, without the snapshots and the time of the function', dollars, 'USD'),
  ];
}

/** A message is sent, received and deleted. */
const MESSAGE_REQUESTS = 3;

function valuesOf(isChanged: boolean): SnapshotValues {
  return {
    ...{
      site_status: 'ok',
      failed_audits: ['image-alt:3', 'link-text:2'],
      seo_score: isChanged ? 71 : 92,
      http_status: 200,
    },
    ...{ tranco_rank: 12_345, open_page_rank: 5.43, organic_etv: 1_234.5, organic_count: 678, lcp_p75_ms: 2_100 },
    ...{ inp_p75_ms: 180, cls_p75: 0.06, ttfb_p75_ms: 640, fcp_p75_ms: 1_500, tls_days_remaining: 61, word_count: 700 },
    ...{ links_total: 80, site_score: null, site_pages: null, site_broken_links: null, site_crawl: null },
    ...{ expires_at: '2027-05-17T09:30:00.000Z', meta_robots: null, canonical: 'https://www.example.com/' },
    ...{
      title: 'A title of the usual length of sixty characters, more or less',
      content_hash: 'a'.repeat(64),
      ai_policy: 'none',
    },
  };
}
