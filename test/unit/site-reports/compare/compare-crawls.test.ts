import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import type { SiteRow } from '../../../../functions/core/record/site-schema.ts';
import type { ComparedCrawl } from '../../../../functions/core/site-reports/compare/compare-crawls.ts';
import { dependence } from '../../../../functions/core/site-reports/issues/dependence.computed.ts';
import type { Unread } from '../../../../functions/core/record/site-schema.ts';
import { WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import { compareRows, withIssues } from '../../../support/compared-rows.ts';
import { siteRow } from '../../../support/site-audit.ts';
import { issueRowOf } from '../../../support/site-evidence.ts';

interface CrawlSpec extends Partial<Omit<ComparedCrawl, 'partsOf' | 'issueIds' | 'rows'>> {
  rows: SiteRow[];
  issues?: IssueRow[];
}

const crawlOf = ({ issues = [], ...crawl }: CrawlSpec): ComparedCrawl =>
  withIssues(
    { ...{ domain: 'a.test', scope: WHOLE_SITE, isComplete: true, unread: [], checked: () => true }, ...crawl },
    issues,
  );
const page = (url: string, parts: Partial<SiteRow> = {}) => siteRow({ url, depth: 1, title: 'Boots', ...parts });
const broken = (url: string, target: string) => issueRowOf({ url, target });
const titled = (url: string) => issueRowOf({ issue: 'title-missing', severity: 'error', url, target: null });

const A = 'https://a.test/';
const B = 'https://a.test/b';
const GONE = 'https://a.test/gone';
const all = [page(A, { depth: 0 }), page(B), page(GONE, { http_status: 404, seo_score: null })];

describe('an occurrence', () => {
  test('is new, fixed or persisting by issue, page and target', async () => {
    const base = crawlOf({ rows: all, issues: [broken(A, GONE), broken(B, GONE)] });
    const newer = crawlOf({ rows: all, issues: [broken(A, GONE), broken(A, B)] });
    const { added, fixed, persisting } = await compareRows(newer, base);
    expect([added, fixed, persisting]).toEqual([[broken(A, B)], [broken(B, GONE)], [broken(A, GONE)]]);
  });

  test('persists as often as both crawls have it', async () => {
    const base = crawlOf({ rows: all, issues: [broken(A, GONE), broken(A, GONE)] });
    const newer = crawlOf({ rows: all, issues: Array<IssueRow>(3).fill(broken(A, GONE)) });
    const { added, fixed, persisting } = await compareRows(newer, base);
    expect([added.length, fixed.length, persisting.length]).toEqual([1, 0, 2]);
  });

  const having = crawlOf({ rows: all, issues: [broken(B, GONE)] });
  const timeout = { failure: 'timeout', http_status: null, seo_score: null };
  const scope = { ...WHOLE_SITE, include: ['/c'] };
  const [home, b] = all as [SiteRow, SiteRow];

  test.each<[string, CrawlSpec]>([
    ['did not read its page', { rows: [home, page(B, timeout), all[2]!] }],
    ['received a server error from its page', { rows: [home, page(B, { http_status: 503 }), all[2]!] }],
    ['was refused by its page', { rows: [home, page(B, { http_status: 403 }), all[2]!] }],
    ['did not read its target', { rows: [home, b, page(GONE, timeout)] }],
    ['ended before its page', { rows: [home], isComplete: false }],
    ['ended before its target', { rows: [home, b], isComplete: false }],
    ['did not read a page that may link to its page', { rows: [page(A, { ...timeout, depth: 0 })] }],
    ['has another scope', { rows: [home], scope }],
    ['does not know all links', { rows: [home], unread: ['links'] }],
  ])('is neither new nor fixed if the other crawl %s', async (_, spec) => {
    const other = crawlOf(spec);
    const asNew = await compareRows(having, other);
    const asFixed = await compareRows(other, having);
    expect([asNew.added, asFixed.fixed]).toEqual([[], []]);
    expect([asNew.notCompared.newer.error, asFixed.notCompared.base.error]).toEqual([1, 1]);
  });

  test.each<[string, CrawlSpec]>([
    ['read its page and its target', { rows: all }],
    ['found no way to its page', { rows: [home] }],
    ['found no way to its target', { rows: [home, b] }],
    ['received a server error from its target', { rows: [home, b, page(GONE, { http_status: 500 })] }],
  ])('is new or fixed if the other crawl %s', async (_, spec) => {
    const other = crawlOf(spec);
    const { added } = await compareRows(having, other);
    const { fixed } = await compareRows(other, having);
    expect([added, fixed]).toEqual([[broken(B, GONE)], [broken(B, GONE)]]);
  });

  test('of a page that only a sitemap lists is fixed if the page is gone, unless a sitemap could not be read', async () => {
    const listed = 'https://a.test/listed';
    const base = crawlOf({ rows: [home, page(listed, { depth: null })], issues: [titled(listed)] });
    const fixedBy = async (unread: Unread[]) =>
      (await compareRows(crawlOf({ rows: [home], unread }), base)).fixed.length;
    expect([await fixedBy(['sitemaps']), await fixedBy(['sitemaps', 'sitemap_files'])]).toEqual([1, 0]);
  });

  test('of near-duplicate content is compared only if both crawls compared the texts of all pages', async () => {
    const issues = [issueRowOf({ issue: 'content-near-duplicate', severity: 'warning', url: B, target: null })];
    const base = crawlOf({ rows: all, issues });
    const whole = await compareRows(crawlOf({ rows: all }), base);
    const sampled = await compareRows(crawlOf({ rows: all, unread: ['texts'] }), base);
    expect([whole.fixed, sampled.fixed, sampled.notCompared.base.warning]).toEqual([issues, [], 1]);
  });

  test.each<[string, Unread]>([
    ['single-inlink', 'skipped_links'],
    ['orphan-page', 'skipped_links'],
    ['sitemap-orphan', 'hidden_links'],
  ])('of %s is compared only if it would be reported in both crawls', async (issue, what) => {
    const issues = [issueRowOf({ issue, severity: 'warning', url: B, target: null })];
    const having = crawlOf({ rows: all, issues });
    const lacking = crawlOf({ rows: all, unread: [what] });
    const asFixed = await compareRows(lacking, having);
    const asNew = await compareRows(having, lacking);
    expect([asFixed.fixed, asFixed.notCompared.base.warning]).toEqual([[], 1]);
    expect([asNew.added, asNew.notCompared.newer.warning]).toEqual([[], 1]);
  });

  test('of an external target is compared only if both crawls determined its state', async () => {
    const target = 'https://other.test/';
    const issues = [issueRowOf({ issue: 'external-broken', severity: 'warning', url: A, target })];
    const base = crawlOf({ rows: all, issues });
    const checked = await compareRows(crawlOf({ rows: all }), base);
    const unchecked = await compareRows(crawlOf({ rows: all, checked: () => false }), base);
    expect([checked.fixed, unchecked.fixed, unchecked.notCompared.base.warning]).toEqual([issues, [], 1]);
  });

  test('of lost indexability is not compared between two domains', async () => {
    const lost = issueRowOf({ issue: 'indexability-lost', url: A, target: null });
    const newer = crawlOf({ rows: all, issues: [lost] });
    const rows = all.map((row) => ({ ...row, url: row.url.replace('a.test', 'b.test') }));
    const { added, notCompared } = await compareRows(newer, crawlOf({ domain: 'b.test', rows }));
    expect([added, notCompared.newer.error]).toEqual([[], 1]);
  });
});

describe('addresses', () => {
  const at = (origin: string, ...paths: string[]) => paths.map((path) => page(origin + path));
  const moved = (from: string, to: string) => page(from, { http_status: 301, redirects_to: to, seo_score: null });

  test.each<[string, SiteRow[], string, SiteRow[], string]>([
    ['over http and https', at('http://a.test', '/', '/b'), 'http://a.test/b', at('https://a.test', '/', '/b'), B],
    [
      'with and without www.',
      at(A.slice(0, -1), '/', '/b'),
      B,
      at('https://www.a.test', '/', '/b'),
      'https://www.a.test/b',
    ],
    [
      'over http and https, where http redirects',
      at('http://a.test', '/', '/b'),
      'http://a.test/b',
      [...at('https://a.test', '/', '/b'), moved('http://a.test/b', B)],
      B,
    ],
  ])('%s match by path', async (_, before, url, now, sameUrl) => {
    const base = crawlOf({ rows: before, issues: [titled(url)] });
    const { persisting, added, fixed } = await compareRows(crawlOf({ rows: now, issues: [titled(sameUrl)] }), base);
    expect([persisting, added, fixed]).toEqual([[titled(sameUrl)], [], []]);
  });

  test('that are two pages of one crawl match as they are', async () => {
    const rows = [...at('https://a.test', '/', '/b'), page('http://a.test/b')];
    const base = crawlOf({ rows, issues: [titled('http://a.test/b')] });
    const { fixed, added } = await compareRows(crawlOf({ rows, issues: [titled(B)] }), base);
    expect([fixed, added]).toEqual([[titled('http://a.test/b')], [titled(B)]]);
  });
});

describe('pages of both crawls', () => {
  const before = page(B, { canonical: B });
  test.each<[string, Partial<SiteRow>, string[]]>([
    ['a title', { title: 'Tents' }, ['title']],
    ['a status', { http_status: 404, title: null }, ['http_status']],
    ['noindex by a header', { x_robots_tag: 'noindex', indexable: false }, ['x_robots_tag', 'indexable']],
    ['another host of the canonical', { canonical: 'http://www.a.test/b' }, []],
    ['a failure', { failure: 'timeout', http_status: null }, []],
  ])('change by %s', async (_, parts, names) => {
    const newer = crawlOf({ rows: [page(A), { ...before, ...parts }] });
    const { pages } = await compareRows(newer, crawlOf({ rows: [page(A), before] }));
    expect(pages.flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual(names);
  });
});

describe('any two crawls', () => {
  const paths = ['/', '/1', '/2', '/3', '/4'];
  const states: Partial<SiteRow>[] = [
    ...[{}, {}, { http_status: 404, seo_score: null }, { http_status: 500, seo_score: null }],
    ...[
      { http_status: 403, failure: 'http_403', seo_score: null },
      { http_status: null, failure: 'timeout' },
    ],
    { http_status: null, failure: 'robots_disallowed', seo_score: null },
  ];
  const issues = [
    'broken-link',
    'title-missing',
    'server-error',
    'indexability-lost',
    'title-duplicate',
    'single-inlink',
  ];
  const anyRow = fc.record({ state: fc.constantFrom(...states), depth: fc.constantFrom(0, 1, 2, null) });
  const anyOccurrence = fc.record({
    issue: fc.constantFrom(...issues, 'sitemap-error'),
    path: fc.constantFrom(...paths),
    target: fc.constantFrom(...paths),
  });
  const anyCrawl = fc
    .record({
      rows: fc.array(fc.option(anyRow), { minLength: paths.length, maxLength: paths.length }),
      found: fc.array(anyOccurrence, { maxLength: 8 }),
      isComplete: fc.boolean(),
      isPart: fc.boolean(),
      unread: fc.subarray<Unread>(['links', 'sitemaps', 'sitemap_files', 'texts']),
    })
    .map(({ rows, found, isComplete, isPart, unread }) => {
      const known = paths.flatMap((path, index) => {
        const row = rows[index];
        return row ? [page(`https://a.test${path}`, { depth: row.depth, ...row.state })] : [];
      });
      const urls = new Set(known.map(({ url }) => url));
      const occurrences = found
        .map(({ issue, path, target }) =>
          issueRowOf({
            ...{ issue, url: `https://a.test${path}` },
            target: dependence[issue]?.includes('target') ? `https://a.test${target}` : null,
          }),
        )
        .filter(({ url, target }) => urls.has(url) && (target === null || urls.has(target)));
      const scope = isPart ? { ...WHOLE_SITE, exclude: ['/x'] } : WHOLE_SITE;
      return { rows: known, issues: occurrences, isComplete, scope, unread };
    });
  type Crawl = CrawlSpec & { isComplete: boolean };

  const answered = ({ http_status: status, failure }: SiteRow) => failure === null && status !== null;
  const isRead = (row: SiteRow, issue: string, isTarget: boolean) =>
    (answered(row) && row.http_status! < 500) ||
    (answered(row) && (isTarget ? issue === 'broken-link' : issue === 'server-error')) ||
    (!isTarget && issue === 'indexability-lost' && row.failure === 'robots_disallowed');

  /** Whether an occurrence of one crawl may be new or fixed, by the contract (shared by both directions). */
  function mayDiffer(row: IssueRow, own: Crawl, other: Crawl): boolean {
    const haveSameScope = JSON.stringify(own.scope) === JSON.stringify(other.scope);
    const isKnown = (url: string, isTarget: boolean) => {
      const [mine, its] = [own, other].map(({ rows }) => rows.find((each) => each.url === url));
      if (mine && !isRead(mine, row.issue, isTarget)) return false;
      return its ? isRead(its, row.issue, isTarget) : haveSameScope && other.isComplete;
    };
    const ofWholeSites = ['pages', 'links', 'sitemaps'].some((on) => dependence[row.issue]?.includes(on as never));
    if (ofWholeSites && !(haveSameScope && own.isComplete && other.isComplete)) return false;
    return isKnown(row.url, false) && (row.target === null || isKnown(row.target, true));
  }

  test('have no new and no fixed occurrence of what one of them did not read', async () => {
    await fc.assert(
      fc.asyncProperty(anyCrawl, anyCrawl, async (newer, base) => {
        const { added, fixed } = await compareRows(crawlOf(newer), crawlOf(base));
        for (const row of added) expect([row, mayDiffer(row, newer, base)]).toEqual([row, true]);
        for (const row of fixed) expect([row, mayDiffer(row, base, newer)]).toEqual([row, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('count each occurrence once', async () => {
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((one, other) => one + other, 0);
    await fc.assert(
      fc.asyncProperty(anyCrawl, anyCrawl, async (newer, base) => {
        const { added, fixed, persisting, notCompared } = await compareRows(crawlOf(newer), crawlOf(base));
        expect(added.length + persisting.length + sum(notCompared.newer)).toBe(newer.issues.length);
        expect(fixed.length + persisting.length + sum(notCompared.base)).toBe(base.issues.length);
      }),
      { numRuns: 500 },
    );
  });

  test('that are the same have only persisting occurrences', async () => {
    await fc.assert(
      fc.asyncProperty(anyCrawl, async (crawl) => {
        const { persisting, pages } = await compareRows(crawlOf(crawl), crawlOf(crawl));
        expect([persisting.length, pages]).toEqual([crawl.issues.length, []]);
      }),
    );
  });
});
