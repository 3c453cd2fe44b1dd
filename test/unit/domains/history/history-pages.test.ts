import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type HistoryRequest, readHistory } from '../../../../functions/core/domains/history/read-history.ts';
import type { DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import {
  createDomainHistory,
  type HistoryItem,
  timeOf,
} from '../../../../functions/core/domains/store/domain-history.ts';

const NOW = Date.parse('2026-11-05T12:00:00.000Z');
const range = { text: '10d', amount: 10, unit: 'd' } as const;

/** A table in memory that returns pages of a few items, as DynamoDB returns pages of 1 MB. */
function tableOf(items: HistoryItem[], mostOnAPage = Infinity): DynamoDB {
  const query: DynamoDB['query'] = (input) => {
    const [, lowest, highest] = Object.values(input.ExpressionAttributeValues as Record<string, string>);
    const start = input.ExclusiveStartKey?.captured_at as string | undefined;
    expect(lowest! <= highest!).toBe(true);
    const found = items
      .filter(({ captured_at: key }) => key >= lowest! && key <= highest! && (!start || key < start))
      .toSorted((one, other) => (one.captured_at < other.captured_at ? 1 : -1));
    const end = Math.min(input.Limit!, mostOnAPage);
    const last = found[end - 1];
    return Promise.resolve({
      Items: found.slice(0, end),
      ...(last && { LastEvaluatedKey: { domain: 'a.com', captured_at: last.captured_at } }),
    });
  };
  return { query } as DynamoDB;
}

interface Changing {
  items: HistoryItem[];
  now: number;
}

const servicesOf = (table: Changing, mostOnAPage?: number) => ({
  history: createDomainHistory(tableOf(table.items, mostOnAPage), 'DomainHistory'),
  now: () => table.now,
});

/** Reads all pages. @param between called before each further page */
async function pagesOf(
  request: Omit<HistoryRequest, 'domain'>,
  services: ReturnType<typeof servicesOf>,
  limits: number[] = [],
  between = () => {},
) {
  const pages = [await readHistory({ domain: 'a.com', ...request }, services)];
  for (let next = pages[0]!.next_cursor; next !== null; next = pages.at(-1)!.next_cursor) {
    between();
    const limit = limits[pages.length % (limits.length || 1)] ?? request.limit;
    pages.push(await readHistory({ domain: 'a.com', ...request, limit, cursor: next }, services));
  }
  return pages;
}

const minute = fc.integer({ min: 0, max: 47 }).map((half) => new Date(half * 30 * 60_000).toISOString().slice(10));
const day = fc.integer({ min: 1, max: 4 }).map((number) => `2026-11-0${number}`);
const values = fc.record(
  {
    seo_score: fc.integer({ min: 0, max: 2 }),
    title: fc.constantFrom('A', 'B', null),
    tranco_rank: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
);

/** Snapshots of every kind: of queries, scheduled (in the form of each version), of past values. */
const item = fc.oneof(
  fc.record({ day, minute, values }).map((of) => ({ captured_at: of.day + of.minute, origin: 'query', ...of.values })),
  fc.record({ day, minute, values, isOld: fc.boolean() }).map((of) => ({
    captured_at: `${of.day}#scheduled`,
    ...(!of.isOld && { taken_at: of.day + of.minute }),
    origin: 'scheduled',
    ...of.values,
  })),
  fc.record({ day, values, source: fc.constantFrom('crux', 'tranco') }).map((of) => ({
    captured_at: `${of.day}#${of.source}`,
    origin: `backfill:${of.source}`,
    ...of.values,
  })),
);
const items = fc
  .uniqueArray(item, { selector: ({ captured_at }) => captured_at, maxLength: 40 })
  .map((list) => list.map((each) => ({ domain: 'a.com', ...each })));
const bound = fc.record({ day, minute }).map((of) => of.day + of.minute);
const bounds = fc.tuple(bound, bound).map((two) => two.toSorted() as [string, string]);
const limits = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

/** Returns the snapshots within a window, by the definition of the order. */
function expectedTimes(all: HistoryItem[], from: string, to: string) {
  return all
    .map((each) => ({ time: timeOf(each), key: each.captured_at, origin: each.origin }))
    .filter(({ time }) => time >= from && time <= to)
    .toSorted((one, other) => (`${one.time} ${one.key}` < `${other.time} ${other.key}` ? 1 : -1))
    .map(({ time, origin }) => [time, origin]);
}

describe('pages of any size', () => {
  test('contain the same snapshots and changes as one large page', async () => {
    const perPage = fc.integer({ min: 1, max: 20 });
    await fc.assert(
      fc.asyncProperty(items, bounds, limits, perPage, async (stored, [from, to], sizes, mostOnAPage) => {
        const services = servicesOf({ items: stored, now: NOW }, mostOnAPage);
        const [whole] = await pagesOf({ from, to, limit: 1_000 }, services);
        const pages = await pagesOf({ from, to, limit: sizes[0]! }, services, sizes);
        const together = pages.flatMap(({ snapshots }) => snapshots);
        expect(together).toEqual(whole!.snapshots);
        expect(together.map((each) => [each.captured_at, each.origin])).toEqual(expectedTimes(stored, from, to));
        expect(pages.map(({ truncated }) => truncated)).toEqual(pages.map((_, index) => index < pages.length - 1));
        for (const { count, snapshots } of pages) expect(count).toBe(snapshots.length);
      }),
      { numRuns: 300 },
    );
  });

  test('have the window of the first page, even if snapshots are written in between', async () => {
    await fc.assert(
      fc.asyncProperty(items, limits, async (stored, sizes) => {
        const table = { items: [...stored], now: NOW };
        const services = servicesOf(table);
        const [whole] = await pagesOf({ range, limit: 1_000 }, services);
        const pages = await pagesOf({ range, limit: sizes[0]! }, services, sizes, () => {
          table.now += 3_600_000;
          const captured_at = new Date(table.now).toISOString();
          table.items.push({ domain: 'a.com', captured_at, origin: 'refresh', seo_score: 50 });
          // On the same day as the newest pages.
          if (table.items.length === stored.length + 1) {
            const scheduled = { captured_at: '2026-11-05#scheduled', taken_at: '2026-11-05T12:30:00.000Z' };
            table.items.push({ domain: 'a.com', ...scheduled, origin: 'scheduled' });
          }
        });
        expect(pages.flatMap(({ snapshots }) => snapshots)).toEqual(whole!.snapshots);
        for (const { from, to } of pages) expect({ from, to }).toEqual({ from: whole!.from, to: whole!.to });
      }),
      { numRuns: 100 },
    );
  });

  test('cover thousands of snapshots completely', async () => {
    const many = Array.from({ length: 2_345 }, (_, index): HistoryItem => {
      const captured_at = new Date(NOW - index * 60_000).toISOString();
      return { domain: 'a.com', captured_at, origin: 'refresh', seo_score: index % 7, word_count: 5 };
    });
    const pages = await pagesOf({ range, limit: 1_000 }, servicesOf({ items: many, now: NOW }, 700));
    expect(pages.map(({ count }) => count)).toEqual([1_000, 1_000, 345]);
    const together = pages.flatMap(({ snapshots }) => snapshots);
    expect(together.map(({ captured_at }) => captured_at)).toEqual(many.map(({ captured_at }) => captured_at));
    expect(together.filter(({ changes }) => changes.length === 0)).toHaveLength(1);
  });

  test('end before the answer exceeds the maximum size, and the next page continues there', async () => {
    const wide = Array.from({ length: 1_500 }, (_, index): HistoryItem => {
      const captured_at = new Date(NOW - index * 60_000).toISOString();
      const title = String(index) + '\u0001'.repeat(200);
      const content_hash = String(index).padStart(64, '0');
      return { domain: 'a.com', captured_at, origin: 'refresh', title, content_hash, links_total: index };
    });
    const pages = await pagesOf({ range, limit: 1_000 }, servicesOf({ items: wide, now: NOW }));
    expect(pages[0]!.count).toBeLessThan(1_000);
    for (const { snapshots } of pages) expect(JSON.stringify(snapshots).length).toBeLessThan(4_000_002);
    const together = pages.flatMap(({ snapshots }) => snapshots);
    expect(together.map(({ captured_at }) => captured_at)).toEqual(wide.map(({ captured_at }) => captured_at));
  });
});

describe('a cursor', () => {
  const snapshots = ['01', '02', '03'].map((number): HistoryItem => {
    return { domain: 'a.com', captured_at: `2026-11-${number}T10:00:00.000Z`, origin: 'query' };
  });
  const services = servicesOf({ items: snapshots, now: NOW });
  const read = (request: Omit<HistoryRequest, 'limit'>) => readHistory({ limit: 1, ...request }, services);

  test('is valid for its domain and window, with any limit', async () => {
    const { next_cursor } = await read({ domain: 'a.com', range });
    const cursor = next_cursor!;
    expect((await read({ domain: 'a.com', range, cursor })).count).toBe(1);
    const others = [
      { domain: 'b.com', range, cursor },
      { domain: 'a.com', cursor },
      { domain: 'a.com', from: '2026-10-26T00:00:00.000Z', cursor },
      { domain: 'a.com', range, cursor: cursor.slice(1) },
    ];
    for (const other of others) {
      await expect(read(other)).rejects.toMatchObject({ kind: 'invalid_parameter' });
      await expect(read(other)).rejects.toThrow(/^cursor: /);
    }
  });

  test('after the window has no snapshots', async () => {
    const { historyCursor } = await import('../../../../functions/core/domains/history/read-history.ts');
    const window = { from: '2026-11-02T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z' };
    const after = { captured_at: '2026-11-01T00:00:00.000Z', key: '2026-11-01T00:00:00.000Z' };
    const cursor = historyCursor({ window, after }, { domain: 'a.com', range: '10d', from: null, to: null });
    expect(await read({ domain: 'a.com', range, cursor })).toMatchObject({ count: 0, next_cursor: null });
  });
});

describe('the window', () => {
  const windowOf = async (request: Partial<HistoryRequest>) => {
    const answer = await readHistory({ domain: 'a.com', limit: 1, ...request }, servicesOf({ items: [], now: NOW }));
    return [answer.range, answer.from, answer.to];
  };

  test('is the last 30 days by default, ends now by default, and begins 30 days before its end by default', async () => {
    expect(await windowOf({})).toEqual(['30d', '2026-10-06T00:00:00.000Z', '2026-11-05T12:00:00.000Z']);
    const from = '2020-02-01T08:00:00.000Z';
    expect(await windowOf({ from })).toEqual([null, from, '2026-11-05T12:00:00.000Z']);
    expect(await windowOf({ to: '2026-03-31T08:00:00.000Z' })).toEqual([
      null,
      '2026-03-01T00:00:00.000Z',
      '2026-03-31T08:00:00.000Z',
    ]);
  });

  test('is rejected if it begins in the future', async () => {
    const from = '2026-11-05T12:00:00.001Z';
    await expect(windowOf({ from })).rejects.toThrow('from: must not be after now');
    expect(await windowOf({ from, to: from })).toEqual([null, from, from]);
  });
});
