import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CrawledFacts, CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { buildSite } from '../../../../functions/core/site-reports/graph/build-site.ts';
import { NOWHERE, type Site, type SitePage } from '../../../../functions/core/site-reports/graph/site.ts';
import { answered, linksOf, NO_FACTS, page, redirect, SITEMAP, siteOf, urlOf } from './crawled.ts';

const byPath = <Value>(site: Site, valueOf: (page: SitePage) => Value) =>
  Object.fromEntries(site.pages.map((one) => [new URL(one.url).pathname, valueOf(one)]));
const pathsOf = (site: Site, numbers: Uint32Array) =>
  Array.from(numbers, (number) => new URL(site.pages[number]!.url).pathname);

describe('links', () => {
  test('refer to pages by index in both directions, with and without nofollow', () => {
    const site = siteOf([page('/', ['/a', '/b']), page('/a', ['/b', '/'], {}, ['/c']), page('/b'), page('/c', ['/b'])]);
    expect(site.pages.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(byPath(site, ({ outlinks }) => [...outlinks])).toEqual({ '/': [1, 2], '/a': [2, 0], '/b': [], '/c': [2] });
    expect(byPath(site, ({ nofollowed }) => [...nofollowed])).toEqual({ '/': [], '/a': [3], '/b': [], '/c': [] });
    expect(byPath(site, ({ inlinks, first_inlink }) => [inlinks, first_inlink])).toEqual({
      ...{ '/': [1, 1], '/a': [1, 0], '/b': [3, 0], '/c': [0, NOWHERE] },
    });
  });

  test('to the page itself and to addresses that were not crawled are ignored', () => {
    const site = siteOf([page('/', ['/', '/far', '/a'], {}, ['/further']), page('/a', ['/a'])]);
    expect(site.pages.map(({ outlinks, nofollowed, inlinks }) => [[...outlinks], [...nofollowed], inlinks])).toEqual([
      [[1], [], 0],
      [[], [], 1],
    ]);
    expect(site.pages.map(({ followed_links, internal_links }) => [followed_links, internal_links])).toEqual([
      [2, 4],
      [0, 1],
    ]);
  });

  test('refer to redirects without resolving them, and to pages without a response', () => {
    const timeout = answered('/slow', { http_status: null, failure: 'timeout' });
    const site = siteOf([page('/', ['/old', '/slow']), redirect('/old', '/new'), page('/new'), timeout]);
    expect(pathsOf(site, site.pages[0]!.outlinks)).toEqual(['/old', '/slow']);
    expect(site.pageOf(urlOf('/new'))!.inlinks).toBe(0);
  });
});

test('a page is found by its address', () => {
  const site = siteOf([page('/'), page('/a')]);
  expect(site.pageOf(urlOf('/a'))).toBe(site.pages[1]);
  expect(site.pageOf(urlOf('/b'))).toBeUndefined();
});

test('a page that a sitemap lists names it', () => {
  const site = siteOf([page('/'), page('/a'), answered('/b', { http_status: 404 })], ['/a', '/b', '/c']);
  expect(site.pages.map(({ sitemap }) => sitemap)).toEqual([null, SITEMAP, SITEMAP]);
  expect(site.hasSitemap).toBe(true);
  expect(siteOf([page('/')], [], { isWhole: false }).hasSitemap).toBe(false);
});

test('a site without pages is built', () => {
  expect(siteOf([]).pages).toEqual([]);
});

describe('the depth', () => {
  const depths = (pages: CrawledPage[]) => byPath(siteOf(pages), ({ depth }) => depth);

  test('is the least number of clicks', () => {
    const pages = [page('/', ['/a', '/b']), page('/a', ['/c']), page('/b', ['/d']), page('/c', ['/e']), page('/d')];
    expect(depths([...pages, page('/e', ['/']), page('/f', ['/'])])).toEqual({
      '/': 0,
      '/a': 1,
      '/b': 1,
      '/c': 2,
      '/d': 2,
      '/e': 3,
      '/f': null,
    });
  });

  test('does not count redirects, however many', () => {
    const pages = [page('/', ['/r1']), redirect('/r1', '/r2'), redirect('/r2', '/a'), page('/a', ['/b']), page('/b')];
    expect(depths(pages)).toEqual({ '/': 0, '/r1': 1, '/r2': 1, '/a': 1, '/b': 2 });
  });

  test('is the smaller one when a redirect and a link lead to the same page', () => {
    const pages = [
      page('/', ['/a', '/back', '/fore']),
      redirect('/back', '/'),
      redirect('/fore', '/c'),
      page('/a', ['/b']),
      page('/b', ['/c']),
      page('/c'),
    ];
    expect(depths(pages)).toMatchObject({ '/': 0, '/back': 1, '/fore': 1, '/b': 2, '/c': 1 });
  });

  test('of a page that the home page redirects to is 0', () => {
    expect(depths([redirect('/', '/en'), page('/en', ['/en/a']), page('/en/a')])).toEqual({
      '/': 0,
      '/en': 0,
      '/en/a': 1,
    });
  });

  test('is computed for redirect loops and for targets that were not crawled', () => {
    const loop = [redirect('/x', '/y'), redirect('/y', '/x'), redirect('/self', '/self'), redirect('/out', '/far')];
    expect(depths([page('/', ['/x', '/self', '/out']), ...loop])).toEqual({
      '/': 0,
      '/x': 1,
      '/y': 1,
      '/self': 1,
      '/out': 1,
    });
  });

  test('ignores links with nofollow', () => {
    expect(depths([page('/', [], {}, ['/a']), page('/a')])).toEqual({ '/': 0, '/a': null });
  });

  test('is one more than that of the nearest page that links there, on random sites', () => {
    fc.assert(
      fc.property(anySite, (pages) => {
        const site = siteOf(pages);
        const { pages: found } = site;
        const redirectsTo = new Map(found.map((one): [SitePage, SitePage[]] => [one, []]));
        for (const one of found) {
          const target = one.location === null ? undefined : site.pageOf(one.location);
          if (target) redirectsTo.get(target)!.push(one);
        }
        for (const one of found) {
          const ways = [
            ...(one.index === 0 ? [0] : []),
            ...found.filter(({ outlinks }) => outlinks.includes(one.index)).map(({ depth }) => (depth ?? Infinity) + 1),
            ...redirectsTo.get(one)!.map((from) => from.depth ?? Infinity),
          ];
          expect(one.depth ?? Infinity).toBe(Math.min(Infinity, ...ways));
        }
      }),
    );
  });
});

/** Pages of random links, a third of them redirects; some links and redirects have no target. */
const anySite = fc.integer({ min: 1, max: 25 }).chain((count) => {
  const path = fc.integer({ min: 0, max: count }).map((number) => `/${number}`);
  const kind = fc.oneof(
    { weight: 2, arbitrary: fc.uniqueArray(path, { maxLength: 5 }) },
    { weight: 1, arbitrary: path },
  );
  return fc
    .array(kind, { minLength: count, maxLength: count })
    .map((kinds) =>
      kinds.map((links, number) =>
        typeof links === 'string' ? redirect(`/${number}`, links) : page(`/${number}`, links),
      ),
    );
});

describe('a page is indexable or has a reason', () => {
  const own = urlOf('/a');
  const line = { disallowedBy: 'Disallow: /a', disallowsAll: false };
  const open = { disallowedBy: null, disallowsAll: false };
  const NO_ANSWER = { http_status: null };

  test.each<[string, Partial<CrawledPage>, string]>([
    ['moved', { http_status: 301, location: urlOf('/b') }, 'redirect'],
    ['moved to another site', { http_status: 302, location: 'https://other.example/' }, 'redirect'],
    ['a redirect without an address', { http_status: 300 }, 'redirect'],
    ['not found', { http_status: 404 }, 'client_error'],
    ['gone', { http_status: 410 }, 'client_error'],
    ['a server error', { http_status: 500 }, 'server_error'],
    ['a PDF', { content_type: 'application/pdf' }, 'not_html'],
    ['disallowed', { ...NO_ANSWER, failure: 'robots_disallowed', googlebot: line }, 'robots'],
    ['disallowed for Googlebot alone', { googlebot: line, facts: NO_FACTS }, 'robots'],
    ['an error that is disallowed for Googlebot', { http_status: 404, googlebot: line }, 'robots'],
    ['refused and disallowed for Googlebot', { http_status: 403, failure: 'http_403', googlebot: line }, 'robots'],
  ])('%s: not indexable', (_, answer, reason) => {
    const [found] = siteOf([answered('/a', answer)]).pages;
    expect(found).toMatchObject({ indexable: false, reason });
  });

  test.each<[string, Partial<CrawledPage>]>([
    ['disallowed for this crawler alone', { ...NO_ANSWER, failure: 'robots_disallowed', googlebot: open }],
    ['of a robots.txt that could not be read', { ...NO_ANSWER, failure: 'robots_unreachable' }],
    ['too slow', { ...NO_ANSWER, failure: 'timeout' }],
    ['a challenge', { http_status: 403, failure: 'challenge', googlebot: open }],
    ['refused', { http_status: 403, failure: 'http_403', googlebot: open }],
    ['another success', { http_status: 204, content_type: null }],
    ['not requested', NO_ANSWER],
  ])('%s: not known', (_, answer) => {
    const [found] = siteOf([answered('/a', answer)]).pages;
    expect(found).toMatchObject({ indexable: null, reason: 'unknown' });
  });

  test.each<[string, Partial<CrawledFacts>, string | null]>([
    ['plain', {}, null],
    ['its own canonical address', { canonical: own }, null],
    ['another canonical address', { canonical: urlOf('/b') }, 'canonicalised'],
    ['a canonical address of another site', { canonical: 'https://other.example/a' }, 'canonicalised'],
    ['noindex', { noindex: true }, 'noindex'],
    ['noindex and another canonical address', { noindex: true, canonical: urlOf('/b') }, 'noindex'],
  ])('HTML, %s', (_, facts, reason) => {
    const [found] = siteOf([{ ...page('/a', [], facts), googlebot: open }]).pages;
    expect(found).toMatchObject({ indexable: reason === null, reason });
  });
});

test('a page has the time at which it was last indexable', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const site = siteOf([page('/'), page('/a')], [], {}, (url) => (url === urlOf('/a') ? at : null));
  expect(byPath(site, ({ last_indexable_at }) => last_indexable_at)).toEqual({ '/': null, '/a': at });
});

test('links are known to be hidden when the scope excluded pages or a page has more than are kept', () => {
  const cut = page('/', [], { links_cut: true });
  const listing = { listed: new Map<string, string>(), isWhole: true };
  const built = (pages: CrawledPage[], context = {}) => buildSite(pages, linksOf(pages), listing, context);
  const hiddenOf = ({ hidesLinks, hasCutLinks }: Site) => ({ hidesLinks, hasCutLinks });
  expect(hiddenOf(built([page('/')]))).toEqual({ hidesLinks: false, hasCutLinks: false });
  expect(hiddenOf(built([page('/')], { hasExcluded: true }))).toEqual({
    ...{ hidesLinks: true, hasCutLinks: false },
  });
  expect(hiddenOf(built([cut]))).toEqual({ hidesLinks: true, hasCutLinks: true });
});

test('a site of 5,000 pages with 100 links each is built by reading each link once', () => {
  const COUNT = 5_000;
  const LINKS = 100;
  let read = 0;
  const pages = Array.from({ length: COUNT }, (_, number) => {
    const paths = Array.from({ length: LINKS }, (__, link) => `/${(number * 31 + link * link + 1) % COUNT}`);
    const links = paths.map((path) => ({ nofollow: false, url: urlOf(path) }));
    for (const link of links) {
      const { url } = link;
      Object.defineProperty(link, 'url', { get: () => (read++, url) });
    }
    return page(`/${number}`, [], { links });
  });
  const { pages: found } = siteOf(pages);
  expect(read).toBe(COUNT * LINKS);
  expect(found.filter(({ depth }) => depth !== null).length).toBeGreaterThan(COUNT / 2);
});
