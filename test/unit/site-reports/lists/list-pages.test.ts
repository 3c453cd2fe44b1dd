import { beforeEach, describe, expect, test } from '@jest/globals';
import { sitePagesAnswer, type SiteRow } from '../../../../functions/core/record/site-schema.ts';
import { listPages, type PagesRequest } from '../../../../functions/core/site-reports/lists/list-pages.ts';
import {
  createSiteCrawls,
  type EndedCrawl,
  type SiteCrawls,
} from '../../../../functions/core/crawls/store/site-crawls.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { crawlInProgress, siteRow } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { incomplete, partOf, storeCrawl } from '../../crawls/store/store-crawl.ts';

const domain = 'a.com';
let now: number;
let crawls: SiteCrawls;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

const later = () => new Date((now += 60_000)).toISOString();
const crawl = (rows: SiteRow[], differs: Partial<EndedCrawl> = {}) =>
  storeCrawl(crawls, { startedAt: later(), ...differs }, { rows });

const list = (request: Partial<PagesRequest> = {}) => listPages({ domain, limit: 100, ...request }, crawls);

const pages = (count: number, differs: (index: number) => Partial<SiteRow> = () => ({})) =>
  Array.from({ length: count }, (_, index) => siteRow({ url: `https://a.com/${index}`, ...differs(index) }));

/** Reads all parts of a list with their cursors. */
async function readAll(request: Partial<PagesRequest>): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const { items, next_cursor } = await list({ ...request, cursor });
    found.push(items.map(({ url }) => url));
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe('the pages of a site', () => {
  const none = { limit: 100, count: 0, truncated: false, next_cursor: null, extract: [], items: [] };
  const noCrawl = { crawl_id: null, complete: null, stop_reason: null, finished_at: null };

  test('are a 404 until the first crawl is started, and none until it has ended', async () => {
    await expect(list()).rejects.toMatchObject({ kind: 'not_crawled', status: 404 });
    const inProgress = crawlInProgress();
    await crawls.begin(inProgress);
    for (const request of [{}, { crawl: inProgress.id }])
      expect(await list(request)).toEqual({ domain, ...noCrawl, ...none });
  });

  test('are those of the audit, not of a later crawl that is no better one', async () => {
    await crawl(pages(3));
    const audit = await crawl(pages(2));
    await crawl(pages(9), incomplete('unreachable'));
    await crawl(pages(9), { scope: partOf('/blog/') });
    await crawls.begin(crawlInProgress());
    const found = await list();
    const ofCrawl = { crawl_id: audit.id, complete: true, stop_reason: null, finished_at: audit.finishedAt };
    expect(sitePagesAnswer.parse(found)).toEqual({ domain, ...ofCrawl, ...none, count: 2, items: pages(2) });
  });

  test('are those of the requested crawl', async () => {
    const first = await crawl(pages(3));
    const failed = await crawl(pages(4), { ...incomplete('unreachable'), scope: partOf('/blog/') });
    await crawl(pages(2));
    const inProgress = crawlInProgress();
    await crawls.begin(inProgress);
    expect(await list({ crawl: first.id })).toMatchObject({ crawl_id: first.id, complete: true, count: 3 });
    const ofFailed = {
      crawl_id: failed.id,
      complete: false,
      stop_reason: 'unreachable',
      finished_at: failed.finishedAt,
    };
    expect(await list({ crawl: failed.id })).toMatchObject({ ...ofFailed, count: 4 });
    expect(await list({ crawl: inProgress.id })).toEqual({ domain, ...noCrawl, ...none });
  });

  test('are a 404 for a crawl that is not stored, or of another domain', async () => {
    const other = await crawl(pages(1), { domain: 'b.com' });
    await expect(list({ crawl: other.id })).rejects.toMatchObject({ kind: 'not_crawled' });
    await crawl(pages(1));
    await expect(list({ crawl: other.id })).rejects.toMatchObject({ kind: 'crawl_not_found', status: 404 });
  });

  test('are a 404 without the id of a crawl when only parts of the site were crawled', async () => {
    const part = await crawl(pages(1), { scope: partOf('/blog/') });
    await expect(list()).rejects.toMatchObject({ kind: 'no_audit', status: 404 });
    expect(await list({ crawl: part.id })).toMatchObject({ count: 1 });
    await crawls.begin(crawlInProgress());
    expect(await list()).toEqual({ domain, ...noCrawl, ...none });
  });

  test('are listed completely, each once, for any sort order and filter', async () => {
    const rows = pages(25, (index) => ({ seo_score: (index * 7) % 5, issues: index % 2 ? ['slow-page'] : [] }));
    await crawl(rows);
    for (const request of [{}, { sort: 'seo_score' }, { issue: 'slow-page', sort: 'url' }] as const) {
      const whole = (await list(request)).items.map(({ url }) => url);
      const parts = await readAll({ ...request, limit: 4 });
      expect(parts.flat()).toEqual(whole);
      expect(parts.slice(0, -1).every((page) => page.length === 4)).toBe(true);
    }
  });

  test('have no cursor when a part ends with the last page', async () => {
    await crawl(pages(4));
    expect(await list({ limit: 4 })).toMatchObject({ count: 4, truncated: false, next_cursor: null });
  });

  test('never make an answer larger than the limit', async () => {
    await crawl(pages(1_000, (index) => ({ title: `"${String(index)}`.repeat(3_000) })));
    const first = await list({ limit: 1_000 });
    expect(first.truncated).toBe(true);
    expect(JSON.stringify(JSON.stringify(first)).length).toBeLessThan(6_000_000);
    const parts = await readAll({ limit: 1_000 });
    expect(parts.flat()).toEqual(pages(1_000).map(({ url }) => url));
  });
});

describe('a cursor', () => {
  test('continues with the crawl of the list when another one becomes the audit', async () => {
    const first = await crawl(pages(5));
    const { next_cursor } = await list({ limit: 3 });
    const other = await crawl(pages(9, () => ({ title: 'new' })));
    const { items, crawl_id } = await list({ limit: 3, cursor: next_cursor! });
    expect([items, crawl_id]).toEqual([pages(5).slice(3), first.id]);
    expect((await list({ limit: 3 })).crawl_id).toBe(other.id);
  });

  test('is rejected when its crawl is no longer stored', async () => {
    const { id } = await crawl(pages(5), incomplete('cancelled'));
    const { next_cursor: cursor } = await list({ limit: 3 });
    const ofCrawl = await list({ limit: 3, crawl: id });
    await crawl(pages(5), incomplete('cancelled'));
    const message = 'cursor: belongs to a crawl that is no longer stored';
    await expect(list({ limit: 3, cursor: cursor! })).rejects.toThrow(message);
    await expect(list({ limit: 3, crawl: id, cursor: ofCrawl.next_cursor! })).rejects.toThrow(message);
  });

  test.each<[string, Partial<PagesRequest>]>([
    ['issue', { issue: 'slow-page' }],
    ['status', { status: [404, 404] }],
    ['order', { sort: 'url' }],
    ['domain', { domain: 'b.com' }],
    ['crawl', { crawl: crawlInProgress().id }],
  ])('is rejected with another %s', async (_, other) => {
    await crawl(pages(5));
    const { next_cursor } = await list({ limit: 3 });
    await expect(list({ limit: 3, cursor: next_cursor!, ...other })).rejects.toMatchObject({
      kind: 'invalid_parameter',
    });
  });

  test('is accepted with another limit', async () => {
    await crawl(pages(5));
    const { next_cursor } = await list({ limit: 1 });
    expect((await list({ limit: 9, cursor: next_cursor! })).count).toBe(4);
  });
});
