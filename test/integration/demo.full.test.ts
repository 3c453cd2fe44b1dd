import { beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Domains,
  Overview,
  ScoreReasons,
  TimelinePart,
  TopIssues,
  Watches,
} from '../../functions/back-office/contract.ts';
import type { HistoryAnswer } from '../../functions/core/domains/history/read-history.ts';
import type { SiteComparison } from '../../functions/core/record/site-comparison-schema.ts';
import { demoSites } from '../../infra/sandbox/demo-sites.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { callBackOffice, signIn } from '../support/sign-in.ts';
import { useOpened } from '../support/use-opened.ts';

let tokens: { operator: string; viewer: string };

const runner = useOpened(() => startTestRunner(punctual, ['--offline']));
beforeAll(async () => {
  const [operator, viewer] = await Promise.all([signIn(runner), signIn(runner, { role: 'viewer' })]);
  tokens = { operator: operator.access_token, viewer: viewer.access_token };
});

const call = (path: string, method = 'GET', token = tokens.operator) => callBackOffice(runner, path, { token, method });
const dataOf = async <Data>(path: string) => ((await (await call(path)).json()) as { data: Data }).data;

test('the demo portfolio has a year of history for marked domains with fetched current values', async () => {
  expect((await dataOf<Overview>('overview')).has_demo).toBe(true);
  expect([(await call('demo', 'POST', 'none')).status, (await call('demo', 'POST', tokens.viewer)).status]).toEqual([
    401, 403,
  ]);
  expect((await dataOf<Domains>('domains')).domains).toEqual([]);
  expect((await call('demo', 'POST')).status).toBe(200);
  let rows: Domains['domains'] = [];
  do {
    await sleep(250);
    rows = (await dataOf<Domains>('domains')).domains;
  } while (!areFetched(rows) || !areCrawled(rows));
  expect(rows.map(({ domain }) => domain)).toEqual(demoSites.map(({ host }) => host));
  for (const row of rows) {
    expect(row).toMatchObject({ followed: true, tags: ['demo'] });
    expect(row.past!.length).toBeGreaterThan(10);
    // Every 28 days on the same days for all domains, so 10 or 11 of them are in the year of snapshots.
    expect(row.year!.scores.length).toBeGreaterThanOrEqual(10);
  }
  const issues = await dataOf<TopIssues>('top-issues');
  expect(issues.sites).toBe(8);
  expect(issues.issues.length).toBeGreaterThan(2);
  const healths = rows.flatMap(({ site }) => site?.health ?? []);
  expect(Math.max(...healths)).toBeGreaterThanOrEqual(95);
  expect(Math.min(...healths)).toBeLessThan(65);
  expect(new Set(healths).size).toBeGreaterThanOrEqual(4);
  const { domain, seo_score, past } = rows.find(({ domain }) => domain === 'demo-bike-atlas.example')!;
  const since = past!.at(-1)![0];
  const [reason] = (await dataOf<ScoreReasons>(`score-reasons?domains=${domain}&since=${since}`)).domains;
  expect(reason!.change).toMatchObject({ from: 100, to: seo_score });
  expect(reason!.change!.audits!.map(({ id }) => id).toSorted()).toEqual([
    'image-alt',
    'link-text',
    'meta-description',
  ]);
  const { snapshots } = await dataOf<HistoryAnswer>(`domains/${domain}/history?range=1y&limit=1000`);
  expect(new Set(snapshots.map(({ origin }) => origin))).toContain('backfill:demo');
  const compared = (await dataOf<SiteComparison>('domains/demo-city-gardens.example/site/compare')).counts;
  expect(compared.new.error + compared.new.warning).toBeGreaterThan(0);
  expect(compared.fixed.error + compared.fixed.warning).toBeGreaterThan(0);
  const { watches } = await dataOf<Watches>('watches');
  expect(watches).toMatchObject([{ tag: 'demo', domains: null }]);
  const { events } = await dataOf<TimelinePart>('timeline');
  const kinds = events.map((event) => `${event.domain} ${event.condition.on}`);
  expect(kinds).toEqual(
    expect.arrayContaining(['demo-harbour-coffee.example noindex', 'demo-ferry-times.example unreachable']),
  );
});

const areFetched = (rows: Domains['domains']) =>
  rows.every(({ updated_at }) => updated_at !== null && Date.now() - Date.parse(updated_at) < 3_600_000);

/** Returns whether eight sites were crawled, two of them before and after changes of their pages. */
const areCrawled = (rows: Domains['domains']) =>
  rows.filter(({ site }) => site).length === 8 && rows.filter(({ site }) => site?.before).length === 2;
