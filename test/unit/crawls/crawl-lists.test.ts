import { afterEach, describe, expect, test } from '@jest/globals';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, createCrawlWorld, html } from './crawl-world.ts';

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

afterEach(async () => {
  closeServers();
  await world.close();
});

const host = 'http://site.example';
const urlset = (...urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const redirect = (location: string): Answers[string] => {
  return (_, response) => void response.writeHead(301, { location }).end();
};
const OWNER = { owner: 'owner-1' };

describe('a crawl of addresses', () => {
  const crawl = async (answers: Answers, urls: string[]) => {
    world = await createCrawlWorld(answers);
    return world.crawl(undefined, { urls }, OWNER);
  };

  test('requests exactly these, in their order, and follows no link or annotation', async () => {
    const { rows, result, ended } = await crawl(
      {
        '/': html('Home', '/a'),
        '/robots.txt': `Sitemap: ${host}/sitemap.xml`,
        '/sitemap.xml': urlset(`${host}/listed`),
        '/b': html('Page b', '/a', '/c').replace('<h1>', '<link rel="canonical" href="/canonical"><h1>'),
        '/a': html('Page a', '/b'),
      },
      [`${host}/b`, `${host}/a`],
    );
    expect(world.requests).toEqual(['site.example/robots.txt', 'site.example/b', 'site.example/a']);
    expect(rows.map(({ url, depth, in_sitemap }) => [url, depth, in_sitemap])).toEqual([
      [`${host}/b`, null, false],
      [`${host}/a`, null, false],
    ]);
    expect(ended[0]).toMatchObject({ isComplete: true, stopReason: null, status: 'done' });
    expect(result).toMatchObject({ sitemap: null, skipped: [], links: { internal: 3 }, depth: {} });
  });

  test('is read with its id, and never becomes the audit', async () => {
    const { audit, ended, history } = await crawl({ '/a': html('Page a') }, [`${host}/a`]);
    expect([audit, ended.length, history]).toEqual([null, 1, []]);
  });

  test('follows redirects to other addresses of the site alone', async () => {
    const { rows } = await crawl(
      {
        '/a': redirect('/b?PHPSESSID=0123456789abcdef0123456789abcdef'),
        '/b?PHPSESSID=0123456789abcdef0123456789abcdef': redirect('/c'),
        '/c': html('Page c', '/d'),
        '/away': redirect('http://other.example/x'),
      },
      [`${host}/a`, `${host}/away`],
    );
    expect(rows.map(({ url, redirects_to }) => [url, redirects_to])).toEqual([
      [`${host}/a`, `${host}/b?PHPSESSID=0123456789abcdef0123456789abcdef`],
      [`${host}/b?PHPSESSID=0123456789abcdef0123456789abcdef`, `${host}/c`],
      [`${host}/c`, null],
      [`${host}/away`, 'http://other.example/x'],
    ]);
    expect(world.requests.some((address) => address.startsWith('other.'))).toBe(false);
  });

  test('requests addresses that look like traps, and obeys robots.txt', async () => {
    const traps = [
      ...['/x/x/x/x/x/x/x/x', '/a?PHPSESSID=0123456789abcdef0123456789abcdef', '/calendar?month=2031-04'],
      ...Array.from({ length: 30 }, (_, number) => `/same/${number}`),
    ];
    const pages = Object.fromEntries(traps.map((path) => [path, html('The same text')]));
    const { rows, result } = await crawl({ ...pages, '/robots.txt': 'User-agent: *\nDisallow: /private' }, [
      ...traps.map((path) => host + path),
      `${host}/private`,
    ]);
    expect(rows.map(({ url, http_status, failure }) => [url, http_status, failure])).toEqual([
      ...traps.map((path) => [host + path, 200, null]),
      [`${host}/private`, null, 'robots_disallowed'],
    ]);
    expect(result!.skipped).toEqual([]);
    expect(world.requests).not.toContain('site.example/private');
  });

  test('reports the issues of the home page only for the home page', async () => {
    const noindex = html('Page').replace('<h1>', '<meta name="robots" content="noindex"><h1>');
    const answers = { '/': noindex, '/a': noindex };
    const { rows } = await crawl(answers, [`${host}/a`, `${host}/`]);
    expect(rows.map(({ issues }) => issues.includes('home-page-not-indexable'))).toEqual([false, true]);
  });

  test('requests external targets when they are requested', async () => {
    world = await createCrawlWorld({ '/a': html('Page a', 'http://linked.example/x', '/b') });
    const { result } = await world.crawl(undefined, { urls: [`${host}/a`], external: true }, OWNER);
    expect(result!.external).toMatchObject({ total: 1, broken: 1 });
    expect(world.requests).toContain('linked.example/x');
    expect(world.requests).not.toContain('site.example/b');
  });

  test('stores the first addresses and their number in its head, and all of them in a file', async () => {
    const urls = Array.from({ length: 12 }, (_, number) => `${host}/item-${number}`);
    world = await createCrawlWorld(Object.fromEntries(urls.map((url) => [url.slice(host.length), html(url)])));
    await world.begin(500, OWNER, undefined, { urls });
    const [inProgress] = await world.services.crawls.readInProgress('site.example');
    expect(inProgress!.scope).toMatchObject({ urls: urls.slice(0, 10), cut: { urls: { total: 12 } } });
    await world.workOff();
    const { rows, ended } = await world.read();
    expect(rows.map(({ url }) => url)).toEqual(urls);
    expect(ended[0]!.scope).toEqual(inProgress!.scope);
  });
});

describe('a crawl of sitemaps', () => {
  const crawl = async (answers: Answers, sitemaps: string[], coverage = {}) => {
    world = await createCrawlWorld(answers);
    return world.crawl(undefined, { sitemaps, ...coverage }, OWNER);
  };

  test('requests the pages that they and their indexes list alone', async () => {
    const { rows, ended, result } = await crawl(
      {
        '/robots.txt': `Sitemap: ${host}/other.xml`,
        '/other.xml': urlset(`${host}/other`),
        '/index.xml': index(`${host}/one.xml`),
        '/one.xml': urlset(`${host}/a`, 'http://elsewhere.example/x'),
        '/two.xml': urlset(`${host}/b`, `${host}/a`),
        '/a': html('Page a', '/linked'),
        '/b': html('Page b', '/linked'),
      },
      [`${host}/index.xml`, `${host}/two.xml`],
    );
    expect(rows.map(({ url, in_sitemap }) => [url, in_sitemap])).toEqual([
      [`${host}/b`, true],
      [`${host}/a`, true],
    ]);
    expect(ended[0]).toMatchObject({ isComplete: true, stopReason: null });
    expect(result).toMatchObject({ sitemap: { listed: 2, crawled: 2, not_linked: null } });
    expect(world.requests).not.toContain('site.example/');
    expect(world.requests).not.toContain('site.example/other.xml');
  });

  test('leaves out what its scope excludes', async () => {
    const answers = { '/one.xml': urlset(`${host}/a`, `${host}/old/b`), '/a': html('Page a') };
    const { rows, result } = await crawl(answers, [`${host}/one.xml`], { exclude: ['/old/'] });
    expect(rows.map(({ url }) => url)).toEqual([`${host}/a`]);
    expect(result!.skipped).toEqual([{ reason: 'excluded', count: 1, examples: [`${host}/old/b`] }]);
  });

  test('is not complete when one of them could not be read', async () => {
    const answers = { '/one.xml': urlset(`${host}/a`), '/a': html('Page a') };
    const { rows, ended, result } = await crawl(answers, [`${host}/one.xml`, `${host}/gone.xml`]);
    expect(rows.map(({ url }) => url)).toEqual([`${host}/a`]);
    expect(ended[0]).toMatchObject({ isComplete: false, stopReason: 'unreachable' });
    expect(result!.skipped).toEqual([{ reason: 'sitemap_unread', count: 1, examples: [`${host}/gone.xml`] }]);
  });

  test('is not complete when they list more files than are read', async () => {
    const files = Array.from({ length: 51 }, (_, number) => [`/${number}.xml`, urlset(`${host}/a`)] as const);
    const answers = { ...Object.fromEntries(files), '/index.xml': index(...files.map(([path]) => host + path)) };
    const { ended, result } = await crawl({ ...answers, '/a': html('Page a') }, [`${host}/index.xml`]);
    expect(ended[0]).toMatchObject({ isComplete: false, stopReason: null });
    expect(result!.skipped).toMatchObject([{ reason: 'sitemap_unread', count: 2 }]);
  });

  test('stops as unreachable when none of them could be read', async () => {
    const { rows, ended, result } = await crawl({ '/': html('Home') }, [`${host}/gone.xml`]);
    expect([rows, result!.health]).toEqual([[], null]);
    expect(ended[0]).toMatchObject({ isComplete: false, stopReason: 'unreachable', status: 'stopped' });
  });
});
