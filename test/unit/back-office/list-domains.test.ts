import { beforeAll, expect, test } from '@jest/globals';
import { listDomains } from '../../../functions/back-office/list-domains.ts';
import { createDomainList, type DomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { openTables, rowsIndex, scheduleTable } from '../../support/dynamodb.ts';
import { storedEntries } from '../batches/views.ts';
import { useOpened } from '../../support/use-opened.ts';

let list: DomainList;
const opened = useOpened(() => openTables({ ...scheduleTable, indexes: [...scheduleTable.indexes!, rowsIndex] }));
beforeAll(() => {
  list = createDomainList(opened.db, scheduleTable.name);
});

const history = { read: () => Promise.resolve({ snapshots: [], truncated: false }) };

test('a list reads no records, but once those that were stored before rows were kept', async () => {
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

test('a page ends where an answer ends, whatever the tags', async () => {
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

test('names of which nothing is stored do not keep the rows of others from being made', async () => {
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
