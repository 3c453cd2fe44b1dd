import { beforeAll, describe, expect, test } from '@jest/globals';
import type { QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createDomainHistory, type DomainHistory } from '../../../../functions/core/domains/store/domain-history.ts';
import { historyTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

let db: DynamoDB;
let history: DomainHistory;
/** Reads since the start of the test, as DynamoDB bills and counts them. */
const read = { units: 0, items: 0, requests: 0 };

const tables = useOpened(() => createTestTables(historyTable));
beforeAll(() => {
  db = tables.db;
  tables.db.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const output = result.output as QueryCommandOutput;
      read.units += output.ConsumedCapacity?.CapacityUnits ?? 0;
      read.items += output.ScannedCount ?? 0;
      read.requests += 1;
      return result;
    },
    { step: 'initialize' },
  );
  history = createDomainHistory(db, historyTable.name);
});

interface Item {
  domain: string;
  captured_at: string;
  [metric: string]: unknown;
}

async function store(items: Item[]) {
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await db.batchWrite({ RequestItems: { [historyTable.name]: puts } });
  }
}

const DAY_MS = 86_400_000;
const END = Date.parse('2026-11-21T12:00:00.000Z');
const timeBefore = (days: number) => new Date(END - days * DAY_MS).toISOString();

/** One snapshot a day, the newest one today. */
const daily = (domain: string, days: number, rest: object = {}): Item[] =>
  Array.from({ length: days }, (_, index) => ({
    domain,
    captured_at: timeBefore(index),
    origin: 'query',
    seo_score: 90,
    title: 'A title as long as titles are – and a little more',
    content_hash: 'c'.repeat(64),
    ...rest,
  }));

async function readCosts(domain: string, days: number, limit: number) {
  Object.assign(read, { units: 0, items: 0, requests: 0 });
  const from = `${timeBefore(days - 1).slice(0, 10)}T00:00:00.000Z`;
  const page = await history.read(domain, { from, to: timeBefore(0), limit });
  return { page, ...read };
}

const november = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };

describe('the cost of a read', () => {
  beforeAll(async () => {
    await store(daily('decade.com', 3_650));
    await store(daily('month.com', 30));
  });

  test('of 30 days out of ten years is that of 30 items', async () => {
    const ofDecade = await readCosts('decade.com', 30, 100);
    const ofMonth = await readCosts('month.com', 30, 100);
    expect(ofDecade.page.snapshots).toHaveLength(30);
    expect(ofMonth.page.snapshots).toHaveLength(30);
    expect(ofDecade).toMatchObject({ units: ofMonth.units, items: 30, requests: 1 });
    expect(ofDecade.units).toBeGreaterThan(0);
    expect((await readCosts('decade.com', 3_650, 1_000)).units).toBeGreaterThan(20 * ofDecade.units);
  });

  test('includes one item beyond the limit, to know whether there are more', async () => {
    const cut = await readCosts('decade.com', 3_650, 30);
    expect(cut).toMatchObject({ page: { truncated: true }, items: 31, requests: 1 });
    expect(cut.page.snapshots).toHaveLength(30);
    expect((await readCosts('decade.com', 30, 30)).page.truncated).toBe(false);
    expect((await readCosts('decade.com', 30, 29)).page.truncated).toBe(true);
  });

  test('is limited for several pages of DynamoDB', async () => {
    await store(daily('wide.com', 40, { title: 'x'.repeat(60_000) }));
    const { page, items, requests } = await readCosts('wide.com', 40, 35);
    expect(page.snapshots).toHaveLength(35);
    expect(page.truncated).toBe(true);
    expect(requests).toBeGreaterThan(1);
    expect(items).toBe(36);
    expect((await readCosts('wide.com', 40, 40)).page).toMatchObject({ truncated: false });
  });
});

describe('the window', () => {
  const keys = (day: string) => [`${day}#scheduled`, `${day}#tranco`, `${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`];

  test('contains all snapshots of its first and last day, with every form of key, and none of adjacent days', async () => {
    const days = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'];
    await store(days.flatMap(keys).map((captured_at) => ({ domain: 'window.com', captured_at, origin: 'x' })));
    const { snapshots } = await history.read('window.com', { ...november, limit: 100 });
    expect(snapshots.map(({ date }) => date)).toEqual([
      ...Array<string>(4).fill('2026-11-30'),
      ...Array<string>(4).fill('2026-11-01'),
    ]);
  });

  test('is limited by times; values of a day have the time midnight', async () => {
    const window = { from: '2026-11-01T18:00:00.000Z', to: '2026-11-30T12:00:00.000Z', limit: 100 };
    const { snapshots } = await history.read('window.com', window);
    expect(snapshots).toHaveLength(1 + 3);
  });
});

test('snapshots are read with time and day, newest first', async () => {
  const values = {
    site_status: 'ok',
    failed_audits: null,
    seo_score: 90,
    http_status: 200,
    word_count: 0,
    links_total: 4,
    title: '站长',
    content_hash: 'ab',
    ai_policy: 'none',
  };
  const vitals = { inp_p75_ms: null, cls_p75: null, ttfb_p75_ms: null, fcp_p75_ms: null };
  const rest = { tranco_rank: null, open_page_rank: null, organic_etv: null, organic_count: null, lcp_p75_ms: null };
  const site = { site_score: null, site_pages: null, site_broken_links: null, site_crawl: null };
  const others = { ...vitals, ...site, tls_days_remaining: null, expires_at: null, meta_robots: null, canonical: null };
  const captured_at = '2026-11-05T07:08:09.123Z';
  await history.add({ domain: 'own.com', captured_at, origin: 'query', ...values, ...rest, ...others });
  await history.backfill('own.com', 'tranco', [{ date: '2026-11-06', values: { tranco_rank: 77 } }]);
  const scheduled = { domain: 'own.com', captured_at: '2026-11-04#scheduled', taken_at: '2026-11-04T11:00:00.000Z' };
  await store([{ ...scheduled, origin: 'scheduled', seo_score: 88 }]);

  const { snapshots, truncated } = await history.read('own.com', { ...november, limit: 3 });
  expect(truncated).toBe(false);
  expect(snapshots).toMatchObject([
    { captured_at: '2026-11-06T00:00:00.000Z', date: '2026-11-06', origin: 'backfill:tranco', tranco_rank: 77 },
    { captured_at, date: '2026-11-05', origin: 'query', ...values, ...rest },
    { captured_at: '2026-11-04T11:00:00.000Z', date: '2026-11-04', origin: 'scheduled', seo_score: 88 },
  ]);
});

test('a domain that was never fetched has no snapshots', async () => {
  expect(await history.read('never.com', { ...november, limit: 5 })).toEqual({ snapshots: [], truncated: false });
});

describe('a day with snapshots of every kind', () => {
  beforeAll(() =>
    store(
      [
        { captured_at: '2026-11-09T20:00:00.000Z' },
        { captured_at: '2026-11-10#crux' },
        { captured_at: '2026-11-10#scheduled', taken_at: '2026-11-10T12:00:00.000Z' },
        { captured_at: '2026-11-10#tranco' },
        { captured_at: '2026-11-10T06:00:00.000Z' },
        { captured_at: '2026-11-10T09:00:00.000Z' },
        { captured_at: '2026-11-10T15:00:00.000Z' },
        { captured_at: '2026-11-11#scheduled', taken_at: '2026-11-11T01:00:00.000Z' },
      ].map((item, index) => ({ domain: 'mixed.com', origin: String(index), ...item })),
    ),
  );

  test('is sorted by time, with values of the day last', async () => {
    const { snapshots } = await history.read('mixed.com', { ...november, limit: 100 });
    expect(snapshots.map(({ origin }) => origin)).toEqual(['7', '6', '2', '5', '4', '3', '1', '0']);
  });

  test('is continued after each of its snapshots, with at most four items beyond the limit', async () => {
    const all = (await history.read('mixed.com', { ...november, limit: 100 })).snapshots;
    for (const [index, after] of all.entries()) {
      for (const limit of [1, 3, 100]) {
        read.items = 0;
        const page = await history.read('mixed.com', { ...november, limit }, after);
        const rest = all.slice(index + 1);
        expect(page).toEqual({ snapshots: rest.slice(0, limit), truncated: limit < rest.length });
        expect(read.items).toBeLessThanOrEqual(limit + 4);
      }
    }
  });

  test('is in a window by the times of its snapshots', async () => {
    const of = async (from: string, to: string) => {
      const window = { from: `2026-11-10T${from}:00.000Z`, to: `2026-11-10T${to}:00.000Z` };
      return (await history.read('mixed.com', { ...window, limit: 100 })).snapshots.map(({ origin }) => origin);
    };
    expect(await of('09:00', '12:00')).toEqual(['2', '5']);
    expect(await of('12:00', '15:00')).toEqual(['6', '2']);
    expect(await of('00:00', '11:59')).toEqual(['5', '4', '3', '1']);
    expect(await of('12:01', '12:02')).toEqual([]);
  });

  test('is a prefix of that order for every limit, with at most two items beyond it', async () => {
    const all = (await history.read('mixed.com', { ...november, limit: 100 })).snapshots;
    for (let limit = 1; limit <= all.length; limit += 1) {
      read.items = 0;
      const page = await history.read('mixed.com', { ...november, limit });
      expect(page).toEqual({ snapshots: all.slice(0, limit), truncated: limit < all.length });
      expect(read.items).toBeLessThanOrEqual(limit + 2);
    }
  });
});
