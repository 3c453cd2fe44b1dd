import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CrawledAnchor, CrawledFacts, CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { issueRow } from '../../../../functions/core/record/issue-schema.ts';
import { linkRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { createSiteEvidence } from '../../../../functions/core/site-reports/report/page-evidence.ts';
import { answered, listedIn, page, redirect, SITEMAP, urlOf } from '../graph/crawled.ts';
import { anyListed, anyPages } from './any-site.ts';
import { reportOf } from './report-of.ts';

const HOSTS = ['shop.example', 'www.shop.example'];
const TITLE = 'Boots, shoes and sandals for everyone';

const anchor = (path: string, text: string, rel = ''): CrawledAnchor => {
  return { to: urlOf(path), text, rel, tag: `<a href="${path}">` };
};
const withAnchors = (crawled: CrawledPage, ...anchors: CrawledAnchor[]): CrawledPage => ({ ...crawled, anchors });

/** Only the home page has links, and the home page and `/a` have the same title. */
const crawled = [
  withAnchors(
    page('/', ['/a', '/gone', '/old', '/private'], { title: TITLE, word_count: 300 }, ['/b']),
    anchor('/a', 'Boots'),
    anchor('/gone', 'Sandals'),
    anchor('/gone', 'More sandals', 'ugc  noopener'),
    anchor('/old', 'Shoes'),
    anchor('/b', 'B', 'nofollow'),
    anchor('/private', 'Members'),
    anchor('https://other.example/', 'Others'),
    anchor('/unread', 'Later'),
  ),
  page('/a', [], { title: TITLE, word_count: 300, canonical: urlOf('/a') }),
  page('/b', [], { title: 'B', canonical: urlOf('/gone'), hreflang: [{ hreflang: 'de', url: urlOf('/a') }] }),
  answered('/gone', { http_status: 404 }),
  redirect('/old', '/older'),
  redirect('/older', '/a'),
  answered('/private', { http_status: null, failure: 'robots_disallowed' }),
];

function evidenceOf(pages: readonly CrawledPage[], listed?: string[]) {
  const bare = pages.map((each) => ({ ...each, anchors: [] }));
  const report = reportOf(bare, listed && { listed });
  return { report, evidence: createSiteEvidence(report.site, report.issues, HOSTS) };
}

function occurrencesOf(path: string, issue: string) {
  const { evidence } = evidenceOf(crawled);
  const { issues } = evidence.ofPage(crawled.find(({ url }) => url === urlOf(path))!);
  return issues.filter((row) => row.issue === issue);
}

const nothing = { target: null, status: 200, element: null, value: null, expected: null, related: [] };

test('each element of a broken link is an occurrence with its tag and text, and the status of the target', () => {
  const row = { ...nothing, issue: 'broken-link', severity: 'error', url: urlOf('/'), target: urlOf('/gone') };
  expect(occurrencesOf('/', 'broken-link')).toEqual([
    { ...row, status: 404, element: '<a href="/gone">Sandals' },
    { ...row, status: 404, element: '<a href="/gone">More sandals' },
  ]);
});

test('a link whose element is not stored is an occurrence without it', () => {
  const { evidence } = evidenceOf(crawled);
  const { issues } = evidence.ofPage({ ...crawled[0]!, anchors: [] });
  expect(issues.filter(({ issue }) => issue === 'broken-link')).toMatchObject([
    { target: urlOf('/gone'), status: 404, element: null },
  ]);
  expect(issues.filter(({ issue }) => issue === 'internal-nofollow')).toMatchObject([
    { target: urlOf('/b'), element: null },
  ]);
});

test('a link to a redirect chain has its final target and all hops in order', () => {
  expect(occurrencesOf('/', 'redirect-chain')).toEqual([
    {
      ...{ ...nothing, issue: 'redirect-chain', severity: 'warning', url: urlOf('/'), target: urlOf('/a') },
      ...{ element: '<a href="/old">Shoes', value: urlOf('/old') },
      related: ['/old', '/older', '/a'].map(urlOf),
    },
  ]);
});

test('a duplicate title has the title and the other pages with it', () => {
  const row = { ...nothing, issue: 'title-duplicate', severity: 'warning', value: TITLE };
  expect(occurrencesOf('/', 'title-duplicate')).toEqual([{ ...row, url: urlOf('/'), related: [urlOf('/a')] }]);
  expect(occurrencesOf('/a', 'title-duplicate')).toEqual([{ ...row, url: urlOf('/a'), related: [urlOf('/')] }]);
});

test('a canonical address with an error is the target, with its status', () => {
  const row = { ...nothing, issue: 'canonical-to-error', severity: 'error', url: urlOf('/b') };
  expect(occurrencesOf('/b', 'canonical-to-error')).toEqual([{ ...row, target: urlOf('/gone'), status: 404 }]);
});

describe('what keeps a page from the index is stated', () => {
  const disallowed = { disallowedBy: 'Disallow: /a', disallowsAll: false };
  const pageWith = (facts: Partial<CrawledFacts>) => page('/a', [], { noindex: true, ...facts });

  test.each<[string, CrawledPage]>([
    ['meta robots: noindex, follow', pageWith({ meta_robots: 'noindex, follow', x_robots_tag: 'noarchive' })],
    ['X-Robots-Tag: noindex', pageWith({ meta_robots: 'index', x_robots_tag: 'noindex' })],
    ['Disallow: /a', { ...pageWith({ meta_robots: 'noindex' }), googlebot: disallowed }],
    [`canonical: ${urlOf('/b')}`, page('/a', [], { canonical: urlOf('/b') })],
    [`redirect: ${urlOf('/noindex')}`, redirect('/a', '/noindex')],
    ['Content-Type: application/pdf', answered('/a', { content_type: 'application/pdf' })],
  ])('as %s', (value, lost) => {
    const pages = [page('/'), lost, page('/noindex', [], { noindex: true })];
    const lastIndexable = (url: string) => (url === lost.url ? '2026-11-20T10:00:00.000Z' : null);
    const { site, issues } = reportOf(pages, { lastIndexable });
    const found = createSiteEvidence(site, issues, HOSTS).ofPage(lost).issues;
    expect(found.filter(({ issue }) => issue === 'indexability-lost')).toEqual([
      {
        ...{ ...nothing, issue: 'indexability-lost', severity: 'error', url: urlOf('/a'), status: lost.http_status },
        ...{ value, expected: 'indexable on 2026-11-20' },
      },
    ]);
  });

  test('of a home page that robots.txt disallows with the whole site', () => {
    const googlebot = { disallowedBy: 'Disallow: /', disallowsAll: true };
    const home = answered('/', { http_status: null, failure: 'robots_disallowed', googlebot });
    const { site, issues } = reportOf([home]);
    const row = { ...nothing, severity: 'error', url: urlOf('/'), status: null, value: 'Disallow: /' };
    expect(createSiteEvidence(site, issues, HOSTS).ofPage(home).issues).toEqual([
      { ...row, issue: 'home-page-not-indexable' },
      { ...row, issue: 'robots-disallows-all' },
    ]);
  });
});

test('links have the status, the redirects and the failure of their targets', () => {
  const { evidence } = evidenceOf(crawled);
  const link = { from: urlOf('/'), kind: 'link', internal: true, rel: [] };
  const target = { status: null, final_url: null, hops: 0, error: null };
  expect(evidence.ofPage(crawled[0]!).links).toEqual([
    { ...link, ...target, to: urlOf('/a'), anchor: 'Boots', status: 200 },
    { ...link, ...target, to: urlOf('/gone'), anchor: 'Sandals', status: 404 },
    { ...link, ...target, to: urlOf('/gone'), anchor: 'More sandals', rel: ['ugc', 'noopener'], status: 404 },
    { ...link, ...target, to: urlOf('/old'), anchor: 'Shoes', status: 301, final_url: urlOf('/a'), hops: 2 },
    { ...link, ...target, to: urlOf('/b'), anchor: 'B', rel: ['nofollow'], status: 200 },
    // It was not requested: it has neither a status nor a failure.
    { ...link, ...target, to: urlOf('/private'), anchor: 'Members' },
    { ...link, ...target, to: 'https://other.example/', anchor: 'Others', internal: false },
    { ...link, ...target, to: urlOf('/unread'), anchor: 'Later' },
  ]);
  const annotation = { from: urlOf('/b'), internal: true, anchor: null, rel: [] };
  expect(evidence.ofPage(crawled[2]!).links).toEqual([
    { ...annotation, ...target, to: urlOf('/gone'), kind: 'canonical', status: 404 },
    { ...annotation, ...target, to: urlOf('/a'), kind: 'hreflang', status: 200 },
  ]);
  expect(evidence.ofPage(crawled[4]!).links).toMatchObject([
    { from: urlOf('/old'), to: urlOf('/older'), kind: 'redirect', status: 301, final_url: urlOf('/a'), hops: 1 },
  ]);
  expect(evidence.ofSitemaps(listedIn(['/gone']))).toMatchObject([
    { from: SITEMAP, to: urlOf('/gone'), kind: 'sitemap', anchor: null, status: 404 },
  ]);
});

test('the targets of a redirect loop have no final address', () => {
  const home = withAnchors(page('/', ['/one']), anchor('/one', 'One'));
  const { evidence } = evidenceOf([home, redirect('/one', '/two'), redirect('/two', '/one')]);
  const { issues, links } = evidence.ofPage(home);
  expect(links).toMatchObject([{ to: urlOf('/one'), status: 301, final_url: null, hops: 0 }]);
  expect(issues.find(({ issue }) => issue === 'redirect-loop')).toMatchObject({
    target: urlOf('/one'),
    related: [urlOf('/one'), urlOf('/two')],
  });
});

test('each page has an occurrence of each of its issues and of no other, in the form of the schema, on random sites', () => {
  fc.assert(
    fc.property(anyPages, anyListed, (pages, listed) => {
      const { report, evidence } = evidenceOf(pages, listed);
      for (const [index, row] of report.rows.entries()) {
        const { issues, links } = evidence.ofPage(pages[index]!);
        expect([...new Set(issues.map(({ issue }) => issue))].sort()).toEqual([...row.issues].sort());
        for (const each of issues) expect(issueRow.parse(each).url).toBe(row.url);
        for (const each of links) expect(linkRow.parse(each).from).toBe(row.url);
      }
    }),
  );
});

test('health is the share of addresses without errors', () => {
  const healthOf = (pages: CrawledPage[]) => reportOf(pages).result.health;
  const sound = (path: string, links: string[] = []) => page(path, links, { title: `About ${path}` });
  expect(healthOf([sound('/'), sound('/a')])).toBe(100);
  // The page with the broken link and the broken address have errors; a page with two errors counts once.
  const gone = ['/gone', '/lost'].map((path) => answered(path, { http_status: 404 }));
  expect(healthOf([sound('/', ['/gone', '/lost']), sound('/a'), sound('/b'), ...gone])).toBe(40);
  const blocked = answered('/private', { http_status: null, failure: 'robots_disallowed' });
  const late = answered('/late', { http_status: null, failure: 'timeout' });
  expect(healthOf([sound('/'), blocked])).toBe(100);
  expect(healthOf([page('/', [], { mixed_content: ['http://a.example/'] }), late])).toBe(0);
  expect(healthOf([blocked])).toBeNull();
  expect(healthOf([])).toBeNull();
});

test('faults of structured data are occurrences with the block, the path and the expected properties', () => {
  const invalid = { value: 'Line 1, column 2: Unexpected', expected: null, element: '{' };
  const missing = { value: 'Product', expected: 'name', element: '{"@type":"Product"}' };
  const faulty = page('/', [], {
    structured_data_errors: 1,
    findings: [
      { id: 'structured-data-invalid', items: [invalid] },
      { id: 'structured-data-required-missing', items: [missing] },
    ],
  });
  const older = page('/older', [], { structured_data_errors: 2 });
  const { evidence } = evidenceOf([faulty, older]);
  const rowsOf = (each: CrawledPage) =>
    evidence.ofPage(each).issues.filter(({ issue }) => issue.startsWith('structured-data'));
  const row = { ...nothing, severity: 'warning', url: urlOf('/') };
  expect(rowsOf(faulty)).toEqual([
    { ...row, ...invalid, issue: 'structured-data-invalid' },
    { ...row, ...missing, issue: 'structured-data-required-missing' },
  ]);
  expect(rowsOf(older)).toMatchObject([{ issue: 'structured-data-invalid', value: 2, expected: 0 }]);
});

describe('the work grows with the number of pages', () => {
  const COUNT = 2_000;

  /** @returns the evidence of a site, and the number of reads of its list of pages so far */
  function countedEvidence(pages: CrawledPage[]) {
    const { site, issues } = reportOf(pages);
    let reads = 0;
    const counted = new Proxy(site.pages, { get: (list, key) => (reads++, Reflect.get(list, key) as unknown) });
    const evidence = createSiteEvidence({ ...site, pages: counted }, issues, HOSTS);
    return { evidence, reads: () => reads };
  }

  test('of a chain of redirects, all of whose addresses are linked', () => {
    const chain = Array.from({ length: COUNT }, (_, number) => redirect(`/r${number}`, `/r${number + 1}`));
    const pages = [page('/', ['/r0']), ...chain, page(`/r${COUNT}`)];
    const { evidence, reads } = countedEvidence(pages);
    const links = pages.flatMap((one) => evidence.ofPage(one).links);
    expect(links.map(({ hops }) => hops)).toEqual(chain.map((_, number) => COUNT - 1 - number));
    expect(links.slice(0, -1).every(({ final_url }) => final_url === urlOf(`/r${COUNT}`))).toBe(true);
    expect(reads()).toBeLessThan(100 * COUNT);
  });

  test('of pages without links that others name by annotations', () => {
    const orphans = Array.from({ length: COUNT }, (_, number) => page(`/${number}`));
    const naming = page('/', [], { hreflang: orphans.map(({ url }) => ({ hreflang: 'de', url })) });
    const { evidence, reads } = countedEvidence([naming, ...orphans]);
    const found = orphans.flatMap((one) => evidence.ofPage(one).issues).filter(({ issue }) => issue === 'orphan-page');
    expect(found.map(({ related }) => related)).toEqual(orphans.map(() => [urlOf('/')]));
    expect(reads()).toBeLessThan(100 * COUNT);
  });
});
