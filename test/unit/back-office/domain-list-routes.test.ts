import fc from 'fast-check';
import { beforeAll, expect, test } from '@jest/globals';
import { listDomains, readPastValues } from '../../../functions/back-office/domain-list-routes.ts';
import { createDomainList, type DomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { yearBefore } from '../../../functions/core/domains/schedule/stored-row.ts';
import { createTestTables, rowsIndex, scheduleTable } from '../../support/dynamodb.ts';
import { storedEntries } from '../batches/views.ts';
import { useOpened } from '../../support/use-opened.ts';
import type { HistoryWindow, StoredSnapshot } from '../../../functions/core/domains/store/domain-history.ts';

let list: DomainList;
const opened = useOpened(() => createTestTables({ ...scheduleTable, indexes: [...scheduleTable.indexes!, rowsIndex] }));
beforeAll(() => {
  list = createDomainList(opened.db, scheduleTable.name);
});

const history = { read: () => Promise.resolve({ snapshots: [], truncated: false }) };

test('a list reads only records without rows, and each once', async () => {
  const entries = new Map(storedEntries.map((entry, index) => [`site-${index}.example`, entry]));
  const read: string[] = [];
  const cache = {
    read: (domain: string) => {
      read.push(domain);
      const entry = entries.get(domain);
      return Promise.resolve(entry ? { ...entry, revision: '1' } : null);
    },
  };
  await Promise.all([...entries.keys()].map((domain) => list.add(domain)));
  const first = await listDomains(null, { list, cache, history });
  expect(read.toSorted()).toEqual([...entries.keys()].toSorted());
  for (const row of first.domains) {
    const entry = entries.get(row.domain)!;
    expect(Date.parse(row.updated_at!)).toBe(Math.floor(Date.parse(entry.updatedAt) / 1_000) * 1_000);
  }
  expect(first.domains.some(({ seo_score }) => seo_score !== null)).toBe(true);
  const second = await listDomains(null, { list, cache, history });
  expect(second).toEqual(first);
  expect(read).toHaveLength(entries.size);
});

test('a page ends at the size limit of an answer for any tags', async () => {
  const tags = Array.from({ length: 20 }, (_, index) => `${index}${'字'.repeat(38)}`);
  const names = Array.from({ length: 2_500 }, (_, index) => `site-${String(index).padStart(4, '0')}.example`);
  const rows = names.map((domain) => ({ domain, followed: true, blocked: false, row: null, site: null, tags }));
  const page = (after: string | null) => {
    const start = after === null ? 0 : names.indexOf(after) + 1;
    return Promise.resolve({ domains: rows.slice(start), next: null });
  };
  const cache = { read: () => Promise.resolve(null) };
  const seen: string[] = [];
  let pages = 0;
  for (let after: string | null | undefined; after !== null; pages += 1) {
    const { domains, next } = await listDomains(after ?? null, { list: { ...list, page }, cache, history });
    expect(Buffer.byteLength(JSON.stringify({ domains, next }))).toBeLessThan(5_000_000);
    seen.push(...domains.map(({ domain }) => domain));
    after = next;
  }
  expect([pages > 1, seen]).toEqual([true, names]);
});

test('domains without a record do not prevent the creation of other rows', async () => {
  const [entry] = storedEntries;
  const cache = {
    read: (domain: string) => Promise.resolve(domain === 'known.example' ? { ...entry!, revision: '1' } : null),
  };
  const unknown = Array.from({ length: 150 }, (_, index) => `asked-${index}.example`);
  await Promise.all([...unknown, 'known.example'].map((domain) => list.add(domain)));
  const isMade = async () => {
    const { domains } = await listDomains(null, { list, cache, history });
    return domains.find(({ domain }) => domain === 'known.example')!.past !== null;
  };
  let tries = 1;
  while (!(await isMade()) && tries < 50) tries++;
  expect(tries).toBeLessThan(50);
});

const DAY_MS = 86_400_000;
const END = Date.parse('2026-11-23T08:00:00Z');
const dayBefore = (days: number) => new Date(END - days * DAY_MS).toISOString();

/** A history of these days before the end, with the score of each. */
function historyOf(days: [daysBefore: number, score: number | null][]) {
  const snapshots = days
    .map(([days, score]): StoredSnapshot => {
      const captured_at = dayBefore(days);
      return { key: captured_at, captured_at, date: captured_at.slice(0, 10), origin: 'scheduled', seo_score: score };
    })
    .sort((one, other) => (one.captured_at < other.captured_at ? 1 : -1));
  return {
    read: (_: string, { from, to, limit }: HistoryWindow & { limit: number }) => {
      const within = snapshots.filter(({ captured_at }) => captured_at >= from && captured_at <= to);
      return Promise.resolve({ snapshots: within.slice(0, limit), truncated: within.length > limit });
    },
  };
}

test('the past values of a domain in the list are known values of its history, a week apart', async () => {
  const history = historyOf([
    [100, 10],
    [80, 20],
    [79, 25],
    [70, null],
    [40, 30],
    [3, 40],
    [0, 50],
  ]);
  const day = Math.floor(END / DAY_MS);
  const { past, year } = await readPastValues('a.com', new Date(END).toISOString(), { history });
  expect(past).toEqual([
    [day - 80, 20, null],
    [day - 40, 30, null],
    [day - 3, 40, null],
  ]);
  // The only score from before the three months, without a day between it and these.
  expect(year).toEqual(yearBefore([[day - 100, 10, null]], day));
});

test('the past values of a domain contain a score that is older than 600 values of sources', async () => {
  const ofSources = Array.from({ length: 600 }, (_, index): [number, null] => [index / 2, null]);
  const history = historyOf([...ofSources, [320, 10]]);
  const { year } = await readPastValues('a.com', new Date(END).toISOString(), { history });
  const day = Math.floor(END / DAY_MS);
  expect(year).toEqual(yearBefore([[day - 320, 10, null]], day));
});

test('the past values of any history have at most 13 days, each a week after the previous one', async () => {
  const days = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.option(fc.integer({ min: 0, max: 100 }))));
  await fc.assert(
    fc.asyncProperty(days, async (known) => {
      const { past } = await readPastValues('a.com', new Date(END).toISOString(), { history: historyOf(known) });
      expect(past.length).toBeLessThanOrEqual(13);
      for (const [index, [day]] of past.slice(1).entries()) expect(day - past[index]![0]).toBeGreaterThanOrEqual(7);
    }),
  );
});
