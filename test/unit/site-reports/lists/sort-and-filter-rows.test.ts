import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvText } from '../../../../functions/core/platform/text/csv-text.ts';
import type { SiteRow } from '../../../../functions/core/record/site-schema.ts';
import { pollAfter } from '../../../../functions/core/site-reports/audit-data.ts';
import { cacheRows, pagesTable } from '../../../../functions/core/site-reports/lists/list-pages.ts';
import {
  type RowSelection,
  type RowSort,
  rowSorts,
  selectRows,
} from '../../../../functions/core/site-reports/lists/sort-and-filter-rows.ts';
import type { CrawlReader, CrawlInProgress } from '../../../../functions/core/crawls/store/site-crawls.ts';
import { crawlInProgress, siteRow } from '../../../support/site-audit.ts';

const ISSUES = ['title-missing', 'h1-missing', 'slow-page'];

const rows = fc.array(
  fc
    .record({
      url: fc.webUrl(),
      title: fc.option(fc.constantFrom('Shoes', 'Red SHOES', '')),
      http_status: fc.option(fc.integer({ min: 100, max: 599 })),
      depth: fc.option(fc.nat(4)),
      reason: fc.option(fc.constantFrom('noindex' as const, 'redirect' as const)),
      seo_score: fc.option(fc.nat(3)),
      inlinks: fc.nat(3),
      internal_rank: fc.float({ min: 0, max: 100, noNaN: true }),
      issues: fc.subarray(ISSUES),
    })
    .map(siteRow),
  { maxLength: 30 },
);

const selection: fc.Arbitrary<RowSelection> = fc.record({
  issue: fc.option(fc.constantFrom(...ISSUES), { nil: undefined }),
  status: fc.constantFrom(undefined, 'none' as const, [404, 404] as const, [300, 399] as const, [200, 299] as const),
  state: fc.constantFrom(undefined, 'indexable' as const, 'noindex' as const),
  depth: fc.constantFrom(undefined, 0, 2, 'none' as const),
  search: fc.constantFrom(undefined, 'shoe', 'HTTPS', 'a'),
  sort: fc.constantFrom(undefined, ...rowSorts),
});

/** Sort keys of a row by order; unknown values are last. */
const KEYS: Record<RowSort, (row: SiteRow) => number | string> = {
  url: ({ url }) => url,
  depth: ({ depth }) => depth ?? Infinity,
  seo_score: ({ seo_score }) => seo_score ?? Infinity,
  inlinks: ({ inlinks }) => -inlinks,
  internal_rank: ({ internal_rank }) => -internal_rank,
};

describe('pages of a crawl', () => {
  test('are exactly those with the issue, the status and the text in title or address', () => {
    fc.assert(
      fc.property(rows, selection, (all, request) => {
        const { issue, status, state, depth, search } = request;
        const expected = new Set(all);
        for (const row of all) {
          if (issue !== undefined && !row.issues.includes(issue)) expected.delete(row);
          const known = row.http_status ?? -1;
          if (status === 'none' ? known !== -1 : status && (known < status[0] || known > status[1]))
            expected.delete(row);
          if (depth !== undefined && row.depth !== (depth === 'none' ? null : depth)) expected.delete(row);
          if (state !== undefined && (row.reason ?? 'indexable') !== state) expected.delete(row);
          const has = new RegExp(search ?? '', 'i');
          if (!has.test(row.url) && !(row.title && has.test(row.title))) expected.delete(row);
        }
        const selected = selectRows(all, request);
        expect(new Set(selected)).toEqual(expected);
        expect(selected).toHaveLength(expected.size);
      }),
    );
  });

  test('are sorted as requested, equal ones in the order of the crawl', () => {
    fc.assert(
      fc.property(rows, selection, (all, request) => {
        const selected = selectRows(all, request);
        const keyOf = request.sort ? KEYS[request.sort] : () => 0;
        const crawled = new Map(all.map((row, index) => [row, index]));
        for (const [index, row] of selected.slice(1).entries()) {
          const before = selected[index]!;
          const [one, other] = [keyOf(before), keyOf(row)];
          expect(one < other || (one === other && crawled.get(before)! < crawled.get(row)!)).toBe(true);
        }
      }),
    );
  });

  test('stay in the stored order and are not modified', () => {
    fc.assert(
      fc.property(rows, selection, (all, request) => {
        const before = structuredClone(all);
        selectRows(all, request);
        expect(all).toEqual(before);
      }),
    );
  });
});

function reading() {
  const reads: string[] = [];
  let isDown = false;
  const reader: Pick<CrawlReader, 'readRows'> = {
    readRows({ id }) {
      reads.push(id);
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve([siteRow({ title: id })]);
    },
  };
  const crawl = (id: string) => ({ domain: 'a.com', id, chunks: 1 });
  return { reads, crawl, cached: cacheRows(reader as CrawlReader), fail: (fails: boolean) => (isDown = fails) };
}

test('the rows of a crawl are read once for repeated requests', async () => {
  const { reads, crawl, cached } = reading();
  const [one, other] = await Promise.all([cached.readRows(crawl('1')), cached.readRows(crawl('1'))]);
  expect([one, other, await cached.readRows(crawl('1'))]).toEqual(Array(3).fill([siteRow({ title: '1' })]));
  expect(reads).toEqual(['1']);
});

test('the rows of another crawl are read and replace the cached ones', async () => {
  const { reads, crawl, cached } = reading();
  for (const id of ['1', '2', '2', '1']) expect(await cached.readRows(crawl(id))).toEqual([siteRow({ title: id })]);
  expect(reads).toEqual(['1', '2', '1']);
});

test('rows are read again after a failure', async () => {
  const { reads, crawl, cached, fail } = reading();
  fail(true);
  await expect(cached.readRows(crawl('1'))).rejects.toThrow('down');
  fail(false);
  expect(await cached.readRows(crawl('1'))).toHaveLength(1);
  expect(reads).toEqual(['1', '1']);
});

const crawl = { domain: 'a.com', crawl_id: null, complete: null, stop_reason: null, finished_at: null };
const answer = { ...crawl, limit: 1, count: 1, truncated: true, next_cursor: 'next' };

test('a table of pages has one cell for a list and an empty one for an unknown value', () => {
  const row = siteRow({
    title: '=1+1',
    depth: null,
    indexable: null,
    reason: 'unknown',
    issues: ['h1-missing', 'slow-page'],
  });
  const table = pagesTable({ ...answer, items: [row] });
  expect(table.nextCursor).toBe('next');
  expect(csvText(table).split('\r\n')[1]).toBe(
    `https://a.com/,200,,,,,unknown,,true,100,'=1+1,1,About a,7,A,,,,,en,300,c0ffee,text/html,2000,80,1,1,0,100,h1-missing; slow-page`,
  );
});

const started = Date.parse('2026-11-22T10:00:00.000Z');

const crawlAt = (found: number, fetched: number, admitted = 500) =>
  crawlInProgress({ startedAt: new Date(started).toISOString(), admitted, found, fetched });

const after = (seconds: number, of: CrawlInProgress) => pollAfter(of, started + seconds * 1000);

describe('the poll interval of a crawl', () => {
  test('is short before the first response of the site', () => {
    expect(after(0, crawlAt(0, 0))).toBe(3);
  });

  test('covers the known addresses at the rate so far', () => {
    expect(after(100, crawlAt(60, 40))).toBe(50);
    expect(after(100, crawlAt(400, 40, 60))).toBe(50);
  });

  test('is one second per address before the first response', () => {
    expect([after(0, crawlAt(4, 0)), after(30, crawlAt(40, 0))]).toEqual([4, 40]);
  });

  test('is at most five seconds during the first 30 seconds, and a minute later', () => {
    const seconds = [1, 6, 29, 30, 60, 90_000];
    expect(seconds.map((age) => after(age, crawlAt(75, 2)))).toEqual([5, 5, 5, 60, 60, 60]);
  });

  test('grows with the age of a crawl whose last pages are slow', () => {
    expect([after(300, crawlAt(40, 40)), after(900, crawlAt(40, 40))]).toEqual([30, 60]);
  });

  test('is a whole number within these limits for any crawl', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.integer({ min: -60, max: 90_000 }), (...given) => {
        const [found, fetched, admitted, seconds] = given;
        const waits = after(seconds, crawlAt(found, fetched, admitted));
        expect(Number.isInteger(waits) && waits >= 3 && waits <= (seconds < 30 ? 5 : 60)).toBe(true);
      }),
    );
  });
});
