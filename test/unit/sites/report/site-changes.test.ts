import { describe, expect, test } from '@jest/globals';
import type { CrawledFacts, CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { crawl, type GeneratedPage } from '../../../support/crawled-site.ts';
import { reportSite } from '../../../../functions/core/sites/report/report-site.ts';
import fc from 'fast-check';
import { answered, page, redirect, urlOf } from '../graph/crawled.ts';
import { pathOf, reportOf, type ReportSpec } from './report-of.ts';

const SINCE = '2026-11-14T00:00:00.000Z';

interface Crawl extends Pick<ReportSpec, 'isWhole' | 'listed' | 'settings'> {
  pages: CrawledPage[];
}

/** @returns the changes between two crawls of a site */
function changesOf(before: Crawl, now: Crawl) {
  const { rows } = reportOf(before.pages, before);
  const previous = { finishedAt: SINCE, isWhole: before.isWhole ?? true, settings: before.settings, rows };
  return reportOf(now.pages, { ...now, previous }).result.changes!;
}

/** @returns paths by kind of change */
function changedPaths(before: Crawl, now: Crawl) {
  const paths: Record<string, string[]> = { added: [], removed: [], changed: [] };
  for (const { url, change } of changesOf(before, now).examples) paths[change]!.push(pathOf(url));
  return paths;
}
const NOTHING = { added: [], removed: [], changed: [] };

const gone = (path: string) => answered(path, { http_status: 404 });
const failed = (path: string, failure = 'timeout') => answered(path, { http_status: null, failure });

test('the first crawl has no changes', () => {
  expect(reportOf([page('/')]).result.changes).toBeNull();
});

test('added, removed and changed pages are counted and listed', () => {
  const before = { pages: [page('/', ['/a', '/b', '/c']), page('/a'), page('/b', [], { title: 'B' }), page('/c')] };
  const now = { pages: [page('/', ['/a', '/b', '/d']), page('/a'), page('/b', [], { title: 'New' }), page('/d')] };
  expect(changesOf(before, now)).toEqual({
    since: SINCE,
    added: 1,
    removed: 1,
    changed: 1,
    examples: [
      { url: urlOf('/d'), change: 'added', fields: [] },
      { url: urlOf('/c'), change: 'removed', fields: [] },
      { url: urlOf('/b'), change: 'changed', fields: ['title'] },
    ],
  });
});

describe('a page is changed', () => {
  const facts: Partial<CrawledFacts> = {
    title: 'a',
    meta_description: 'b',
    h1: 'c',
    canonical: urlOf('/'),
    meta_robots: 'index',
    text_hash: 'd',
  };
  const fieldsOf = (before: CrawledPage, now: CrawledPage) =>
    changesOf({ pages: [before] }, { pages: [now] }).examples.map(({ fields }) => fields);

  test.each<[string, Partial<CrawledFacts>]>([
    ['title', { title: null }],
    ['meta_description', { meta_description: '' }],
    ['h1', { h1: 'C' }],
    ['canonical', { canonical: null }],
    ['meta_robots', { meta_robots: 'noindex' }],
    ['content_hash', { text_hash: 'e' }],
  ])('in its %s', (field, differs) => {
    expect(fieldsOf(page('/', [], facts), page('/', [], { ...facts, ...differs }))).toEqual([[field]]);
  });

  test('in its status, and then its content is not compared', () => {
    expect(fieldsOf(page('/', [], facts), gone('/'))).toEqual([['http_status']]);
    expect(fieldsOf(redirect('/', '/en'), page('/', [], facts))).toEqual([['http_status', 'redirects_to']]);
  });

  test('in its redirect target', () => {
    expect(fieldsOf(redirect('/', '/en'), redirect('/', '/de'))).toEqual([['redirects_to']]);
  });

  test('in no other case', () => {
    const slower = { ...page('/', ['/x'], { ...facts, word_count: 9, seo_score: 1 }), ttfb_ms: 9_999, html_bytes: 9 };
    expect(fieldsOf(page('/', [], facts), slower)).toEqual([]);
  });
});

describe('what a crawl did not cover is not a change', () => {
  const site = { pages: [page('/', ['/a']), page('/a', ['/b']), page('/b')] };

  test.each(['timeout', 'challenge', 'robots_disallowed'])(
    'a page that failed (%s), and what it links to',
    (failure) => {
      const hidden = { pages: [page('/', ['/a']), failed('/a', failure)] };
      expect(changedPaths(site, hidden)).toEqual(NOTHING);
      expect(changedPaths(hidden, site)).toEqual(NOTHING);
    },
  );

  test('pages that a page with status 503 links to', () => {
    const down = { pages: [page('/', ['/a']), answered('/a', { http_status: 503 })] };
    expect(changedPaths(site, down)).toEqual({ ...NOTHING, changed: ['/a'] });
    expect(changedPaths(down, site)).toEqual({ ...NOTHING, changed: ['/a'] });
  });

  test('pages beyond the depth at which a page failed, while nearer ones are reported', () => {
    const now = { pages: [page('/', ['/a', '/new']), failed('/a'), page('/new')] };
    expect(changedPaths({ pages: [page('/', ['/a', '/c']), ...site.pages.slice(1), page('/c')] }, now)).toEqual({
      ...NOTHING,
      added: ['/new'],
      removed: ['/c'],
    });
  });

  test('a page that neither crawl could read does not limit the comparison', () => {
    const pages = (...links: string[]) => [page('/', ['/login', '/a']), failed('/login'), page('/a', links)];
    const now = { pages: [...pages('/b'), page('/b')] };
    expect(changedPaths({ pages: pages() }, now)).toEqual({ ...NOTHING, added: ['/b'] });
  });

  test('an address that responded with an error and is no longer linked', () => {
    const before = { pages: [page('/', ['/gone']), gone('/gone')] };
    expect(changedPaths(before, { pages: [page('/')] })).toEqual(NOTHING);
    expect(changedPaths({ pages: [page('/')] }, before)).toEqual(NOTHING);
  });

  test('pages that only a sitemap lists when a crawl found no sitemap', () => {
    const listed = { pages: [page('/'), page('/orphan')], listed: ['/orphan'] };
    expect(changedPaths(listed, { pages: [page('/')] })).toEqual(NOTHING);
    expect(changedPaths({ pages: [page('/')] }, listed)).toEqual(NOTHING);
    expect(changedPaths(listed, { pages: [page('/')], listed: ['/'] })).toEqual({ ...NOTHING, removed: ['/orphan'] });
  });
});

describe('a crawl that ended at its limit', () => {
  const deep = [page('/', ['/a', '/b']), page('/a', ['/c']), page('/b'), page('/c')];

  test('does not cover its last depth and beyond', () => {
    const limited = { pages: deep.slice(0, 2), isWhole: false };
    expect(changedPaths({ pages: deep }, limited)).toEqual(NOTHING);
    expect(changedPaths(limited, { pages: deep })).toEqual(NOTHING);
  });

  test('covers the depths above its last one', () => {
    const other = [page('/', ['/a', '/new']), page('/a', ['/c']), page('/new'), page('/c')];
    const limited = { pages: other, isWhole: false };
    expect(changedPaths({ pages: deep }, limited)).toEqual({ ...NOTHING, added: ['/new'], removed: ['/b'] });
    expect(changedPaths(limited, { pages: deep })).toEqual({ ...NOTHING, added: ['/b'], removed: ['/new'] });
  });

  test('covers all linked pages when it had reached those that only a sitemap lists', () => {
    const listed = ['/x', '/y'];
    const limited = { pages: [...deep.slice(0, 3), page('/x')], listed, isWhole: false };
    const whole = { pages: [...deep, page('/x'), page('/y')], listed };
    expect(changedPaths(whole, limited)).toEqual({ ...NOTHING, removed: ['/c'] });
  });
});

describe('a crawl of a part of a site', () => {
  const whole = { pages: [page('/', ['/a', '/b']), page('/a', ['/c']), page('/b'), page('/c')] };
  const settings = { include: ['/a'], exclude: [], depth: null };
  const part = { pages: [page('/', ['/a', '/b']), page('/a', ['/c'], { title: 'New' })], settings };

  test('differs from one of the whole site only in the pages of both', () => {
    expect(changedPaths(whole, part)).toEqual({ ...NOTHING, changed: ['/a'] });
    expect(changedPaths(part, whole)).toEqual({ ...NOTHING, changed: ['/a'] });
  });

  test('has added and removed pages compared with one of the same part', () => {
    const home = { pages: [page('/')], settings: { ...settings } };
    expect(changedPaths(home, part)).toEqual({ ...NOTHING, added: ['/a'] });
    expect(changedPaths(part, home)).toEqual({ ...NOTHING, removed: ['/a'] });
  });

  test('covers the depths up to its maximum', () => {
    const shallow = { pages: [page('/', ['/a']), page('/a')], settings: { ...settings, include: [], depth: 1 } };
    expect(changedPaths(whole, shallow)).toEqual({ ...NOTHING, removed: ['/b'] });
  });
});

test('examples are limited to 100 and include each kind', () => {
  const paths = (kind: string, count: number) => Array.from({ length: count }, (_, number) => `/${kind}${number}`);
  const site = (title: string, ...all: string[]) => ({
    pages: [page('/', all), ...all.map((path) => page(path, [], { title }))],
  });
  const before = site('old', ...paths('same', 80), ...paths('old', 5));
  const { examples, ...counts } = changesOf(before, site('new', ...paths('same', 80), ...paths('new', 120)));
  expect(counts).toEqual({ since: SINCE, added: 120, removed: 5, changed: 80 });
  const kinds = examples.map(({ change }) => change);
  expect(kinds).toHaveLength(100);
  expect(kinds.filter((kind) => kind === 'removed')).toHaveLength(5);
  expect(kinds).toEqual([...kinds].sort((a, b) => a.localeCompare(b) * (a === 'changed' || b === 'changed' ? -1 : 1)));
  expect(examples[0]!.url).toBe(urlOf('/new0'));
});

test('two crawls of an unchanged site find no change for any limit and any failures', () => {
  const COUNT = 30;
  const anySite = fc.array(fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 4 }), { minLength: COUNT, maxLength: COUNT });
  const anyCrawl = fc.record({
    limit: fc.integer({ min: 1, max: COUNT + 5 }),
    failing: fc.uniqueArray(fc.integer({ min: 0, max: COUNT - 1 }), { maxLength: 4 }),
    hasSitemap: fc.boolean(),
  });
  const listed = ['/p20', '/p21', '/p22', '/p0'];
  fc.assert(
    fc.property(anySite, anyCrawl, anyCrawl, (links, first, second) => {
      const read = (
        { limit, failing, hasSitemap }: typeof first,
        previous: Parameters<typeof reportSite>[0]['previous'],
      ) => {
        const answerOf = (path: string): GeneratedPage => {
          const number = path === '/' ? 0 : Number(path.slice(2));
          return failing.includes(number) ? { failure: 'timeout' } : { links: links[number]!.map((to) => `/p${to}`) };
        };
        const sitemap = hasSitemap ? listed.map((path) => new URL(path, 'https://example.com').href) : [];
        const { frontier, pages } = crawl(answerOf, { limit, sitemap });
        return reportSite({
          crawled: pages,
          isWhole: frontier.requested < limit,
          sitemap: {
            listed: new Map(sitemap.map((url) => [url, 'https://example.com/sitemap.xml'])),
            isWhole: hasSitemap,
            found: hasSitemap,
          },
          skipped: [],
          previous,
        });
      };
      const { rows } = read(first, null);
      const { changes } = read(second, { finishedAt: SINCE, isWhole: rows.length < first.limit, rows }).result;
      expect(changes).toMatchObject({ added: 0, removed: 0, changed: 0 });
    }),
    { numRuns: 300 },
  );
});

describe('new issues', () => {
  const newIssues = (before: Crawl, now: Crawl) => {
    const { rows, unread } = reportOf(before.pages, before);
    const previous = { finishedAt: SINCE, isWhole: before.isWhole ?? true, settings: before.settings, unread, rows };
    return reportOf(now.pages, { ...now, previous }).newIssues;
  };
  const fine = page('/', ['/a']);
  const home = [fine, page('/a')];

  test('are unknown without a previous crawl', () => {
    expect(reportOf(home).newIssues).toBeNull();
  });

  test('are those of pages that did not have them', () => {
    const now = [fine, page('/a', ['/gone']), gone('/gone')];
    expect(newIssues({ pages: home }, { pages: home })).toEqual({});
    expect(newIssues({ pages: home }, { pages: now })).toMatchObject({ 'broken-link': 1 });
    expect(newIssues({ pages: now }, { pages: now })).toEqual({});
  });

  test('are not those of pages that one of the crawls could not read', () => {
    const now = { pages: [fine, page('/a', ['/gone']), gone('/gone')] };
    const unread = { pages: [fine, failed('/a')] };
    expect(newIssues(unread, now)).not.toHaveProperty('broken-link');
    expect(newIssues(now, unread)).not.toHaveProperty('broken-link');
  });

  test('are not those of links and sitemaps that the previous crawl did not know completely', () => {
    const listed = ['/'];
    expect(newIssues({ pages: home }, { pages: home, listed })).not.toHaveProperty('sitemap-missing');
    expect(newIssues({ pages: home, listed: ['/', '/a'] }, { pages: home, listed })).toHaveProperty('sitemap-missing');
    const linked = [page('/', ['/a', '/b']), page('/a', ['/b']), page('/b')];
    const now = [page('/', ['/a', '/b']), page('/a'), page('/b')];
    expect(newIssues({ pages: linked }, { pages: now })).toHaveProperty('single-inlink');
    expect(newIssues({ pages: linked, isWhole: false }, { pages: now })).not.toHaveProperty('single-inlink');
  });

  test('are not those that only one of the crawls has looked for', () => {
    const now = { pages: [fine, page('/a', ['/gone']), gone('/gone')] };
    const settings = { include: [], exclude: [], depth: null, external: true };
    expect(newIssues({ pages: home }, { ...now, settings })).toEqual({});
  });
});
