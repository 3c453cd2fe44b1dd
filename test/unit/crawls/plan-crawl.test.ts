import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld } from './crawl-world.ts';

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

afterEach(async () => {
  closeServers();
  await world.close();
});

async function crawl(answers: Answers) {
  world = await createCrawlWorld(answers);
  return world.crawl();
}

const urlset = (...urls: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const redirect = (location: string): Answers[string] => {
  return (_, response) => void response.writeHead(301, { location }).end();
};
const status =
  (code: number): Answers[string] =>
  (_, response) =>
    void response.writeHead(code).end();
const host = 'http://site.example';

describe('the plan of a crawl', () => {
  test('contains the final home page and both hosts, with and without www', async () => {
    const atBare = (request: { headers: { host?: string | undefined } }) => !request.headers.host!.startsWith('www.');
    const { rows } = await crawl({
      '/': (request, response) =>
        atBare(request)
          ? void response.writeHead(301, { location: 'http://www.site.example/' }).end()
          : void response.setHeader('content-type', 'text/html').end(html('Home', `${host}/a`, '/b')),
      '/a': html('Page a'),
      '/b': html('Page b'),
    });
    expect(rows.map(({ url, depth }) => [url, depth])).toEqual([
      [`${host}/`, 0],
      ['http://www.site.example/', 0],
      [`${host}/a`, 1],
      ['http://www.site.example/b', 1],
    ]);
    expect(new Set(world.requests).size).toBe(world.requests.length);
  });

  test('contains the home page of another host when the domain redirects there', async () => {
    const { rows } = await crawl({
      '/': (request, response) =>
        request.headers.host!.startsWith('other.')
          ? void response.setHeader('content-type', 'text/html').end(html('Home', '/a', `${host}/x`))
          : void response.writeHead(302, { location: 'http://other.example/' }).end(),
      '/a': html('Page a'),
    });
    expect(rows.map(({ url }) => url)).toEqual(['http://other.example/', 'http://other.example/a']);
  });

  test('contains the pages of the sitemaps in robots.txt and of their indexes, each once', async () => {
    const { rows, result } = await crawl({
      '/': html('Home'),
      '/robots.txt': `Sitemap: ${host}/index.xml\nSitemap: ${host}/packed.xml.gz\n`,
      '/index.xml': index(`${host}/one.xml`, `${host}/index.xml`, `${host}/moved.xml`),
      '/one.xml': urlset(
        `${host}/a`,
        `${host}/a#part`,
        'http://elsewhere.example/x',
        'ftp://site.example/y',
        'no address',
      ),
      '/moved.xml': redirect('/two.xml'),
      '/two.xml': urlset(`${host}/b`),
      '/packed.xml.gz': (_, response) => void response.end(gzipSync(urlset(`${host}/c`))),
      '/a': html('Page a'),
      '/b': html('Page b'),
      '/c': html('Page c'),
    });
    expect(rows.map(({ url }) => url.slice(host.length))).toEqual(['/', '/c', '/a', '/b']);
    expect(result!.sitemap).toMatchObject({ listed: 3, crawled: 3, not_linked: 3 });
    expect(world.requests.filter((request) => request.endsWith('/index.xml'))).toHaveLength(1);
  });

  test('contains the pages of /sitemap_index.xml when there is no /sitemap.xml', async () => {
    const { result } = await crawl({
      '/': html('Home'),
      '/sitemap_index.xml': index(`${host}/one.xml`),
      '/one.xml': urlset(`${host}/a`),
      '/a': html('Page a'),
    });
    expect(result!.sitemap).toMatchObject({ listed: 1, crawled: 1 });
  });

  test('contains no complete sitemap when the last file lists more pages than are kept', async () => {
    const some = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${host}/${name}${at}`);
    world = await createCrawlWorld({
      '/': html('Home', '/late'),
      '/late': html('Late'),
      '/robots.txt': `Sitemap: ${host}/one.xml\nSitemap: ${host}/two.xml\n`,
      '/one.xml': urlset(...some('a', 120)),
      '/two.xml': urlset(`${host}/a0`, ...some('b', 80), `${host}/late`),
    });
    const { result } = await world.crawl(2);
    expect(result!.sitemap).toMatchObject({ listed: 200, crawled: 0 });
    expect(result!.issues.map(({ id }) => id)).not.toContain('sitemap-missing');
  });

  test('contains no sitemap when an HTML page is returned in its place', async () => {
    const { result } = await crawl({ '/': html('Home'), '/sitemap.xml': html('Not found') });
    expect(result!.sitemap).toBeNull();
  });

  const foreign = (count: number) => Array.from({ length: count }, (_, at) => `http://files.example/${at}.xml`);
  const named = (urls: string[]) => urls.map((url) => `Sitemap: ${url}\n`).join('');
  const files = Object.fromEntries(foreign(80).map((url) => [url.slice('http://'.length), urlset(`${host}/a`)]));
  const moved = Object.fromEntries(foreign(80).map((url, at) => [`/moved/${at}.xml`, redirect(url)]));
  const requestedFiles = (of: string) =>
    world.requests.filter((request) => request.startsWith(of) && request.endsWith('.xml'));

  test.each<[string, Answers, number]>([
    ['robots.txt names', { '/robots.txt': named([...foreign(80), `${host}/own.xml`]) }, 1],
    ['an index lists', { '/sitemap.xml': index(...foreign(80), `${host}/own.xml`) }, 2],
    ['files of the site redirect to', { ...moved, '/sitemap.xml': index(...Object.keys(moved), '/own.xml') }, 50],
  ])('contains at most two of the sitemaps of another host that %s, in several slices', async (_, answers, ofSite) => {
    world = await createCrawlWorld({
      ...{ '/': html('Home', '/b'), '/a': html('Page a'), '/b': html('Page b'), ...files },
      ...{ '/own.xml': urlset(`${host}/a`), ...answers },
    });
    const { crawlSlots } = world.services;
    let slots = 0;
    world.services.crawlSlots = (requested) =>
      ++slots % 5 === 0 ? Promise.reject(new ProviderUnavailable('busy', 0)) : crawlSlots(requested);
    const { result, ended } = await world.crawl();
    expect(world.delays.length).toBeGreaterThan(1);
    expect(requestedFiles('files.example')).toHaveLength(2);
    expect(new Set(requestedFiles('site.example')).size).toBe(ofSite);
    expect(result!.sitemap).toMatchObject({ listed: 1, not_linked: 1 });
    // Whether a sitemap lists /b is unknown.
    expect(result!.issues.map(({ id }) => id)).not.toContain('sitemap-missing');
    expect(ended).toMatchObject([{ unread: ['sitemaps', 'sitemap_files'] }]);
  });

  test('counts ten sitemap files as one page of the allowance, within the pages that were reserved', async () => {
    const own = Array.from({ length: 25 }, (_, at) => `${host}/${at}.xml`);
    world = await createCrawlWorld({ '/': html('Home', '/a'), '/robots.txt': named(own) });
    const settled: number[] = [];
    world.services.allowances = {
      settle(_owner, _what, _work, count) {
        settled.push(count);
        return Promise.resolve(null);
      },
    };
    const allowance = {
      owner: () => Promise.resolve('owner-1'),
      reservePages: (_domain: string, _crawl: string, pages: number) => Promise.resolve(pages),
      returnPages: () => Promise.resolve(),
    };
    const { ended } = await world.crawl(5, {}, { owner: 'owner-1', allowance });
    expect([ended[0]!.fetched, settled]).toEqual([2, [4]]);
  });

  test('contains pages of sitemaps with ten million characters at most', async () => {
    const long = Array.from({ length: 5_100 }, (_, at) => `${host}/${'a'.repeat(1_970)}${at}`);
    const files = ['/one.xml', '/two.xml', '/three.xml'];
    world = await createCrawlWorld({
      ...{ '/': html('Home'), '/robots.txt': named(files.map((file) => host + file)) },
      ...{ '/one.xml': urlset(...long.slice(0, 2_600)), '/two.xml': urlset(...long.slice(2_600)) },
      '/three.xml': urlset(`${host}/`),
    });
    const { ended, result } = await world.crawl(60);
    const { listed } = result!.sitemap!;
    expect([listed > 4_900, listed < 5_100, requestedFiles('site.example').length]).toEqual([true, true, 2]);
    expect(ended).toMatchObject([{ unread: ['sitemaps', 'sitemap_files'] }]);
  });

  test('contains more sitemaps for more than 5,000 pages, in proportion', async () => {
    const own = Array.from({ length: 120 }, (_, at) => `${host}/${at}.xml`);
    world = await createCrawlWorld({
      ...{ '/': html('Home'), '/robots.txt': named(own) },
      ...Object.fromEntries(own.map((url) => [url.slice(host.length), urlset(`${host}/`)])),
    });
    await world.prove(OPERATOR);
    await world.crawl(10_000);
    expect(requestedFiles('site.example')).toHaveLength(100);
  });

  test('contains the sitemaps of the first 100 MB only', async () => {
    const own = Array.from({ length: 12 }, (_, at) => `${host}/${at}.xml`);
    const large = gzipSync(`${urlset(`${host}/a`)}${' '.repeat(10_000_000)}`);
    const { ended, result } = await crawl({
      ...{ '/': html('Home', '/b'), '/a': html('Page a'), '/b': html('Page b'), '/robots.txt': named(own) },
      ...Object.fromEntries(own.map((url) => [url.slice(host.length), (_, response) => void response.end(large)])),
    });
    expect(requestedFiles('site.example')).toHaveLength(10);
    expect(result!.sitemap).toMatchObject({ listed: 1 });
    expect(ended).toMatchObject([{ unread: ['sitemaps', 'sitemap_files'] }]);
  });

  test.each<[string, Answers, string[]]>([
    ['is read completely', { '/sitemap.xml': index(`${host}/one.xml`), '/one.xml': urlset(`${host}/`) }, []],
    ['does not exist', {}, ['sitemaps']],
    ['is an HTML page', { '/sitemap.xml': html('Not found') }, ['sitemaps']],
    ['has a file that does not exist', { '/sitemap.xml': index(`${host}/one.xml`) }, ['sitemaps']],
    [
      'is disallowed by robots.txt',
      { '/robots.txt': 'User-agent: *\nDisallow: /sitemap', '/sitemap.xml': urlset(`${host}/`) },
      ['sitemaps'],
    ],
    ['answers an error of the server', { '/sitemap.xml': status(500) }, ['sitemaps', 'sitemap_files']],
    ['does not respond', { '/sitemap.xml': (request) => void request.socket.destroy() }, ['sitemaps', 'sitemap_files']],
    [
      'has a file that is refused',
      { '/sitemap.xml': index(`${host}/one.xml`), '/one.xml': status(403) },
      ['sitemaps', 'sitemap_files'],
    ],
  ])('states what is not known when the sitemap %s', async (_, answers, unread) => {
    const { ended } = await crawl({ '/': html('Home'), ...answers });
    expect(ended).toMatchObject([{ isComplete: true, unread }]);
  });
});
