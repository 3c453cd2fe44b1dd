import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SiteRow } from '../../../../functions/core/record/site-schema.ts';
import {
  type RowSelection,
  type RowSort,
  rowSorts,
  selectRows,
} from '../../../../functions/core/sites/audits/select-rows.ts';
import { siteRow } from '../../../support/site-audit.ts';

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
