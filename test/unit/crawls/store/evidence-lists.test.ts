import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IssueRow, LinkRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import type { ListName } from '../../../../functions/core/crawls/store/evidence-lists.ts';
import { newCrawlId } from '../../../../functions/core/crawls/store/item.ts';
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

/** All rows of a list in the order of its index. */
async function readAll(id: string, list: ListName) {
  const index = await crawls.readEvidenceIndex({ domain, id });
  const rows: unknown[] = [];
  for (const { chunk, first, rows: count, key } of index![list]) {
    const inChunk = await crawls.readEvidence({ domain, id }, list, chunk);
    rows.push(...inChunk.slice(first, first + count).map((row) => ({ key, row })));
  }
  return rows as { key: string; row: IssueRow | LinkRow }[];
}

const rowsOf = async (id: string, list: ListName) => (await readAll(id, list)).map(({ row }) => row);

async function itemsOf(prefix = '') {
  const { Items = [] } = await tables.db.query({
    TableName: siteCrawlsTable.name,
    KeyConditionExpression: '#domain = :domain AND begins_with(part, :prefix)',
    ExpressionAttributeNames: { '#domain': 'domain' },
    ExpressionAttributeValues: { ':domain': domain, ':prefix': prefix },
    ConsistentRead: true,
  });
  return Items as { part: string; packed: Uint8Array }[];
}

describe('the evidence of a crawl', () => {
  test('is null before it is written', async () => {
    expect(await crawls.readEvidenceIndex({ domain, id: '1' })).toBeNull();
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
    expect((await readAll('1', 'issues')).map(({ key }) => key)).toEqual(['b', 'b', 'a', 'a']);
    expect(await rowsOf('1', 'links')).toEqual(links);
    expect((await itemsOf()).map(({ part }) => part)).toEqual(['evidence#1', 'issues#1#000000', 'links#1#000000']);
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
    expect((await itemsOf()).map(({ part }) => part)).toEqual(['evidence#1', 'links#1#000000']);
  });

  test('does not change the evidence of another crawl', async () => {
    await write('1', [{ links: [linkRowOf()] }]);
    await write('2', [{ links: [linkRowOf(), linkRowOf()] }]);
    await crawls.discard({ domain, id: '1' });
    expect(await crawls.readEvidenceIndex({ domain, id: '1' })).toBeNull();
    expect(await rowsOf('2', 'links')).toHaveLength(2);
  });
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
        const [index, links] = [await crawls.readEvidenceIndex(crawl), await crawls.readEvidence(crawl, 'links', 0)];
        return [index?.issues.length ?? null, links.length];
      }),
    );
    expect(stored).toEqual([
      [1, 0],
      [null, 0],
      [null, 0],
      [1, 1],
      [1, 1],
    ]);
    expect((await itemsOf()).filter(({ part }) => part.includes(ids[1]!.id))).toEqual([]);
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
