import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { MAX_REDIRECT_CHAIN } from '../../../../functions/core/crawls/limits.ts';
import { WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import {
  at,
  crawl,
  crawledPage,
  frontierOf,
  type GeneratedPage,
  type GeneratedSite,
  HOME,
} from '../../../support/crawled-site.ts';
import { generatedPath, generatedSites, generatedStarts } from '../../../support/generated-sites.ts';

/** A site of these pages; all others have no links. */
const siteOf =
  (pages: Record<string, GeneratedPage>): GeneratedSite =>
  (path) =>
    pages[path] ?? {};

describe('order', () => {
  it('begins with the home page and returns it until its outcome is added', () => {
    const frontier = frontierOf();
    expect([frontier.next(), frontier.next()]).toEqual([HOME, HOME]);
  });

  it('follows clicks, and within one depth the order of discovery', () => {
    const site = siteOf({
      '/': { links: ['/a', '/b'] },
      '/a': { links: ['/a/1', '/b', '/a/2'] },
      '/b': { links: ['/b/1', '/a/1'] },
      '/a/1': { links: ['/deep'] },
    });
    expect(crawl(site).urls).toEqual(['/', '/a', '/b', '/a/1', '/a/2', '/b/1', '/deep'].map(at));
  });

  it('requests the target of a redirect at the depth of the redirect', () => {
    const site = siteOf({
      '/': { links: ['/old', '/b'] },
      '/old': { redirect: '/new' },
      '/b': { links: ['/b/1'] },
      '/new': { links: ['/new/1'] },
    });
    expect(crawl(site).urls).toEqual(['/', '/old', '/b', '/new', '/b/1', '/new/1'].map(at));
  });

  it('requests an address earlier when a redirect reduces its depth', () => {
    const site = siteOf({
      '/': { links: ['/a', '/old', '/b'] },
      '/a': { links: ['/x', '/target'] },
      '/old': { redirect: '/target' },
    });
    expect(crawl(site).urls).toEqual(['/', '/a', '/old', '/b', '/target', '/x'].map(at));
  });

  it('requests canonical and alternate addresses after all linked ones and before those that only sitemaps list', () => {
    const site = siteOf({
      '/': { links: ['/a'], canonical: '/home', hreflang: ['/de', '/a', 'https://other.example/fr'] },
      '/a': { links: ['/a/1'], canonical: '/a' },
      '/de': { links: ['/de/1'], hreflang: ['/', '/it'] },
      '/it': { canonical: '/home' },
    });
    const { urls, frontier } = crawl(site, { sitemap: ['/s1', '/de'].map(at) });
    expect(urls).toEqual(['/', '/a', '/a/1', '/home', '/de', '/de/1', '/it', '/s1'].map(at));
    expect(frontier.isCut).toBe(false);
  });

  it('does not request addresses of annotations that crawler traps make', () => {
    const site = siteOf({ '/': { canonical: '/?PHPSESSID=0123456789abcdef0123456789abcdef' } });
    expect(crawl(site).urls).toEqual([HOME]);
  });

  it('requests addresses that only sitemaps list after all linked ones, each followed by the ones it links to', () => {
    const site = siteOf({ '/': { links: ['/a'] }, '/a': { links: ['/a/1'] }, '/s1': { links: ['/s1/x'] } });
    const sitemap = ['/s1', '/a', '/s2', '/s1'].map(at);
    expect(crawl(site, { sitemap }).urls).toEqual(['/', '/a', '/a/1', '/s1', '/s1/x', '/s2'].map(at));
  });
});

describe('followed addresses', () => {
  it('follows a link with nofollow only when another link has none', () => {
    const site = siteOf({
      '/': { links: [{ url: '/never', nofollow: true }, { url: '/later', nofollow: true }, '/a'] },
      '/a': { links: ['/later'] },
    });
    expect(crawl(site).urls).toEqual(['/', '/a', '/later'].map(at));
  });

  it('stays on the hosts of the site for links, redirects and sitemaps', () => {
    const site = siteOf({
      '/': {
        links: ['https://other.example/', 'https://example.com.evil.example/', 'https://www.example.com/w', '/r'],
      },
      '/r': { redirect: 'https://other.example/x' },
    });
    const { urls, frontier } = crawl(site, { sitemap: ['https://other.example/y'] });
    expect(urls).toEqual([HOME, 'https://www.example.com/w', at('/r')]);
    expect([frontier.found, frontier.skipped()]).toEqual([3, []]);
  });

  it('requests each address once, however it was found', () => {
    const { urls } = crawl(() => ({ links: ['/', '/a', '/b', '/a'] }), { sitemap: [HOME, at('/b')] });
    expect(urls).toEqual(['/', '/a', '/b'].map(at));
  });

  it('follows a chain of ten redirects and reports the eleventh as skipped', () => {
    const site: GeneratedSite = (path) =>
      path === '/' ? { links: ['/r0'] } : { redirect: `/r${Number(path.slice(2)) + 1}` };
    const { urls, frontier } = crawl(site);
    expect(urls).toHaveLength(1 + 1 + MAX_REDIRECT_CHAIN);
    expect(frontier.skipped()).toEqual([{ reason: 'redirect_chain', count: 1, examples: [at('/r11')] }]);
  });

  it('ends at a redirect loop', () => {
    const site = siteOf({ '/': { redirect: '/a' }, '/a': { redirect: '/' } });
    expect(crawl(site).urls).toEqual([HOME, at('/a')]);
  });
});

describe('limits', () => {
  it('counts redirects and failures towards the limit, but not addresses that robots.txt disallows', () => {
    const site: GeneratedSite = (path) => {
      if (path === '/') return { links: ['/r', '/f', '/no', '/a', '/b', '/c'] };
      if (path === '/r') return { redirect: '/target' };
      if (path === '/f') return { failure: 'timeout' };
      return path === '/no' ? { failure: 'robots_disallowed' } : {};
    };
    const { urls, frontier } = crawl(site, { limit: 5 });
    expect(urls).toEqual(['/', '/r', '/f', '/no', '/a', '/b'].map(at));
    expect([frontier.requested, frontier.found]).toEqual([5, 8]);
  });

  it('ends after as many addresses disallowed by robots.txt as the limit', () => {
    const links = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? `/no${i}` : `/p${i}`));
    const site: GeneratedSite = (path) => (path.startsWith('/no') ? { failure: 'robots_disallowed' } : { links });
    const { frontier, urls } = crawl(site, { limit: 7 });
    expect(urls.filter((url) => url.includes('/no'))).toHaveLength(6);
    expect([frontier.requested, frontier.isCut]).toEqual([7, true]);
    const closed = crawl(
      (path) => (path === '/' ? { links: links.map((link) => `${link}/no`) } : { failure: 'robots_disallowed' }),
      { limit: 7 },
    );
    expect(closed.urls).toHaveLength(8);
    expect([closed.frontier.requested, closed.frontier.isCut]).toEqual([1, true]);
  });

  it('keeps ten addresses for each that may be requested, and counts the others once', () => {
    const links = Array.from({ length: 150 }, (_, i) => `/p${i}`);
    const { urls, frontier } = crawl(() => ({ links }), { limit: 10 });
    expect(urls).toHaveLength(10);
    expect(frontier.found).toBe(100);
    const [skipped] = frontier.skipped();
    expect(skipped).toMatchObject({ reason: 'too_many_addresses', count: 51 });
    expect(skipped!.examples).toEqual(['/p99', '/p100', '/p101', '/p102', '/p103'].map(at));
  });

  it('counts skipped addresses of any length without keeping them all', () => {
    const links = Array.from({ length: 6_000 }, (_, i) => `/${'a'.repeat(1_400)}${i}`);
    const { frontier } = crawl(() => ({ links }), { limit: 1 });
    const [skipped] = frontier.skipped();
    expect(skipped).toMatchObject({ reason: 'too_many_addresses', count: 5_000 });
    expect(skipped!.examples).toEqual(links.slice(9, 14).map(at));
    expect(JSON.stringify(frontier.state.skipped).length).toBeLessThan(500_000);
  });

  it('keeps the same number of addresses in sitemaps without reducing that of linked ones', () => {
    const sitemap = Array.from({ length: 150 }, (_, i) => at(`/s${i}`));
    const { urls, frontier } = crawl(siteOf({ '/': { links: ['/a'] } }), { limit: 10, sitemap });
    expect(urls.slice(0, 3)).toEqual([HOME, at('/a'), at('/s0')]);
    expect(frontier.skipped()).toMatchObject([{ reason: 'too_many_addresses', count: 50 }]);
  });

  it('keeps addresses with ten million characters at most, linked ones and those of annotations', () => {
    const name = 'a'.repeat(1_300);
    const frontier = frontierOf({ limit: 5_000 });
    for (let page = 0; page < 12; page++) {
      const some = (kind: string) => Array.from({ length: 1_000 }, (_, i) => `/${kind}-${name}-${page}-${i}`);
      frontier.add(crawledPage(frontier.next()!, { links: some('link'), hreflang: some('alternate') }));
    }
    const { known, annotated } = frontier.state;
    const charactersOf = (urls: string[]) => urls.reduce((sum, { length }) => sum + length, 0);
    for (const urls of [known.urls, annotated]) {
      expect(Math.round(charactersOf(urls) / 10_000)).toBe(1_000);
    }
    expect(frontier.skipped()).toMatchObject([{ reason: 'too_many_addresses' }]);
  });

  it('keeps at most 50,000 addresses', () => {
    const site: GeneratedSite = (path) => ({ links: Array.from({ length: 1_000 }, (_, i) => `${path}-${i}`) });
    const frontier = frontierOf({ limit: 5_000 });
    for (let i = 0; i < 80; i++) {
      const url = frontier.next()!;
      frontier.add(crawledPage(url, site(url.slice(HOME.length - 1))));
    }
    expect(frontier.found).toBe(50_000);
  });
});

describe('an interrupted crawl', () => {
  const path = generatedPath;
  const sites = generatedSites;
  const starts = generatedStarts;

  it('continues at the same address for any interruption', () => {
    fc.assert(
      fc.property(sites, starts, fc.nat(), (site, start, cut) => {
        const { pages, frontier } = crawl(site, start);
        const done = pages.slice(0, cut % (pages.length + 1));
        const again = frontierOf(start);
        for (const stored of done) again.add(stored);
        const rest: CrawledPage[] = [];
        for (let url = again.next(); url !== null; url = again.next()) {
          rest.push(crawledPage(url, site(url.slice(HOME.length - 1))));
          again.add(rest.at(-1)!);
        }
        expect([...done, ...rest]).toEqual(pages);
        expect([again.found, again.requested, again.skipped()]).toEqual([
          frontier.found,
          frontier.requested,
          frontier.skipped(),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('loses and repeats no address for any number of requests at a time and any order of their outcomes', () => {
    const linked = fc.record({ links: fc.array(path, { maxLength: 8 }) });
    const plain = fc.array(linked, { minLength: 31, maxLength: 31 }).map(
      (pages): GeneratedSite =>
        (address) =>
          pages[Number(address.slice(2)) || 0]!,
    );
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(plain, starts, fc.integer({ min: 1, max: 8 }), fc.nat(), order, (site, start, atOnce, cut, picks) => {
        const { urls } = crawl(site, { ...start, limit: 100 });
        const stored: CrawledPage[] = [];
        const work = (limit: number, most: number) => {
          const frontier = frontierOf({ ...start, limit });
          for (const page of stored) frontier.add(page);
          const taken: string[] = [];
          for (;;) {
            const next = taken.length < atOnce ? frontier.next() : null;
            expect(frontier.requested + taken.length).toBeLessThanOrEqual(limit);
            if (next !== null) frontier.take();
            if (next !== null) taken.push(next);
            else if (taken.length === 0 || stored.length >= most) return;
            else {
              const pick = picks.next().value as number;
              const [url] = taken.splice(pick % taken.length, 1);
              // Every third request has no outcome.
              if (pick % 3 === 0) frontier.giveBack(url!);
              else frontier.add(stored[stored.push(crawledPage(url!, site(url!.slice(HOME.length - 1)))) - 1]!);
            }
          }
        };
        work(100, cut % urls.length);
        work(100, Infinity);
        expect(stored.map(({ url }) => url).toSorted()).toEqual(urls.toSorted());
        stored.length = 0;
        work(start.limit, Infinity);
        expect(stored).toHaveLength(Math.min(start.limit, urls.length));
      }),
      { numRuns: 300 },
    );
  });

  it('requests an address that was given back, also if its page has repeated content by then', () => {
    const equal = Array.from({ length: 20 }, (_, number) => `/d/${number}`);
    const frontier = frontierOf();
    frontier.add(crawledPage(HOME, { links: equal }));
    for (const path of equal.slice(1)) frontier.add(crawledPage(at(path), { text: 'Empty', links: ['/deep'] }));
    frontier.take();
    expect(frontier.next()).toBe(at('/deep'));
    frontier.take();
    frontier.giveBack(at('/deep'));
    frontier.add(crawledPage(at(equal[0]!), { text: 'Empty' }));
    expect(frontier.skipped()).toMatchObject([{ reason: 'repeated_content', examples: [at('/deep')] }]);
    expect(frontier.next()).toBe(at('/deep'));
    frontier.add(crawledPage(at('/deep')));
    expect([frontier.next(), frontier.skipped()]).toEqual([null, []]);
  });

  it('requests no address twice, none beyond the limit and none that it reports as skipped', () => {
    fc.assert(
      fc.property(sites, starts, (site, start) => {
        const { urls, pages, frontier } = crawl(site, start);
        expect(new Set(urls).size).toBe(urls.length);
        expect(pages.filter(({ failure }) => failure !== 'robots_disallowed').length).toBeLessThanOrEqual(start.limit);
        expect(pages.length).toBeLessThanOrEqual(2 * start.limit);
        expect(frontier.found).toBeGreaterThanOrEqual(urls.length);
        const skipped = frontier.skipped().flatMap(({ examples }) => examples);
        expect(urls.filter((url) => skipped.includes(url))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('requests pages without traps by depth', () => {
    const plain = fc
      .array(fc.array(path, { maxLength: 4 }), { minLength: 31, maxLength: 31 })
      .map((links): GeneratedSite => (address) => ({ links: links[address === '/' ? 0 : Number(address.slice(2))]! }));
    fc.assert(
      fc.property(plain, (site) => {
        const { pages } = crawl(site);
        const depths = new Map([[HOME, 0]]);
        for (const { url, facts } of pages) {
          for (const link of facts!.links) if (!depths.has(link.url)) depths.set(link.url, depths.get(url)! + 1);
        }
        const order = pages.map(({ url }) => depths.get(url)!);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect(pages).toHaveLength(depths.size);
      }),
    );
  });
});

describe('the scope', () => {
  const site = siteOf({
    '/': { links: ['/blog/', '/shop/', '/a'] },
    '/blog/': { links: ['/blog/one', '/blog/drafts/two', '/blog/one?print=1'] },
    '/blog/one': { links: ['/blog/deep', '/shop/deep'] },
  });

  it.each([
    [{ include: ['/blog/'] }, ['/', '/blog/', '/blog/one', '/blog/drafts/two', '/blog/one?print=1', '/blog/deep']],
    [{ exclude: ['/shop/', '/*?print='] }, ['/', '/blog/', '/a', '/blog/one', '/blog/drafts/two', '/blog/deep']],
    [
      { include: ['/blog/'], exclude: ['/blog/drafts/', '*?'] },
      ['/', '/blog/', '/blog/one', '/blog/one?print=1', '/blog/deep'],
    ],
    [{ include: ['/blog/$'] }, ['/', '/blog/']],
    [{ depth: 0 }, ['/']],
    [{ depth: 1 }, ['/', '/blog/', '/shop/', '/a']],
    [{ include: ['/shop/'], depth: 1 }, ['/', '/shop/']],
  ])('%j admits exactly the matching addresses, and the home page', (scope, paths) => {
    const { urls } = crawl(site, { scope: { ...WHOLE_SITE, ...scope } });
    expect(urls).toEqual(paths.map(at));
  });

  it('counts what it excludes, in links and sitemaps', () => {
    const scope = { ...WHOLE_SITE, exclude: ['/shop/', '/listed'], depth: 1 };
    const { frontier } = crawl(site, { scope, sitemap: ['/listed', '/only-listed'].map(at) });
    expect(frontier.skipped()).toMatchObject([
      { reason: 'excluded', count: 2, examples: ['/listed', '/shop/'].map(at) },
      { reason: 'too_deep', count: 3 },
    ]);
  });

  it('includes the redirects of the home page wherever they lead', () => {
    const moved = siteOf({ '/': { redirect: '/en/' }, '/en/': { links: ['/blog/', '/en/a'] } });
    expect(crawl(moved, { scope: { ...WHOLE_SITE, include: ['/blog/'] } }).urls).toEqual(
      ['/', '/en/', '/blog/'].map(at),
    );
  });
});
