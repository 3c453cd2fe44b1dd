import { expect, test } from '@jest/globals';
import { comparisonRoutes, type ComparisonServices } from '../../../functions/back-office/comparison-routes.ts';
import type { Comparison, ScoreChanges } from '../../../functions/back-office/contract.ts';
import { MAX_SNAPSHOTS } from '../../../functions/back-office/contract/domains.ts';
import { answerCall } from '../../../functions/back-office/router.ts';
import { createDomainHistory, createScheduledSnapshots } from '../../../functions/core/domains/store/domain-history.ts';
import { DAY_MS, dayOf } from '../../../functions/core/platform/time/day.ts';
import type { SnapshotValues } from '../../../functions/core/record/history-values.ts';
import { apiEvent, byOperator } from '../../support/api-event.ts';
import { historyTable, createTestTables } from '../../support/dynamodb.ts';
import { noJournal } from '../../support/no-journal.ts';
import { useOpened } from '../../support/use-opened.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const opened = useOpened(() => createTestTables(historyTable));

/** Stores two scheduled snapshots with the scores 80 and 90, and newer past values of the Tranco list. */
async function storeHistory(domain: string, pastValues: number) {
  const scheduled = createScheduledSnapshots(opened.db, historyTable.name);
  for (const [daysAgo, seo_score] of [
    [350, 80],
    [349, 90],
  ] as const) {
    const values = { seo_score, failed_audits: null } as unknown as SnapshotValues;
    await scheduled.add(domain, new Date(NOW - daysAgo * DAY_MS).toISOString(), values);
  }
  // More sources than days: each day has one snapshot of a source.
  const days = Array.from({ length: 340 }, (_, day) => dayOf(NOW - day * DAY_MS));
  const history = createDomainHistory(opened.db, historyTable.name);
  for (let source = 0; source * days.length < pastValues; source += 1) {
    const dates = days.slice(0, pastValues - source * days.length);
    const past = dates.map((date) => ({ date, values: { tranco_rank: 7 } }));
    await history.backfill(domain, `tranco-${source}`, past);
  }
}

async function answerOf<Answer>(proxy: string, query: string, others: object = {}): Promise<Answer> {
  const event = { ...byOperator(apiEvent(query)), httpMethod: 'GET', pathParameters: { proxy } };
  const history = createDomainHistory(opened.db, historyTable.name);
  const services = { history, now: () => NOW, isReachable: () => true, journal: noJournal, ...others };
  const { body } = await answerCall(event, comparisonRoutes, services as typeof services & ComparisonServices);
  return (JSON.parse(body) as { data: Answer }).data;
}

const changesOf = async (domain: string) =>
  (await answerOf<ScoreChanges>('score-changes', `domains=${domain}&range=1y`)).domains;

test('score changes contain those that are older than 400 past values of sources', async () => {
  await storeHistory('a.example', 400);
  expect(await changesOf('a.example')).toMatchObject([{ changes: [{ from: 80, to: 90 }], truncated: false }]);
});

test('score changes are truncated when the window contains more snapshots than are read', async () => {
  await storeHistory('b.example', MAX_SNAPSHOTS);
  expect(await changesOf('b.example')).toEqual([{ domain: 'b.example', changes: [], truncated: true }]);
});

test('a comparison contains the health of each site, and of its crawls within the window', async () => {
  const crawlOf = (daysAgo: number, health: number | null) => ({
    finished_at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
    health,
  });
  const crawled = {
    audit: { summary: { health: 8 } },
    historyJson: JSON.stringify([crawlOf(100, 90), crawlOf(20, 64), crawlOf(10, null), crawlOf(1, 8)]),
  };
  const crawls = {
    read: (domain: string) => Promise.resolve(domain === 'a.example' ? crawled : { audit: null, historyJson: '[]' }),
  };
  const cache = { read: () => Promise.resolve(null) };
  const { domains } = await answerOf<Comparison>('comparison', 'domains=a.example,b.example&range=30d', {
    cache,
    crawls,
  });
  expect(domains.map(({ site }) => site)).toEqual([
    { health: 8, history: [crawlOf(20, 64), crawlOf(1, 8)] },
    { health: null, history: [] },
  ]);
});
