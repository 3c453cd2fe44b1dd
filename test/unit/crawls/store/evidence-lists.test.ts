import { randomBytes } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IssueRow, LinkRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { numberOfAddress } from '../../../../functions/core/crawls/store/evidence-rows.ts';
import { type EvidenceOrder, newCrawlId } from '../../../../functions/core/crawls/store/item.ts';
import {
  createSiteCrawls,
  type EndedCrawl,
  type SiteCrawls,
} from '../../../../functions/core/crawls/store/site-crawls.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { crawlOutcome, crawlInProgress } from '../../../support/site-audit.ts';
import { issueRowOf, linkRowOf } from '../../../support/site-evidence.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { incomplete, storeCrawl } from './store-crawl.ts';

const ITEM_BYTES = 400_000;
const domain = 'a.com';
let crawls: SiteCrawls;
let now: number;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-23T02:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
const range = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, n) => make(n));

interface Page {
  issues?: IssueRow[];
  links?: LinkRow[];
}

async function write(id: string, pages: Page[], issueIds: string[] = []): Promise<void> {
  async function* rows() {
    for (const { issues = [], links = [] } of pages) yield await Promise.resolve({ issues, links });
  }
  await crawls.writeEvidence({ domain, id }, rows(), issueIds);
}

/** All rows of an order. */
async function readAll(id: string, order: EvidenceOrder) {
  const directory = await crawls.readDirectory({ domain, id }, order);
  const rows: unknown[] = [];
  for (const { chunk, first, rows: count, issue } of directory!.segments) {
    const inChunk = await crawls.readEvidence({ domain, id }, order, chunk);
    rows.push(...inChunk.slice(first, first + count).map((row) => ({ issue, row })));
  }
  return rows as { issue?: string; row: IssueRow | LinkRow }[];
}

const rowsOf = async (id: string, order: EvidenceOrder) => (await readAll(id, order)).map(({ row }) => row);

/** All items of the domain's partitions whose sort key begins with a prefix. */
async function itemsOf(prefix = '') {
  const { Items = [] } = await tables.documents.send(
    new ScanCommand({ TableName: siteCrawlsTable.name, ConsistentRead: true }),
  );
  const items = Items as { domain: string; part: string; packed: Uint8Array }[];
  return items.filter((item) => item.domain.split('#')[0] === domain && item.part.startsWith(prefix));
}

const partsOf = async () => (await itemsOf()).map(({ part }) => part).sort();

/** Sort keys of short lists: the other orders are not stored. */
const IN_ONE_ITEM_EACH = [
  ...['evidence#1#issues', 'evidence#1#links', 'evidence-stored#1#issues', 'evidence-stored#1#links'],
  ...['issues#000000', 'links#000000'],
];

describe('the evidence of a crawl', () => {
  test('is null before it is written', async () => {
    expect(await crawls.readDirectory({ domain, id: '1' }, 'issues')).toBeNull();
    expect(await crawls.readEvidence({ domain, id: '1' }, 'links', 0)).toEqual([]);
  });

  test('is read as it was written, issues grouped by id in the given order, links in the order of the pages', async () => {
    const [a, b] = [issueRowOf({ issue: 'a' }), issueRowOf({ issue: 'b', related: ['https://a.com/2'] })];
    const [second, third] = [issueRowOf({ issue: 'b', url: 'https://a.com/2' }), issueRowOf({ issue: 'a', value: 3 })];
    const links = range(3, (n) => linkRowOf({ from: `https://a.com/${n}`, rel: ['nofollow'] }));
    await write(
      '1',
      [
        { issues: [a, b], links: links.slice(0, 2) },
        { issues: [second, third], links: links.slice(2) },
      ],
      ['b', 'a'],
    );
    expect(await rowsOf('1', 'issues')).toEqual([b, second, a, third]);
    expect((await readAll('1', 'issues')).map(({ issue }) => issue)).toEqual(['b', 'b', 'a', 'a']);
    expect(await rowsOf('1', 'links')).toEqual(links);
    expect(await partsOf()).toEqual(IN_ONE_ITEM_EACH);
  });

  test('is in several items when it is long', async () => {
    const pages = range(30, (page) => ({
      issues: range(100, (n) => issueRowOf({ issue: n % 2 ? 'a' : 'b', value: `${page} ${n} ${'x'.repeat(800)}` })),
      links: range(200, (n) => linkRowOf({ from: `https://a.com/${page}`, anchor: `${n} ${'y'.repeat(300)}` })),
    }));
    await write('1', pages, ['a', 'b']);
    const issues = pages.flatMap((page) => page.issues);
    const ofIssue = (id: string) => issues.filter(({ issue }) => issue === id);
    expect(await rowsOf('1', 'issues')).toEqual([...ofIssue('a'), ...ofIssue('b')]);
    expect(await rowsOf('1', 'links')).toEqual(pages.flatMap((page) => page.links));
    expect((await itemsOf('issues#')).length).toBeGreaterThan(2);
    expect((await itemsOf('links#')).length).toBeGreaterThan(2);
  });

  test('is split when it cannot be compressed enough for an item', async () => {
    const links = range(400, () => linkRowOf({ to: `https://a.com/${noise(2_000)}`, anchor: noise(100) }));
    await write('1', [{ links }]);
    expect(await rowsOf('1', 'links')).toEqual(links);
    const items = await itemsOf('links#');
    expect(items.length).toBeGreaterThan(1);
    for (const { packed } of items) expect(packed.length).toBeLessThan(ITEM_BYTES);
  });

  test('is replaced by a second write, of which no item of the first remains', async () => {
    const long = range(400, () => linkRowOf({ to: `https://a.com/${noise(2_000)}` }));
    await write('1', [{ links: long, issues: [issueRowOf()] }], [issueRowOf().issue]);
    const links = [linkRowOf({ to: 'https://a.com/other' })];
    await write('1', [{ links }]);
    expect(await rowsOf('1', 'links')).toEqual(links);
    expect(await rowsOf('1', 'issues')).toEqual([]);
    expect(await partsOf()).toEqual(IN_ONE_ITEM_EACH.filter((part) => part !== 'issues#000000'));
  });

  test('does not change the evidence of another crawl', async () => {
    await write('1', [{ links: [linkRowOf()] }]);
    await write('2', [{ links: [linkRowOf(), linkRowOf()] }]);
    await crawls.discard({ domain, id: '1' });
    expect(await crawls.readDirectory({ domain, id: '1' }, 'issues')).toBeNull();
    expect(await rowsOf('2', 'links')).toHaveLength(2);
  });
});

describe('long lists', () => {
  /** 40 pages, each with 100 issues and 100 links: to the home page, to a page of their own, and elsewhere. */
  const pages = range(40, (page) => {
    const from = `https://a.com/${page}`;
    const to = (n: number) =>
      n === 0 ? 'https://a.com/' : n === 1 ? `https://a.com/own/${page}` : `https://b.com/${n}`;
    return {
      issues: range(100, (n) => issueRowOf({ issue: n % 2 ? 'a' : 'b', url: from, value: `${n} ${'x'.repeat(800)}` })),
      links: range(100, (n) => linkRowOf({ from, to: to(n), anchor: `${n} ${'y'.repeat(800)}` })),
    };
  });
  const ofIssue = (id: string) => pages[0]!.issues.filter(({ issue }) => issue === id);

  test('are also stored page by page, and links target by target', async () => {
    await write('1', pages, ['a', 'b']);
    expect(await rowsOf('1', 'page-issues')).toEqual(pages.flatMap(({ issues }) => issues));
    const links = (await rowsOf('1', 'target-links')) as LinkRow[];
    const numbers = links.map(({ to }) => numberOfAddress(to));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(links.filter(({ to }) => to === 'https://a.com/')).toEqual(pages.map((page) => page.links[0]));
    expect(links).toHaveLength(4_000);
    const directory = (await crawls.readDirectory({ domain, id: '1' }, 'page-issues'))!;
    const find = (url: string) => crawls.findNumbers({ domain, id: '1' }, directory, url);
    expect([await find('https://a.com/39'), await find('https://a.com/40')]).toEqual([[39], []]);
  });

  test('are distributed over partitions other than that of the domain, all of which a deletion reaches', async () => {
    await write('1', pages, ['a', 'b']);
    const rows = (await itemsOf()).filter(({ part }) => /^(page-issues|issues|target-links|links)#/.test(part));
    expect(rows.length).toBeGreaterThan(12);
    expect(new Set(rows.map((item) => item.domain)).size).toBeGreaterThan(3);
    expect(rows.filter((item) => item.domain === domain)).toEqual([]);
    await crawls.deleteDomain(domain);
    expect(await itemsOf()).toEqual([]);
  });

  test.each([1, 5, 20, 60])(
    'that were interrupted after %i items of rows write only the others again',
    async (count) => {
      const large = range(6, () => pages).flat();
      const sent: string[] = [];
      let left = count;
      const put: typeof tables.db.put = (input, options) => {
        const { domain: partition, part } = input.Item as { domain: string; part: string };
        if (partition === domain) return tables.db.put(input, options);
        if (left-- === 0) throw new Error('terminated');
        sent.push(`${partition} ${part}`);
        return tables.db.put(input, options);
      };
      crawls = createSiteCrawls({ ...tables.db, put }, siteCrawlsTable.name, () => now);
      await expect(write('1', large, ['a', 'b'])).rejects.toThrow('terminated');
      const before = sent.splice(0);
      left = Infinity;
      await write('1', large, ['a', 'b']);
      const again = sent.splice(0).filter((item) => before.includes(item));
      // Of each order, the items since the last entry in its registry are not known to be written.
      expect(again.length).toBeLessThanOrEqual(3 * 16);
      if (count === 60) expect(again.length).toBeLessThan(before.length);
      expect(await rowsOf('1', 'links')).toEqual(large.flatMap(({ links }) => links));
      const items = await itemsOf();
      await write('1', large, ['a', 'b']);
      expect(sent).toEqual([]);
      expect(await itemsOf()).toEqual(items);
      // Of another content, all that differs is written, and nothing else is left.
      await write('1', pages.slice(0, 1), ['a', 'b']);
      expect(await rowsOf('1', 'issues')).toEqual([...ofIssue('a'), ...ofIssue('b')]);
      expect((await partsOf()).filter((part) => !part.includes('#addresses#'))).toEqual(IN_ONE_ITEM_EACH);
      await crawls.discard({ domain, id: '1' });
      expect(await itemsOf()).toEqual([]);
    },
  );
});

describe('deletion', () => {
  const contents = { issues: [issueRowOf()], links: [linkRowOf()] };
  const store = (differs: Partial<EndedCrawl> = {}) => {
    now += 60_000;
    return storeCrawl(crawls, { domain, owner: null, startedAt: new Date(now).toISOString(), ...differs }, contents);
  };

  test('keeps the evidence of the stored crawls, and the links of the audit and the newest one', async () => {
    const stopped = incomplete('cancelled');
    const ids = [await store(), await store(stopped), await store(stopped), await store(), await store(stopped)];
    const stored = await Promise.all(
      ids.map(async (crawl) => {
        const issues = await crawls.readDirectory(crawl, 'issues');
        return [issues?.segments.length ?? null, (await crawls.readEvidence(crawl, 'links', 0)).length];
      }),
    );
    expect(stored).toEqual([
      [1, 0],
      [null, 0],
      [null, 0],
      [1, 1],
      [1, 1],
    ]);
    const items = await itemsOf();
    expect(items.filter(({ domain, part }) => `${domain} ${part}`.includes(ids[1]!.id))).toEqual([]);
  });

  test('of a domain includes its evidence', async () => {
    await store();
    await crawls.deleteDomain(domain);
    expect(await itemsOf()).toEqual([]);
  });

  test('during a crawl leaves none when the crawl ends', async () => {
    const crawl = crawlInProgress({ domain, id: newCrawlId(now) });
    await crawls.begin(crawl);
    await crawls.deleteDomain(domain);
    await write(crawl.id, [{ links: [linkRowOf()] }]);
    expect(await crawls.end(crawl, crawlOutcome())).toBe(false);
    expect(await itemsOf()).toEqual([]);
  });
});
