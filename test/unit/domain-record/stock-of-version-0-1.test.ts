import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { completeRecord } from '../../../functions/shared/domain-record/complete-record.ts';
import { withChanges } from '../../../functions/shared/domain-record/history/changes.ts';
import { createProviderClient } from '../../../functions/shared/providers/provider-client.ts';
import { askingSettings, sourceUrls } from '../../../functions/shared/providers/settings.ts';
import { createSourceSettings } from '../../../functions/shared/providers/source-settings.ts';
import { sourcesToHeal } from '../../../functions/shared/record/heal.ts';
import { recordOf } from '../../../functions/shared/record/record-of.ts';
import { cruxSource } from '../../../functions/shared/sources/crux/crux.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { type Providers, startProviders } from '../../../infra/sandbox/providers/providers.ts';
import { cacheTable, historyTable, scheduleTable } from '../../support/dynamodb.ts';
import { fetchForCaller, openRecordServices } from '../../support/record-services.ts';
import { settingsOf } from '../../support/settings.ts';
import { openStock } from '../../support/stock/stock.ts';
import { AGENT } from '../network/local-servers.ts';

const stock = openStock('v0.1');
const tablesOfStock = { DomainCache: cacheTable, DomainHistory: historyTable, DomainSchedule: scheduleTable };
/** The stand-in has the same weeks then as when the stock was made. */
const NOW = Date.parse('2026-11-22T12:00:00Z');
const WEEK = 7 * 86_400_000;
const DOMAIN = 'shop.example';

type HistoryItem = Record<string, unknown> & { captured_at: string; origin: string };

const before = stock
  .items('DomainHistory')
  .map((item) => unmarshall(item) as HistoryItem)
  .filter(({ domain }) => domain === DOMAIN);
const isWeek = ({ origin }: HistoryItem) => origin === 'backfill:crux';

let opened: Awaited<ReturnType<typeof openRecordServices>>;
let providers: Providers;
beforeEach(async () => {
  opened = await openRecordServices([cruxSource]);
  const { services, clock, tables } = opened;
  clock.now = NOW;
  providers = await startProviders({ now: () => clock.now });
  const http = createProviderClient(AGENT);
  services.http = { inline: http, background: http, batch: http };
  services.settings = createSourceSettings(settingsOf({ ...askingSettings, ...sourceUrls }, providers.urls));
  services.readKeys = () => Promise.resolve(providers.keys);
  for (const [name, table] of Object.entries(tablesOfStock)) {
    const puts = stock.items(name).map((Item) => ({ PutRequest: { Item } }));
    for (let start = 0; start < puts.length; start += 25) {
      const RequestItems = { [table.name]: puts.slice(start, start + 25) };
      await tables.client.send(new BatchWriteItemCommand({ RequestItems }));
    }
  }
});
afterEach(async () => {
  await Promise.all([providers.close(), opened.close()]);
});

const entry = () => opened.services.cache.read(DOMAIN, { consistent: true });
const refresh = async () => fetchForCaller({ domain: DOMAIN, entry: await entry() }, 'refresh', opened.services);

async function history(): Promise<HistoryItem[]> {
  const command = new QueryCommand({
    TableName: historyTable.name,
    KeyConditionExpression: '#d = :d',
    ExpressionAttributeNames: { '#d': 'domain' },
    ExpressionAttributeValues: { ':d': DOMAIN },
  });
  return (await opened.documents.send(command)).Items as HistoryItem[];
}

const FIGURES = ['lcp_p75_ms', 'inp_p75_ms', 'cls_p75', 'fcp_p75_ms', 'ttfb_p75_ms'];

/** What was there before is there once, with the same figures; each week has all five. */
async function expectWholePast() {
  const after = await history();
  const byKey = new Map(after.map((item) => [item.captured_at, item]));
  expect(byKey.size).toBe(after.length);
  expect(before.length).toBeGreaterThan(90);
  for (const item of before) expect(byKey.get(item.captured_at)).toMatchObject(item);
  const weeks = after.filter(isWeek);
  for (const week of weeks) {
    expect(FIGURES.filter((name) => typeof week[name] !== 'number')).toEqual([]);
  }
  return { after, weeks };
}

/** Lets the first writes to the history pass, and none after them. @returns what lets all pass again */
function failWritesAfter(count: number) {
  let passed = 0;
  let isFailing = true;
  opened.tables.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const { TableName, RequestItems } = args.input as { TableName?: string; RequestItems?: object };
        const table = TableName ?? Object.keys(RequestItems ?? {})[0];
        const isWrite = /^(?:Update|BatchWrite)/.test(commandName) && table === historyTable.name;
        if (!isFailing || !isWrite || (passed += 1) <= count) return next(args);
        return Promise.reject(new Error('cut off'));
      },
    { step: 'initialize' },
  );
  return () => {
    isFailing = false;
    return passed;
  };
}

describe('the history of version 0.1', () => {
  test('is there unchanged after fetches, each week once with all five figures', async () => {
    expect(before.filter(isWeek)).toHaveLength(32);
    await refresh();
    const { after, weeks } = await expectWholePast();
    expect(weeks).toHaveLength(32);
    // The snapshot of the fetch itself.
    expect(after).toHaveLength(before.length + 1);
    opened.clock.now += 60_000;
    await refresh();
    expect((await expectWholePast()).after).toHaveLength(before.length + 2);
  });

  test('is complete where the first fetch was cut off in the midst of it, wherever that was', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    for (const count of [0, 1, 13, 31]) {
      const passAgain = failWritesAfter(count);
      opened.clock.now += 1_000;
      await refresh();
      expect(passAgain()).toBeGreaterThan(count);
    }
    expect((await history()).filter((item) => isWeek(item) && item.inp_p75_ms !== undefined).length).toBeGreaterThan(
      12,
    );
    opened.clock.now += 1_000;
    await refresh();
    expect((await expectWholePast()).weeks).toHaveLength(32);
    jest.restoreAllMocks();
  });

  test('goes on with the weeks that come', async () => {
    await refresh();
    opened.clock.now += 2 * WEEK;
    await refresh();
    const { weeks } = await expectWholePast();
    expect(weeks.map(({ captured_at }) => captured_at)).toEqual(
      expect.arrayContaining(['2026-11-27#crux', '2026-12-04#crux']),
    );
    // Two weeks in ten are gaps, which the stand-in tells of other weeks by then.
    expect(new Set(weeks.map(({ captured_at }) => captured_at)).size).toBe(weeks.length);
  });

  test('has what version 0.1 writes in between completed by the next fetch', async () => {
    await refresh();
    // A version 0.1 that has asked before puts the newest week with the one figure that it knows, and notes it.
    const { history: stored, followed } = opened.services;
    const kept = await followed.pastKeptUntil(DOMAIN);
    opened.clock.now += WEEK;
    await stored.backfill(DOMAIN, 'crux', [{ date: '2026-11-27', figures: { lcp_p75_ms: 2_140 } }]);
    await followed.notePastKept(DOMAIN, { ...kept, crux: '2026-11-27' });
    await refresh();
    const { weeks } = await expectWholePast();
    expect(weeks.find(({ captured_at }) => captured_at === '2026-11-27#crux')).toMatchObject({
      lcp_p75_ms: 2_140,
      inp_p75_ms: 236,
    });
  });

  test('has null for figures that were not known then', async () => {
    await refresh();
    const window = { from: '2026-01-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', limit: 1_000 };
    const { snapshots } = await opened.services.history.read(DOMAIN, window);
    const ranks = withChanges(snapshots).filter(({ origin }) => origin === 'backfill:tranco');
    expect(ranks.length).toBeGreaterThan(30);
    for (const day of ranks) {
      expect(day).toMatchObject({ inp_p75_ms: null, cls_p75: null, tls_days_remaining: null, canonical: null });
    }
  });
});

describe('the record of version 0.1', () => {
  const fieldOf = async () => recordOf((await entry())!).performance.field;

  test('has its field data asked for by a hit, and their past filled in', async () => {
    const stored = (await entry())!;
    const due = sourcesToHeal(recordOf(stored), stored.healing, opened.clock.now);
    expect([stored.healAfter, due]).toEqual([0, expect.arrayContaining(['crux', 'site'])]);
    expect(await fieldOf()).toMatchObject({ lcp_p75_ms: 2140, fcp_p75_ms: null, ttfb_p75_ms: null, desktop: null });
    await completeRecord({ task: 'complete-record', domain: DOMAIN, sources: due, attempt: 0 }, opened.services);
    expect(await fieldOf()).toMatchObject({
      lcp_p75_ms: 2140,
      fcp_p75_ms: 1480,
      ttfb_p75_ms: 640,
      desktop: { lcp_p75_ms: 1310, assessment: 'good' },
    });
    const { sources, updated_at } = { ...recordOf((await entry())!), updated_at: (await entry())!.updatedAt };
    expect(sources.find(({ id }) => id === 'crux')).toMatchObject({ status: 'ok', from_cache: false });
    expect(updated_at).toBe(stored.updatedAt);
    expect((await expectWholePast()).after).toHaveLength(before.length);
  });

  test('keeps its field data where the provider fails meanwhile', async () => {
    providers.fault('crux', faults.unavailable());
    await completeRecord({ task: 'complete-record', domain: DOMAIN, sources: ['crux'], attempt: 0 }, opened.services);
    expect(await fieldOf()).toMatchObject({ lcp_p75_ms: 2140, inp_p75_ms: 236 });
    const report = recordOf((await entry())!).sources.find(({ id }) => id === 'crux');
    expect(report).toMatchObject({ status: 'error', from_cache: true, error: { retryable: true } });
    expect(await history()).toHaveLength(before.length);
  });
});
