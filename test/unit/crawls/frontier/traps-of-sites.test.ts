import { describe, expect, it } from '@jest/globals';
import { KNOWN_PER_REQUEST } from '../../../../functions/core/crawls/crawl-size.ts';
import { MAX_EQUAL, MAX_EQUAL_IN_DIRECTORY } from '../../../../functions/core/crawls/frontier/repeated-content.ts';
import { at, crawl, crawledPage, frontierOf, type GeneratedSite } from '../../../support/crawled-site.ts';

const LIMIT = 5_000;
const SHOP = ['/about', '/products', '/products/1', '/products/2'];

/** A site with a few pages that are deeper than the entry to the trap. */
const withTrap =
  (entry: string, trap: GeneratedSite): GeneratedSite =>
  (path) => {
    if (path === '/') return { links: [entry, '/products'] };
    if (path === '/products') return { links: ['/products/1', '/products/2', '/about'] };
    return SHOP.includes(path) ? { links: ['/'] } : trap(path);
  };

/** @returns the number of requested addresses of the trap, and the reasons why others were skipped */
function crawlOf(entry: string, trap: GeneratedSite, limit = LIMIT) {
  const { urls, frontier } = crawl(withTrap(entry, trap), { limit });
  expect(urls).toEqual(expect.arrayContaining(SHOP.map(at)));
  const requested = urls.filter((url) => url !== at('/') && !SHOP.includes(url.slice(at('/').length - 1)));
  return {
    requested: requested.length,
    skipped: frontier.skipped(),
    reasons: frontier.skipped().map(({ reason }) => reason),
  };
}

const numberOf = (path: string) => Number(/\d+$/.exec(path)?.[0] ?? 0);

describe('traps', () => {
  it('a calendar with links in both directions and to all years ends', () => {
    const years = Array.from({ length: 8_000 }, (_, i) => 2_000 + i);
    const { requested, reasons } = crawlOf('/calendar/2026/11', (path) => {
      const [, year = 0, month = 0] = (/(\d+)\/(\d+)$/.exec(path) ?? []).map(Number);
      const steps = [-1, 1].map((step) => {
        const day = new Date(Date.UTC(year, month - 1 + step, 1));
        return `/calendar/${day.getUTCFullYear()}/${String(day.getUTCMonth() + 1).padStart(2, '0')}`;
      });
      return {
        links: [...steps, ...years.slice(0, 900).map((one) => `/calendar/${one}/${String(month).padStart(2, '0')}`)],
      };
    });
    expect(requested).toBeLessThanOrEqual(400);
    expect(reasons).toEqual(['calendar']);
  });

  it('pages that have an address without a session id are crawled when all links have one', () => {
    let session = 0;
    const { requested, skipped } = crawlOf('/start', () => ({
      links: ['/products', `/start?PHPSESSID=${(session++).toString(16)}`, `/a.jsp;jsessionid=${session}`],
    }));
    expect([requested, skipped]).toMatchObject([1, [{ reason: 'session_id', count: 2 }]]);
  });

  it('facets of five parameters that are combined on each page end', () => {
    const { requested, reasons } = crawlOf('/shop', (path) => {
      const query = new URLSearchParams(path.split('?')[1]);
      return {
        links: ['color', 'size', 'brand', 'price', 'sort'].flatMap((name) =>
          [1, 2, 3, 4, 5, 6].map((value) => {
            const more = new URLSearchParams(query);
            more.set(name, String(value));
            return `/shop?${more}`;
          }),
        ),
      };
    });
    expect(requested).toBeGreaterThanOrEqual(31);
    expect(requested).toBeLessThanOrEqual(1 + 5 * 6 + 50);
    expect(reasons).toEqual(['facets']);
  });

  it('a link that is relative by mistake is not followed endlessly', () => {
    const { requested, reasons } = crawlOf('/a/', (path) => ({ links: [`${path}a/`, `${path}b/`] }));
    expect(requested).toBeLessThan(100);
    expect(reasons).toEqual(['endless_path']);
  });

  it('endless addresses with equal text end after 20 in a directory, and their links are not requested', () => {
    const { requested, skipped } = crawlOf('/x/1', (path) => ({
      text: 'There is nothing here',
      links: Array.from({ length: 50 }, (_, i) => `/x/${numberOf(path) * 50 + i + 2}`),
    }));
    expect(requested).toBe(MAX_EQUAL_IN_DIRECTORY);
    expect(skipped).toMatchObject([{ reason: 'repeated_content' }]);
    expect(skipped[0]!.examples).toHaveLength(5);
    expect(skipped[0]!.count).toBe(20 * 50 - 19);
  });

  it('endless directories with equal text end after 50 of the site, also through redirects', () => {
    const { requested } = crawlOf('/d1/', (path) =>
      path.startsWith('/r')
        ? { redirect: `/d${numberOf(path)}/` }
        : { text: 'Welcome', links: [`/r${Number(/\d+/.exec(path)![0]) + 1}`, '/about'] },
    );
    expect(requested).toBeLessThanOrEqual(2 * MAX_EQUAL);
  });

  it('targets of redirects of pages with equal text are not requested', () => {
    const { requested } = crawlOf('/d/0', (path) => {
      const n = numberOf(path);
      if (path.startsWith('/r/')) return { redirect: `/d/${n}` };
      return { text: 'Welcome', links: Array.from({ length: 30 }, (_, i) => `/r/${n * 30 + i + 1}`) };
    });
    expect(requested).toBe(MAX_EQUAL_IN_DIRECTORY + 30);
  });

  it('endless addresses with different texts end at the limit, and the rest of the site is requested', () => {
    const { requested } = crawlOf(
      '/x/1',
      (path) => ({ links: [`/x/${numberOf(path) * 2}`, `/x/${numberOf(path) * 2 + 1}`] }),
      300,
    );
    expect(requested).toBe(300 - 1 - SHOP.length);
  });

  it('pages with a thousand new links each do not exceed the limit of known addresses', () => {
    let made = 0;
    const { frontier } = crawl(() => ({ links: Array.from({ length: 1_000 }, () => `/n${made++}`) }), { limit: 300 });
    expect(frontier.found).toBe(KNOWN_PER_REQUEST * 300);
  });
});

it('dropped addresses free capacity for the same number of addresses once', () => {
  const groups = [0, 1, 2].flatMap((group) => Array.from({ length: 20 }, (_, i) => `/g${group}/${i}`));
  const frontier = frontierOf({ limit: 300 });
  const found: number[] = [];
  for (let i = 0; i <= 60; i++) {
    const url = frontier.next()!;
    const links = i === 0 ? groups : Array.from({ length: 1_000 }, (_, k) => `/n/${i}/${k}`);
    frontier.add(crawledPage(url, { links, text: i === 0 ? 'home' : url.slice(0, at('/g0').length) }));
    found.push(frontier.found);
  }
  expect([19, 20, 39, 40, 59].map((i) => found[i])).toEqual([3_000, 61, 3_000, 61, 122]);
});

describe('what is not a trap', () => {
  it('links of pages with equal text stay when other pages link to the same addresses', () => {
    const { urls } = crawl((path) => {
      if (path === '/') return { links: [...Array.from({ length: 40 }, (_, i) => `/login/${i}`), '/help'] };
      if (path.startsWith('/login/')) return { text: 'Log in', links: ['/terms', '/help', '/forgotten'] };
      return path === '/help' ? { links: ['/terms', '/forgotten', '/contact'] } : {};
    });
    expect(urls).toEqual(expect.arrayContaining(['/terms', '/help', '/forgotten', '/contact'].map(at)));
    expect(urls).toHaveLength(1 + 40 + 4);
  });

  it('a dropped address is requested when a page with another text links to it', () => {
    const { urls, frontier } = crawl((path) => {
      if (path === '/') return { links: [...Array.from({ length: 25 }, (_, i) => `/m/${i}`), '/other'] };
      if (path.startsWith('/m/')) return { text: 'The same', links: ['/only', '/never'] };
      return path === '/other' ? { links: ['/only'] } : {};
    });
    expect(urls).toContain(at('/only'));
    expect(frontier.skipped()).toEqual([{ reason: 'repeated_content', count: 1, examples: [at('/never')] }]);
  });

  it('an address that another page links to keeps its position when texts become repeated content', () => {
    const { urls } = crawl((path) => {
      if (path === '/') return { links: ['/m/0', '/other', ...Array.from({ length: 24 }, (_, i) => `/m/${i + 1}`)] };
      if (path.startsWith('/m/')) return { text: 'The same', links: ['/first', '/only', '/never'] };
      return path === '/other' ? { links: ['/only', '/next'] } : {};
    });
    expect(urls.slice(-2)).toEqual(['/only', '/next'].map(at));
  });

  it('pages without words do not count as equal', () => {
    const { urls } = crawl((path) => {
      const next = numberOf(path) + 1;
      return { text: '', words: 0, links: next <= 100 ? [`/photos/${next}`] : [] };
    });
    expect(urls).toHaveLength(101);
  });

  it('addresses in sitemaps are requested even if they look like traps', () => {
    const sitemap = ['/a/a/a', '/x?PHPSESSID=1', '/calendar/2031/05'].map(at);
    const { urls } = crawl(() => ({ links: ['/calendar/2031/05', '/calendar/2031/06'] }), { sitemap });
    expect(urls).toEqual(['/', '/calendar/2031/05', '/a/a/a', '/x?PHPSESSID=1'].map(at));
  });

  it('the home page may redirect to an address with a session id', () => {
    const { urls } = crawl((path) =>
      path === '/' ? { redirect: '/start;jsessionid=1' } : path.startsWith('/start') ? { links: ['/a'] } : {},
    );
    expect(urls).toEqual(['/', '/start;jsessionid=1', '/a'].map(at));
  });
});
