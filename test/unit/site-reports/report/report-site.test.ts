import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { siteResult, siteRow } from '../../../../functions/core/record/site-schema.ts';
import { answered, page, redirect, urlOf } from '../graph/crawled.ts';
import { anyListed, anyPages } from './any-site.ts';
import { pathOf, reportOf } from './report-of.ts';

const failed = (path: string, failure: string) => answered(path, { http_status: null, failure });
const resultOf = (...input: Parameters<typeof reportOf>) => reportOf(...input).result;

describe('pages', () => {
  test('are counted by why search engines may not list them', () => {
    const pages = [
      page('/', []),
      page('/a', []),
      page('/noindex', [], { noindex: true }),
      page('/variant', [], { canonical: urlOf('/a') }),
      redirect('/old', '/a'),
      answered('/gone', { http_status: 404 }),
      answered('/forbidden', { http_status: 403 }),
      answered('/down', { http_status: 500 }),
      failed('/blocked', 'robots_disallowed'),
      { ...page('/not-for-google'), googlebot: { disallowedBy: 'Disallow: /not', disallowsAll: false } },
      failed('/late', 'timeout'),
      answered('/pdf', { content_type: 'application/pdf' }),
    ];
    expect(resultOf(pages).pages).toEqual({
      total: 12,
      indexable: 2,
      noindex: 1,
      canonicalised: 1,
      redirected: 1,
      client_errors: 2,
      server_errors: 1,
      blocked_by_robots: 2,
    });
  });

  test('that are indexable determine the score of the site', () => {
    const scored = (path: string, seo_score: number, noindex = false) => page(path, [], { seo_score, noindex });
    expect(resultOf([scored('/', 100), scored('/a', 91), scored('/b', 0, true)]).site_score).toBe(96);
    expect(resultOf([scored('/', 0)]).site_score).toBe(0);
  });

  test('of which none is indexable result in no score', () => {
    expect(resultOf([]).site_score).toBeNull();
    expect(resultOf([answered('/', { http_status: 403 }), page('/a', [], { noindex: true })]).site_score).toBeNull();
  });

  test('in HTML are counted by depth, except those that links do not reach', () => {
    const pages = [
      redirect('/', '/en'),
      page('/en', ['/a', '/b', '/gone']),
      page('/a', ['/c']),
      page('/b'),
      page('/c'),
      page('/listed'),
      answered('/gone', { http_status: 404 }),
    ];
    expect(resultOf(pages, { listed: ['/listed'] }).depth).toEqual({ 0: 1, 1: 2, 2: 1 });
  });
});

describe('links', () => {
  test('are counted once per page and target, external and broken ones per link', () => {
    const pages = [
      page('/', ['/a', '/gone', '/', '/not-crawled'], { external_links: 3 }, ['/down']),
      page('/a', ['/gone', '/nameless', '/late', '/old'], { external_links: 2 }),
      answered('/gone', { http_status: 404 }),
      answered('/down', { http_status: 500 }),
      failed('/nameless', 'name_not_found'),
      failed('/late', 'timeout'),
      redirect('/old', '/a'),
    ];
    expect(resultOf(pages).links).toEqual({ internal: 9, external: 5, broken_internal: 4 });
  });

  test('to a redirect loop are not broken', () => {
    const pages = [page('/', ['/x', '/y']), redirect('/x', '/y'), redirect('/y', '/x')];
    expect(resultOf(pages).links.broken_internal).toBe(0);
  });
});

describe('issues', () => {
  const titles = (...all: (string | null)[]) => all.map((title, index) => page(`/${index}`, [], { title }));

  test('have the number of their pages, and are sorted by severity, then by pages', () => {
    const { issues } = resultOf([...titles('Boots', 'Boots', null), answered('/gone', { http_status: 404 })]);
    const ranks = issues.map(({ severity, count }) => [['error', 'warning', 'notice'].indexOf(severity), -count]);
    expect(ranks).toEqual([...ranks].sort(([a, b], [c, d]) => a! - c! || b! - d!));
    expect(issues.find(({ id }) => id === 'title-duplicate')).toEqual({
      id: 'title-duplicate',
      severity: 'warning',
      scope: 'site',
      count: 2,
      title: 'Duplicate title tags',
      impact: expect.stringMatching(/\.$/),
      how_to_fix: expect.any(String),
      learn_more: expect.stringMatching(/^https:/),
      examples: [urlOf('/0'), urlOf('/1')],
    });
  });

  test('list the first five pages of the crawl', () => {
    const { issues } = resultOf(titles('b', 'a', 'b', 'a', 'b', 'a', 'b'));
    const duplicate = issues.find(({ id }) => id === 'title-duplicate')!;
    expect(duplicate.count).toBe(7);
    expect(duplicate.examples.map(pathOf)).toEqual(['/0', '/1', '/2', '/3', '/4']);
  });
});

describe('the health', () => {
  const found = (path: string) => page(path, [], { title: `What is at ${path}` });
  const down = answered('/down', { http_status: 500 });
  test.each([
    ['is the share of pages without an error', [found('/'), found('/a'), found('/b'), down], 75],
    ['does not count pages that robots.txt disallows', [found('/'), down, failed('/blocked', 'robots_disallowed')], 50],
    [
      'does not count pages that were not read and have no error',
      [found('/'), down, answered('/busy', { http_status: 429, failure: 'http_429' }), failed('/slow', 'timeout')],
      50,
    ],
    ['is 0 when every page has an error', [answered('/', { http_status: 503 })], 0],
    ['is null when robots.txt disallows the home page', [failed('/', 'robots_disallowed')], null],
    ['is null when no page responded', [failed('/', 'timeout')], null],
    ['is null when all pages refused the crawler', [answered('/', { http_status: 401, failure: 'http_401' })], null],
    ['is null without pages', [], null],
  ])('%s', (_, pages, health) => {
    expect(resultOf(pages).health).toBe(health);
  });
});

describe('the sitemap', () => {
  test('is null when none was found', () => {
    expect(resultOf([page('/')]).sitemap).toBeNull();
  });

  test('is counted by crawled, linked and indexable pages', () => {
    const pages = [
      page('/', ['/a', '/b', '/gone']),
      page('/a'),
      page('/b', [], { noindex: true }),
      answered('/gone', { http_status: 404 }),
      page('/orphan'),
      failed('/late', 'timeout'),
    ];
    const listed = ['/', '/a', '/b', '/gone', '/orphan', '/late', '/beyond-the-limit'];
    expect(resultOf(pages, { listed }).sitemap).toEqual({ listed: 7, crawled: 6, not_linked: 1, not_indexable: 2 });
  });

  test('does not count unlinked pages of a crawl that does not know all links', () => {
    const pages = [page('/', [], { links_cut: true }), page('/orphan')];
    expect(resultOf(pages, { listed: ['/', '/orphan'] }).sitemap).toMatchObject({ crawled: 2, not_linked: null });
  });
});

test('what the crawl does not know completely is stated', () => {
  const sitemap = { listed: new Map<string, string>(), isWhole: true, found: true, hasUnread: false };
  const unreadOf = (differs: Partial<typeof sitemap>, links_cut?: true) =>
    reportOf([page('/', [], { ...(links_cut && { links_cut }) })], { sitemap: { ...sitemap, ...differs } }).unread;
  expect(unreadOf({})).toEqual([]);
  expect(unreadOf({ isWhole: false, found: false })).toEqual(['sitemaps']);
  expect(unreadOf({ isWhole: false, hasUnread: true })).toEqual(['sitemaps', 'sitemap_files']);
  expect(unreadOf({}, true)).toEqual(['links', 'hidden_links', 'skipped_links']);
});

test('duplicates are counted by group', () => {
  const pageWith = (path: string, title: string, meta_description: string, content_hash: string) =>
    page(path, [], { title, meta_description, content_hash });
  const pages = [
    pageWith('/', 'a', 'x', '1'),
    pageWith('/a', 'a', 'y', '2'),
    pageWith('/b', 'b', 'x', '3'),
    pageWith('/c', 'b', 'z', '4'),
  ];
  expect(resultOf(pages).duplicates).toEqual({ titles: 2, descriptions: 1, contents: 0 });
});

test('the ten pages of the highest rank are listed in descending order, without redirects', () => {
  const all = Array.from({ length: 20 }, (_, number) => `/${number}`);
  const pages = [page('/', all), ...all.map((path) => page(path, ['/', '/19'])), redirect('/old', '/')];
  const { most_linked } = resultOf(pages);
  expect(most_linked).toHaveLength(10);
  expect(most_linked.slice(0, 2).map(({ url }) => pathOf(url))).toEqual(['/', '/19']);
  expect(most_linked[0]!.internal_rank).toBe(100);
  expect(resultOf([page('/', ['/old']), redirect('/old', '/')]).most_linked).toHaveLength(1);
});

test('skipped addresses are reported unchanged', () => {
  const skipped = [{ reason: 'calendar' as const, count: 7, examples: [urlOf('/2031/01')] }];
  expect(resultOf([page('/')], { skipped }).skipped).toEqual(skipped);
});

describe('a row', () => {
  test('contains the values of a page', () => {
    const facts = {
      title: 'Boots',
      title_length: 5,
      meta_description: 'All boots',
      meta_description_length: 9,
      first_h1: 'Our boots',
      canonical: urlOf('/a'),
      meta_robots: 'index',
      word_count: 7,
      seo_score: 92,
      content_hash: 'hash',
      external_links: 4,
      x_robots_tag: 'max-snippet: 50',
    };
    const pages = [page('/', ['/a']), page('/a', ['/', '/a', '/beyond'], facts, ['/nofollow'])];
    const lastIndexable = (url: string) => (url === urlOf('/a') ? '2026-11-20T10:00:00.000Z' : null);
    const { rows } = reportOf(pages, { listed: ['/a'], lastIndexable });
    expect(rows[1]).toEqual({
      url: urlOf('/a'),
      http_status: 200,
      failure: null,
      redirects_to: null,
      depth: 1,
      indexable: true,
      reason: null,
      last_indexable_at: '2026-11-20T10:00:00.000Z',
      in_sitemap: true,
      seo_score: 92,
      title: 'Boots',
      title_length: 5,
      meta_description: 'All boots',
      meta_description_length: 9,
      first_h1: 'Our boots',
      canonical: urlOf('/a'),
      meta_robots: 'index',
      x_robots_tag: 'max-snippet: 50',
      ai_policy: null,
      lang: 'en',
      word_count: 7,
      content_hash: 'hash',
      content_type: 'text/html',
      html_bytes: 1_000,
      ttfb_ms: 100,
      inlinks: 1,
      outlinks: 2,
      external_links: 4,
      internal_rank: 100,
      issues: expect.arrayContaining(['content-thin']),
    });
  });

  test('has what the page declares to machines, where it differs from the home page', () => {
    const statement = (text: string) => ({ member: 'content_usage', source: 'header' as const, text });
    const policy = (...texts: string[]) => ({ ai_policy: texts.map(statement) });
    const pages = [
      page('/', ['/same', '/other', '/none', '/paid', '/pdf'], policy('train-ai=n')),
      page('/same', [], policy('train-ai=n')),
      page('/other', [], policy('train-ai=y')),
      page('/none'),
      answered('/paid', { http_status: 402, ai_policy: [statement('crawler-price: USD 0.01')] }),
      answered('/pdf', { http_status: 200 }),
    ];
    const { rows } = reportOf(pages);
    expect(rows.map(({ ai_policy }) => ai_policy)).toEqual([
      ...[null, null, [statement('train-ai=y')], []],
      ...[[statement('crawler-price: USD 0.01')], null],
    ]);
  });

  test('has null for unknown values', () => {
    const nothing = { html_bytes: null, ttfb_ms: null, content_type: null };
    const { rows } = reportOf([answered('/', { http_status: null, failure: 'timeout', ...nothing })]);
    const { url, ...known } = Object.fromEntries(Object.entries(rows[0]!).filter(([, value]) => value !== null));
    expect(url).toBe(urlOf('/'));
    expect(known).toEqual({
      failure: 'timeout',
      depth: 0,
      reason: 'unknown',
      in_sitemap: false,
      inlinks: 0,
      outlinks: 0,
      internal_rank: 0,
      issues: [],
    });
  });
});

describe('on random sites', () => {
  const anyReport = fc
    .tuple(anyPages, anyListed)
    .map(([pages, listed]) => ({ pages, ...reportOf(pages, listed && { listed }) }));

  test('the result and the rows match their schemas', () => {
    fc.assert(
      fc.property(anyReport, ({ result, rows }) => {
        expect(siteResult.omit({ history: true, changes: true }).parse(result)).toEqual(result);
        for (const row of rows) expect(siteRow.parse(row)).toEqual(row);
      }),
    );
  });

  test('the numbers agree with the rows', () => {
    fc.assert(
      fc.property(anyReport, ({ pages, result, rows }) => {
        expect(rows.map(({ url }) => url)).toEqual(pages.map(({ url }) => url));
        expect(result.pages.indexable).toBe(rows.filter(({ indexable }) => indexable).length);
        expect(result.pages.redirected).toBe(rows.filter(({ reason }) => reason === 'redirect').length);
        const shown = rows.flatMap(({ issues }) => issues);
        expect(result.issues.reduce((sum, { count }) => sum + count, 0)).toBe(shown.length);
        for (const { id, count, examples } of result.issues) {
          const showing = rows.filter(({ issues }) => issues.includes(id)).map(({ url }) => url);
          expect(count).toBe(showing.length);
          expect(examples).toEqual(showing.slice(0, 5));
        }
      }),
    );
  });
});
