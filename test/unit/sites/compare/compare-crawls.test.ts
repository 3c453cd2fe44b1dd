import { describe, expect, test } from '@jest/globals';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import type { SiteRow } from '../../../../functions/core/record/site-schema.ts';
import { type ComparedCrawl, compareCrawls } from '../../../../functions/core/sites/compare/compare-crawls.ts';

const page = (url: string, parts: Partial<SiteRow> = {}): SiteRow => ({
  ...{ url, http_status: 200, failure: null, redirects_to: null, depth: 1, indexable: true, reason: null },
  ...{ in_sitemap: false, seo_score: 100, title: 'Boots', title_length: 5, meta_description: null },
  ...{ meta_description_length: null, h1: null, canonical: null, meta_robots: null, lang: 'en', word_count: 300 },
  ...{ content_hash: 'a', content_type: 'text/html', html_bytes: 1, ttfb_ms: 1, inlinks: 1, outlinks: 1 },
  ...{ external_links: 0, internal_rank: 1, issues: [] },
  ...parts,
});
const broken = (url: string, target: string): IssueRow => ({
  ...{ issue: 'broken-link', severity: 'error', url, target, status: 404, element: '<a href>' },
  ...{ value: null, expected: null, related: [] },
});
const crawl = (rows: SiteRow[], issues: IssueRow[], isWhole = true): ComparedCrawl => ({
  isWhole,
  rows,
  async *issues() {
    yield* await Promise.resolve(issues);
  },
});
const A = 'https://a.test/';
const B = 'https://a.test/b';
const GONE = 'https://a.test/gone';

describe('an occurrence', () => {
  test('is new, fixed or persisting by issue, page and target', async () => {
    const before = crawl([page(A), page(B)], [broken(A, GONE), broken(B, GONE)]);
    const now = crawl([page(A), page(B)], [broken(A, GONE), broken(A, B)]);
    const { added, fixed, persisting } = await compareCrawls(before, now, 'address');
    expect([added, fixed, persisting]).toEqual([[broken(A, B)], [broken(B, GONE)], [broken(A, GONE)]]);
  });

  test('persists as often as both crawls have it', async () => {
    const before = crawl([page(A)], [broken(A, GONE), broken(A, GONE)]);
    const now = crawl([page(A)], Array<IssueRow>(3).fill(broken(A, GONE)));
    const { added, fixed, persisting } = await compareCrawls(before, now, 'address');
    expect([added.length, fixed.length, persisting.length]).toEqual([1, 0, 2]);
  });

  test.each([
    ['could not be read', crawl([page(A), page(B, { failure: 'timeout', http_status: null })], [])],
    ['was not reached by a crawl that ended early', crawl([page(A)], [], false)],
  ])('is not fixed on a page that %s', async (_, now) => {
    const { fixed } = await compareCrawls(crawl([page(A), page(B)], [broken(B, GONE)]), now, 'address');
    expect(fixed).toEqual([]);
  });

  test('is fixed when its page is gone', async () => {
    const { fixed } = await compareCrawls(
      crawl([page(A), page(B)], [broken(B, GONE)]),
      crawl([page(A)], []),
      'address',
    );
    expect(fixed).toEqual([broken(B, GONE)]);
  });

  test('is matched by path and query on another host', async () => {
    const staging = (url: string) => url.replace('a.test', 'staging.test');
    const before = crawl([page(A), page(B)], [broken(B, GONE)]);
    const now = crawl([page(staging(A)), page(staging(B))], [broken(staging(B), staging(GONE))]);
    const byPath = await compareCrawls(before, now, 'path');
    expect([byPath.added, byPath.fixed, byPath.persisting.length]).toEqual([[], [], 1]);
    expect((await compareCrawls(before, now, 'address')).added).toHaveLength(1);
  });
});

describe('a page of both crawls', () => {
  test('is listed with the values of the fields that differ', async () => {
    const before = crawl([page(A), page(B)], []);
    const now = crawl([page(A, { title: 'Tents', title_length: 5 }), page(B)], []);
    const { pages } = await compareCrawls(before, now, 'address');
    expect(pages).toEqual([{ url: A, fields: [{ name: 'title', before: 'Boots', now: 'Tents' }] }]);
  });

  test('does not differ by the host of its canonical address when hosts differ', async () => {
    const before = crawl([page(A, { canonical: A })], []);
    const other = 'https://staging.test/';
    const now = crawl([page(other, { canonical: other })], []);
    expect((await compareCrawls(before, now, 'path')).pages).toEqual([]);
  });
});
