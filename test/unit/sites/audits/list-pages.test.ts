import { beforeEach, describe, expect, test } from '@jest/globals';
import { sitePagesAnswer, type SiteRow } from '../../../../functions/core/record/site-schema.ts';
import { listPages, type PagesRequest } from '../../../../functions/core/sites/audits/list-pages.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../../functions/core/sites/store/site-crawls.ts';
import { openTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { siteResult, siteRow } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';

const domain = 'a.com';
let now: number;
let crawls: SiteCrawls;

const tables = useFresh(() => openTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

async function crawl(id: string, rows: SiteRow[]): Promise<void> {
  now += 60_000;
  await crawls.begin({ domain, id, owner: 'owner', pageLimit: 500, admitted: 500 });
  await crawls.end((await crawls.readOpen(domain))!, { stopReason: null, result: siteResult(), rows });
}

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
  test('are empty until the first crawl has ended', async () => {
    const none = { domain, finished_at: null, limit: 100, count: 0, truncated: false, next_cursor: null, items: [] };
    expect(await list()).toEqual(none);
    await crawls.begin({ domain, id: '1', owner: null, pageLimit: 5, admitted: 5 });
    expect(await list()).toEqual(none);
  });

  test('are those of the last crawl that has ended', async () => {
    await crawl('1', pages(3));
    await crawl('2', pages(2));
    await crawls.begin({ domain, id: '3', owner: null, pageLimit: 5, admitted: 5 });
    const found = await list();
    expect(found).toMatchObject({ finished_at: '2026-11-22T10:02:00.000Z', count: 2, truncated: false });
    expect(found.items).toEqual(pages(2));
    expect(sitePagesAnswer.parse(found)).toEqual(found);
  });

  test('are listed completely, each once, for any sort order and filter', async () => {
    const rows = pages(25, (index) => ({ seo_score: (index * 7) % 5, issues: index % 2 ? ['slow-page'] : [] }));
    await crawl('1', rows);
    for (const request of [{}, { sort: 'seo_score' }, { issue: 'slow-page', sort: 'url' }] as const) {
      const whole = (await list(request)).items.map(({ url }) => url);
      const parts = await readAll({ ...request, limit: 4 });
      expect(parts.flat()).toEqual(whole);
      expect(parts.slice(0, -1).every((page) => page.length === 4)).toBe(true);
    }
  });

  test('have no cursor when a part ends with the last page', async () => {
    await crawl('1', pages(4));
    expect(await list({ limit: 4 })).toMatchObject({ count: 4, truncated: false, next_cursor: null });
  });

  test('never make an answer larger than the limit', async () => {
    await crawl(
      '1',
      pages(1_000, (index) => ({ title: `"${String(index)}`.repeat(3_000) })),
    );
    const first = await list({ limit: 1_000 });
    expect(first.truncated).toBe(true);
    expect(JSON.stringify(JSON.stringify(first)).length).toBeLessThan(6_000_000);
    const parts = await readAll({ limit: 1_000 });
    expect(parts.flat()).toEqual(pages(1_000).map(({ url }) => url));
  });
});

describe('a cursor', () => {
  test('continues with the crawl of the list when another one ends', async () => {
    await crawl('1', pages(5));
    const { next_cursor } = await list({ limit: 3 });
    await crawl(
      '2',
      pages(9, () => ({ title: 'new' })),
    );
    const { items, finished_at } = await list({ limit: 3, cursor: next_cursor! });
    expect(items).toEqual(pages(5).slice(3));
    expect(finished_at).toBe('2026-11-22T10:01:00.000Z');
  });

  test('is rejected when its crawl is no longer stored', async () => {
    await crawl('1', pages(5));
    const { next_cursor } = await list({ limit: 3 });
    await crawl('2', pages(5));
    await crawl('3', pages(5));
    await expect(list({ limit: 3, cursor: next_cursor! })).rejects.toThrow(
      'cursor: belongs to a crawl that is no longer stored',
    );
  });

  test.each<[string, Partial<PagesRequest>]>([
    ['issue', { issue: 'slow-page' }],
    ['status', { status: [404, 404] }],
    ['order', { sort: 'url' }],
    ['domain', { domain: 'b.com' }],
  ])('is rejected with another %s', async (_, other) => {
    await crawl('1', pages(5));
    const { next_cursor } = await list({ limit: 3 });
    await expect(list({ limit: 3, cursor: next_cursor!, ...other })).rejects.toMatchObject({
      kind: 'invalid_parameter',
    });
  });

  test('is accepted with another limit', async () => {
    await crawl('1', pages(5));
    const { next_cursor } = await list({ limit: 1 });
    expect((await list({ limit: 9, cursor: next_cursor! })).count).toBe(4);
  });
});
