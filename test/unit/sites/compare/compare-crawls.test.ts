import { describe, expect, test } from '@jest/globals';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import type { SiteRow } from '../../../../functions/core/record/site-schema.ts';
import { type ComparedCrawl, compareCrawls } from '../../../../functions/core/sites/compare/compare-crawls.ts';
import type { CrawlSettings } from '../../../../functions/core/sites/store/item.ts';
import { siteRow } from '../../../support/site-audit.ts';

const page = (url: string, parts: Partial<SiteRow> = {}) => siteRow({ url, depth: 1, title: 'Boots', ...parts });
const broken = (url: string, target: string): IssueRow => ({
  ...{ issue: 'broken-link', severity: 'error', url, target, status: 404, element: '<a href>' },
  ...{ value: null, expected: null, related: [] },
});
const crawl = (
  rows: SiteRow[],
  issues: IssueRow[],
  isWhole = true,
  settings?: Partial<CrawlSettings>,
): ComparedCrawl => ({
  ...{ isWhole, ...(settings && { settings: { include: [], exclude: [], depth: null, ...settings } }) },
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

  const shown = crawl([page(A, { depth: 0 }), page(B)], [broken(B, GONE)]);
  const timeout = { failure: 'timeout', http_status: null };

  test.each([
    ['could not read its page', crawl([page(A), page(B, timeout)], [])],
    ['received a server error from its page', crawl([page(A), page(B, { http_status: 503 })], [])],
    ['could not read its target', crawl([page(A), page(B), page(GONE, timeout)], [])],
    ['ended before it reached its page', crawl([page(A)], [], false)],
    ['could not read a page that may link to its page', crawl([page(A, { ...timeout, depth: 0 })], [])],
    ['does not include its page', crawl([page(A, { depth: 0 })], [], true, { include: ['/c'] })],
    ['excludes pages that may link to its page', crawl([page(A, { depth: 0 })], [], true, { exclude: ['/c'] })],
    ['ends above the depth of its page', crawl([page(A, { depth: 0 })], [], true, { depth: 0 })],
  ])('is neither new nor fixed where the other crawl %s', async (_, other) => {
    const { added } = await compareCrawls(other, shown, 'address');
    const { fixed } = await compareCrawls(shown, other, 'address');
    expect([added, fixed]).toEqual([[], []]);
  });

  const home = page(A, { depth: 0 });
  const sameTitle: IssueRow = { ...broken(A, GONE), issue: 'title-duplicate', target: null, related: [B] };

  test.each([
    ['ended before it reached its target', broken(A, B), crawl([home], [], false)],
    ['does not include its target', broken(A, B), crawl([home], [], true, { include: ['/c'] })],
    ['ended before it reached a related page', sameTitle, crawl([home], [], false)],
    ['could not read a related page', sameTitle, crawl([home, page(B, timeout)], [])],
  ])('of two pages is neither new nor fixed where the other crawl %s', async (_, row, other) => {
    const both = crawl([home, page(B)], [row]);
    const { added } = await compareCrawls(other, both, 'address');
    const { fixed } = await compareCrawls(both, other, 'address');
    expect([added, fixed]).toEqual([[], []]);
  });

  test.each([
    ['read its page and target', broken(A, B), crawl([home, page(B)], [], false)],
    ['has no link to its target any more', broken(A, B), crawl([home], [])],
    ['does not have the related page any more', sameTitle, crawl([home], [])],
  ])('of two pages is new or fixed where the other crawl %s', async (_, row, other) => {
    const both = crawl([home, page(B)], [row]);
    const { added } = await compareCrawls(other, both, 'address');
    const { fixed } = await compareCrawls(both, other, 'address');
    expect([added, fixed]).toEqual([[row], [row]]);
  });

  test.each([
    ['ended early', false, {}],
    ['leaves out a part of the site', true, { exclude: ['/c'] }],
    ['has a maximum depth', true, { depth: 1 }],
  ])('of incoming links is neither new nor fixed where the other crawl %s', async (_, isWhole, settings) => {
    const row: IssueRow = { ...broken(B, GONE), issue: 'single-inlink', target: null };
    const whole = crawl([home, page(B)], [row]);
    const part = crawl([home, page(B)], [], isWhole, settings);
    expect((await compareCrawls(part, whole, 'address')).added).toEqual([]);
    expect((await compareCrawls(whole, part, 'address')).fixed).toEqual([]);
    expect((await compareCrawls(whole, crawl([home, page(B)], []), 'address')).fixed).toEqual([row]);
  });

  test.each([
    ['sitemap-missing', 'sitemaps', false, false],
    ['sitemap-error', 'sitemaps', false, false],
    ['sitemap-error', 'sitemaps', true, true],
    ['sitemap-orphan', 'links', true, false],
    ['single-inlink', 'links', true, false],
    ['broken-link', 'sitemaps', false, true],
  ] as const)(
    'of %s where the other crawl lacks some %s (its page is listed: %s) is new or fixed: %s',
    async (issue, unread, in_sitemap, expected) => {
      const row: IssueRow = { ...broken(B, GONE), issue, target: null };
      const whole = crawl([home, page(B)], [row]);
      const part = { ...crawl([home, page(B, { in_sitemap })], []), unread: [unread] };
      expect((await compareCrawls(part, whole, 'address')).added).toEqual(expected ? [row] : []);
      expect((await compareCrawls(whole, part, 'address')).fixed).toEqual(expected ? [row] : []);
    },
  );

  test('is new or fixed where both crawls have the same settings', async () => {
    const settings = { include: ['/b'], depth: 3 };
    const [before, now] = [
      crawl([home, page(B)], [broken(B, GONE)], true, settings),
      crawl([home], [], true, settings),
    ];
    expect((await compareCrawls(before, now, 'address')).fixed).toEqual([broken(B, GONE)]);
    expect((await compareCrawls(now, before, 'address')).added).toEqual([broken(B, GONE)]);
  });

  test.each([
    ['does not have its page', crawl([page(A)], [])],
    ['read its page', crawl([page(A), page(B)], [])],
    ['received a server error from its target', crawl([page(A), page(B), page(GONE, { http_status: 500 })], [])],
    [
      'found no host of its target',
      crawl([page(A), page(B), page(GONE, { ...timeout, failure: 'name_not_found' })], []),
    ],
    ['ended after it reached the depth of its page', crawl([page(A), page(`${A}c`, { depth: 2 })], [], false)],
  ])('is new or fixed where the other crawl %s', async (_, other) => {
    const { added } = await compareCrawls(other, shown, 'address');
    const { fixed } = await compareCrawls(shown, other, 'address');
    expect([added, fixed]).toEqual([[broken(B, GONE)], [broken(B, GONE)]]);
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

describe('a page with variants on hosts of the other domain', () => {
  const moved = (url: string, redirects_to: string) => page(url, { http_status: 301, redirects_to, title: null });
  const staging = (path: string, parts?: Partial<SiteRow>) => page(`https://staging.test${path}`, parts);

  test.each([
    ['its content', page('https://www.a.test/'), staging('/')],
    ['its redirect', moved('https://www.a.test/', `${A}b`), moved('https://staging.test/', 'https://staging.test/b')],
  ])('is compared by %s', async (_, row, other) => {
    const before = crawl([moved(A, 'https://www.a.test/'), row], []);
    expect((await compareCrawls(before, crawl([other], []), 'path')).pages).toEqual([]);
    expect((await compareCrawls(crawl([other], []), before, 'path')).pages).toEqual([]);
  });

  test('was read if one of them was', async () => {
    const refused = { failure: 'connection_refused', http_status: null };
    const before = crawl([page(A, { depth: 0 }), page(B), page('http://a.test/b', refused)], []);
    const row = broken('https://staging.test/b', GONE);
    const now = crawl([staging('/', { depth: 0 }), staging('/b')], [row]);
    expect((await compareCrawls(before, now, 'path')).added).toEqual([row]);
    expect((await compareCrawls(now, before, 'path')).fixed).toEqual([row]);
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
