import type { RequestListener } from 'node:http';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createNetwork, type Network } from '../../../functions/shared/network/network.ts';
import * as schema from '../../../functions/shared/record/schema.ts';
import { siteSource } from '../../../functions/shared/sources/site/site.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../network/local-servers.ts';

const HTML =
  '<!doctype html><html lang="en"><head><title>Shop</title><meta name="description" content="All things"></head><body><h1>Shop</h1></body></html>';
const NOW = Date.parse('2026-06-15T12:00:00Z');

afterEach(local.closeServers);

type Reply =
  string | Buffer | { status?: number; headers?: Record<string, string>; body?: string | Buffer } | RequestListener;
type Paths = Record<string, Reply>;

const siteContext = (network: Network) =>
  contextOf({ network, reader: siteReader, site: siteAccessOf(network), now: () => NOW });

/** Serves paths; what is not named is a 404. Each request is noted in `log`. */
function serving(paths: Paths, log: string[] = []): RequestListener {
  return (request, response) => {
    log.push(request.url!);
    const reply = paths[request.url!] ?? { status: 404, body: 'not here' };
    if (typeof reply === 'function') return reply(request, response);
    const {
      status = 200,
      headers = {},
      body,
    } = typeof reply === 'string' || Buffer.isBuffer(reply)
      ? { headers: { 'content-type': 'text/html' }, body: reply }
      : reply;
    response.writeHead(status, headers).end(body);
  };
}

async function ask(hosts: Record<string, number>, domain = 'site.example') {
  const answer = await siteSource.ask(domain, siteContext(local.networkOf(hosts)));
  if (answer.sections) schema.sections.partial().loose().parse(answer.sections);
  return { ...answer, ...answer.sections };
}

/** Crawls a site of one host that serves these paths over http alone. */
async function crawl(paths: Paths, log?: string[]) {
  return ask({ 'site.example': await local.serveHttp(serving({ '/': HTML, ...paths }, log)) });
}

const sitemapXml = (...urls: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const indexXml = (...urls: string[]) =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

describe('security and AI', () => {
  test('are told by the answer, the HTML and robots.txt, without a further request', async () => {
    const log: string[] = [];
    const answer = await crawl(
      {
        '/': {
          headers: { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' },
          body: `<meta name=referrer content=origin>${HTML}`,
        },
        '/robots.txt': 'User-agent: GPTBot\nDisallow: /$\nSitemap: /none.xml',
      },
      log,
    );
    expect(answer.security_headers).toMatchObject({
      hsts: { status: 'absent', rule: 'hsts-not-implemented-no-https' },
      x_content_type_options: { status: 'present', value: 'nosniff' },
      referrer_policy: { status: 'weak', value: 'origin' },
      mixed_content: null,
    });
    expect(answer['ai_access.agents']).toMatchObject({
      GPTBot: { allowed: false, rule: 'Disallow: /$' },
      ClaudeBot: { allowed: true, rule: null },
    });
    expect(log.sort()).toEqual(['/', '/none.xml', '/robots.txt']);
  });

  test('are those of the address after redirects', async () => {
    const answer = await crawl({
      '/': { status: 302, headers: { location: '/en/', 'x-frame-options': 'DENY' } },
      '/en/': { headers: { 'content-type': 'text/html', 'referrer-policy': 'no-referrer' }, body: HTML },
      '/robots.txt': 'User-agent: *\nDisallow: /en/',
    });
    expect(answer.security_headers).toMatchObject({
      x_frame_options: { status: 'absent' },
      referrer_policy: { status: 'present' },
    });
    expect(answer['ai_access.agents']!.CCBot).toEqual({ allowed: false, rule: 'Disallow: /en/' });
  });
});

describe('the home page', () => {
  test('is analysed with robots.txt and sitemap', async () => {
    const answer = await crawl({
      '/robots.txt': 'User-agent: *\nDisallow: /private\n',
      '/sitemap.xml': sitemapXml('http://site.example/', 'http://site.example/a'),
    });
    expect(answer).toMatchObject({
      status: 'ok',
      http_status: 200,
      page: {
        requested_url: 'http://site.example/',
        http_status: 200,
        title: 'Shop',
        html_bytes: HTML.length,
        truncated: false,
      },
      robots_txt: { url: 'http://site.example/robots.txt', http_status: 200, valid: true },
      sitemap: {
        found: true,
        urls: ['http://site.example/sitemap.xml'],
        urls_total: 1,
        kind: 'urlset',
        url_count: 2,
        truncated: false,
      },
    });
    expect(answer.seo_score).toBe(answer.audit!.score);
    expect(answer.error).toBeUndefined();
  });

  test.each([
    [500, 'error'],
    [503, 'error'],
    [408, 'error'],
    [429, 'rate_limited'],
    [401, 'blocked'],
    [403, 'blocked'],
  ])('is not what a %i sends in its place', async (status, expected) => {
    const headers = { 'content-type': 'text/html', 'retry-after': '120' };
    const log: string[] = [];
    const answer = await crawl({ '/': { status, headers, body: HTML } }, log);
    const error = expect.objectContaining({ code: `http_${status}`, retryable: true });
    expect(answer).toEqual({ status: expected, http_status: status, error, exists: true, retryAfterMs: 120_000 });
    expect(log).not.toContain('/sitemap.xml');
  });

  test('is not a bot challenge, whatever its status', async () => {
    const body = '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>';
    const error = expect.objectContaining({ code: 'challenge', retryable: true });
    for (const status of [200, 403, 503]) {
      const answer = await crawl({ '/': { status, headers: { 'content-type': 'text/html' }, body } });
      expect(answer).toEqual({ status: 'blocked', http_status: status, error, exists: true });
    }
  });

  test.each([404, 410, 451])('that is a %i is an answer that its audit fails', async (status) => {
    const answer = await crawl({ '/': { status, headers: { 'content-type': 'text/html' }, body: HTML } });
    expect(answer).toMatchObject({ status: 'ok', http_status: status, page: { title: 'Shop' } });
    expect(answer.audit!.audits.find(({ id }) => id === 'http-status-code')?.status).toBe('fail');
  });

  test('has the phrases that it is about, in the record and for the index', async () => {
    const answer = await crawl({ '/': '<html lang=en><title>Trail shoes</title><h1>Shoes</h1>' });
    expect(answer.top_keywords?.map(({ keyword }) => keyword)).toEqual(['shoes', 'trail shoes']);
    expect(answer.keywords?.map(({ keyword, score }) => ({ keyword, score }))).toEqual(answer.top_keywords);
    expect(answer.keywords?.[1]).toMatchObject({
      language: 'en',
      domain_match: { in_title: true, in_h1: false, in_description: false, in_url: false },
    });
  });

  test('of an error says nothing of what the site is about', async () => {
    const answer = await crawl({ '/': { status: 404, headers: { 'content-type': 'text/html' }, body: HTML } });
    expect([answer.status, answer.top_keywords, answer.keywords]).toEqual(['ok', null, undefined]);
  });

  test('that is longer than 5 MB is truncated', async () => {
    const answer = await crawl({ '/': HTML + ' '.repeat(6_000_000) });
    expect(answer.page).toMatchObject({ html_bytes: 5_000_000, truncated: true, title: 'Shop' });
  });

  test('that is no HTML has the facts of an empty document', async () => {
    const answer = await crawl({
      '/': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 <title>No</title>' },
    });
    expect(answer).toMatchObject({
      status: 'ok',
      page: { content_type: 'application/pdf', title: null, word_count: 0 },
      top_keywords: [],
      keywords: [],
    });
  });

  test('that is HTML by another name is read as HTML', async () => {
    const answer = await crawl({ '/': { headers: { 'content-type': 'text/plain' }, body: ` ${HTML}` } });
    expect(answer.page?.title).toBe('Shop');
  });
});

describe('schemes and hosts', () => {
  const trusted = tls.getCACertificates();
  let certificate: local.Certificate;
  let stranger: local.Certificate;
  beforeAll(async () => {
    const ca = await local.authority();
    tls.setDefaultCACertificates([...trusted, ca.cert]);
    certificate = await local.certificateFor('site.example', { ca });
    stranger = await local.certificateFor('other.example', { ca });
  });
  afterAll(() => tls.setDefaultCACertificates(trusted));

  test('https is asked first, and http not at all where it answers', async () => {
    const plain: string[] = [];
    const port = await local.serveBoth(certificate, serving({ '/': HTML }), serving({ '/': HTML }, plain));
    expect((await ask({ 'site.example': port })).page).toMatchObject({
      requested_url: 'https://site.example/',
      redirects: [],
    });
    expect(plain).toEqual([]);
  });

  test('http is asked where the certificate is not trusted', async () => {
    const secure: string[] = [];
    const port = await local.serveBoth(stranger, serving({}, secure), serving({ '/': HTML }));
    expect((await ask({ 'site.example': port })).page?.requested_url).toBe('http://site.example/');
    expect(secure).toEqual([]);
  });

  test('the failure of https is told where http leads back to it', async () => {
    const back = serving({ '/': { status: 301, headers: { location: 'https://site.example/' } } });
    const answer = await ask({ 'site.example': await local.serveBoth(stranger, back, back) });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'tls_error' } });
    expect(answer.sections).toBeUndefined();
  });

  test('http is asked where https shakes no hands', async () => {
    const silentHttps = await local.serveTcp((socket) => {
      socket.once('data', (start) => {
        if (start[0] !== 0x16) socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${HTML}`);
      });
    });
    expect((await ask({ 'site.example': silentHttps })).page).toMatchObject({
      requested_url: 'http://site.example/',
      title: 'Shop',
    });
  }, 30_000);

  test('www. is asked where the name itself has no address', async () => {
    const answer = await ask({ 'www.site.example': await local.serveHttp(serving({ '/': HTML })) });
    expect(answer.page?.requested_url).toBe('http://www.site.example/');
  });

  test('a name without any address is an error', async () => {
    expect(await ask({})).toMatchObject({ status: 'error', error: { code: 'name_not_found', retryable: false } });
  });

  test('a closed port is an error that may pass', async () => {
    const answer = await ask({ 'site.example': await local.closedPort() });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'connection_refused', retryable: true } });
  });

  test('a private address is blocked', async () => {
    const nameServer = await local.serveDns(({ name }) => [{ name, type: 'A', ttl: 0, data: '10.0.0.1' }]);
    const overrides = { find: () => null };
    const network = createNetwork({ overrides, userAgent: local.AGENT, lookup: local.lookupAt(nameServer) });
    const answer = await siteSource.ask('site.example', siteContext(network));
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'address_not_public', retryable: false } });
  });

  test('a redirect to a private address is blocked, and nothing there is asked', async () => {
    const inner: string[] = [];
    const port = await local.serveHttp(serving({}, inner));
    const answer = await crawl({ '/': { status: 302, headers: { location: `http://127.0.0.1:${port}/` } } });
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'port_not_allowed' } });
    const other = await crawl({ '/': { status: 302, headers: { location: 'http://127.0.0.1/' } } });
    expect(other).toMatchObject({ status: 'blocked', error: { code: 'address_not_public' } });
    expect(inner).toEqual([]);
  });

  test('a page that never comes is a timeout', async () => {
    const answer = await crawl({ '/': () => {} });
    expect(answer).toMatchObject({ status: 'timeout', error: { code: 'timeout', retryable: true } });
  }, 30_000);
});

describe('robots.txt', () => {
  const FORBIDS = 'User-agent: DomainSearchMetricsBot\nDisallow: /\n';

  test('that forbids the crawler by name is obeyed: the page is not asked for', async () => {
    const log: string[] = [];
    const answer = await crawl({ '/robots.txt': FORBIDS }, log);
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'robots_disallowed', retryable: false } });
    expect(log).toEqual(['/robots.txt']);
  });

  test('that forbids every crawler is told, not obeyed', async () => {
    const answer = await crawl({ '/robots.txt': 'User-agent: *\nDisallow: /\n' });
    expect(answer).toMatchObject({
      status: 'ok',
      page: { title: 'Shop' },
      robots_txt: { agents: { '*': { allowed: false } } },
    });
  });

  test('of an origin that the page redirects to is obeyed before that origin is asked, and is the one described', async () => {
    const log: string[] = [];
    const elsewhere = { status: 301, headers: { location: 'http://www.site.example/home' } };
    const from = await local.serveHttp(serving({ '/': elsewhere, '/robots.txt': 'User-agent: *\nAllow: /\n' }));
    const to = { '/home': HTML, '/robots.txt': 'User-agent: *\nDisallow: /x\n' };
    const allowed = await ask({ 'site.example': from, 'www.site.example': await local.serveHttp(serving(to)) });
    expect(allowed).toMatchObject({ status: 'ok', robots_txt: { url: 'http://www.site.example/robots.txt' } });
    expect(allowed.page?.redirects).toHaveLength(1);

    const forbidding = await local.serveHttp(serving({ ...to, '/robots.txt': FORBIDS }, log));
    const blocked = await ask({ 'site.example': from, 'www.site.example': forbidding });
    expect(blocked).toMatchObject({ status: 'blocked', error: { code: 'robots_disallowed' } });
    expect(log).toEqual(['/robots.txt']);
  });

  const reset: RequestListener = (request) => request.socket.resetAndDestroy();
  const silence: RequestListener = () => {};
  test.each<[string, Reply, number | null]>([
    ['a 503', { status: 503, body: 'later' }, 503],
    ['a reset', reset, null],
    ['silence', silence, null],
    ['a redirect to a private address', { status: 302, headers: { location: 'http://10.0.0.1/' } }, null],
  ])('that is %s does not keep the page away', async (_, reply, status) => {
    expect(await crawl({ '/robots.txt': reply })).toMatchObject({
      status: 'ok',
      page: { title: 'Shop' },
      robots_txt: { http_status: status },
    });
  });

  test('is compared decoded with the address that the page redirects to', async () => {
    const log: string[] = [];
    const paths = {
      '/': { status: 301, headers: { location: '/x/y' } },
      '/x/y': HTML,
      '/robots.txt': 'User-agent: DomainSearchMetricsBot\nDisallow: /%78/y\n',
    };
    expect(await crawl(paths, log)).toMatchObject({ status: 'blocked', error: { code: 'robots_disallowed' } });
    expect(log).toEqual(['/robots.txt', '/']);
  });

  const FOR_ALL = 'User-agent: DomainSearchMetricsBot\nUser-agent: *\n';
  const AGENTS = Array.from({ length: 2_000 }, (_, index) => `User-agent: bot${index}\n`).join('');
  const LONG = `/${'a'.repeat(8_191)}`;
  test.each([
    ['2,000 agents and 64,000 rules', AGENTS + 'Allow:/\n'.repeat(64_000)],
    ['stars that never match', `${FOR_ALL}Disallow:${'*a'.repeat(249_000)}b\n`],
    ['many stars', `${FOR_ALL}${'Disallow: /*a*a*a*a*a*a*a*a*a*a*b$\n'.repeat(14_000)}`],
  ])('of %s lets the page through, at the end of a redirect to an address of 8 KB', async (_name, robots) => {
    const answer = await crawl({
      '/': { status: 301, headers: { location: LONG } },
      [LONG]: HTML,
      '/robots.txt': robots,
    });
    expect(answer).toMatchObject({ status: 'ok', page: { title: 'Shop', redirects: [{}] } });
    expect(answer.robots_txt?.agents).toMatchObject({ '*': { allowed: true }, Googlebot: { allowed: true } });
    expect(answer.audit?.audits.find(({ id }) => id === 'is-crawlable')?.status).toBe('pass');
  });

  test('of many stars forbids an address of 8 KB that they match', async () => {
    const stars = `Disallow: /${'*a'.repeat(1_000)}$\n${'Allow: /*a*a*a*a*a*a*a*a*a*b\n'.repeat(16_000)}`;
    const answer = await crawl({
      '/': { status: 301, headers: { location: LONG } },
      [LONG]: HTML,
      '/robots.txt': `User-agent: DomainSearchMetricsBot\n${stars}`,
    });
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'robots_disallowed' } });
  });

  test('of more than 500 KiB is read to the end of a line', async () => {
    const begin = 'User-agent: DomainSearchMetricsBot\n#';
    const end = '\nDisallow: /';
    const robots = `${begin}${'.'.repeat(500 * 1024 - begin.length - end.length)}${end}private\n`;
    expect(await crawl({ '/robots.txt': robots })).toMatchObject({ status: 'ok', page: { title: 'Shop' } });
  });

  test('of 10 MB is read as far as 500 KiB', async () => {
    const line = 'Disallow: /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n';
    const robots = `User-agent: *\n${line.repeat(10_000_000 / line.length)}Sitemap: http://site.example/late.xml\n`;
    const answer = await crawl({ '/robots.txt': robots });
    expect(answer).toMatchObject({ status: 'ok', robots_txt: { http_status: 200, sitemaps: [] } });
  });
});

describe('sitemaps', () => {
  const robots = (...urls: string[]) => urls.map((url) => `Sitemap: ${url}\n`).join('');
  const at = (name: string) => `http://site.example/${name}`;

  test('that robots.txt names are read instead of /sitemap.xml', async () => {
    const log: string[] = [];
    const { sitemap } = await crawl(
      {
        '/robots.txt': robots(at('a.xml'), at('b.txt')),
        '/a.xml': sitemapXml(at('1'), at('2')),
        '/b.txt': 'http://site.example/3\n',
      },
      log,
    );
    expect(sitemap).toMatchObject({
      found: true,
      urls: [at('a.xml'), at('b.txt')],
      urls_total: 2,
      url_count: 3,
      truncated: false,
    });
    expect(log).not.toContain('/sitemap.xml');
  });

  test('are looked for under /sitemap_index.xml where /sitemap.xml is a 404', async () => {
    const { sitemap } = await crawl({ '/sitemap_index.xml': indexXml(at('a.xml')), '/a.xml': sitemapXml(at('1')) });
    expect(sitemap).toMatchObject({
      found: true,
      kind: 'index',
      urls: [at('sitemap_index.xml'), at('a.xml')],
      urls_total: 2,
      url_count: 1,
    });
  });

  test('that are not there are not found', async () => {
    const answer = await crawl({});
    expect(answer).toMatchObject({
      status: 'ok',
      sitemap: { found: false, urls: [], urls_total: 0, kind: null, url_count: null, truncated: false },
    });
  });

  test('that are a page of HTML are not found', async () => {
    expect((await crawl({ '/sitemap.xml': HTML })).sitemap).toMatchObject({ found: false, kind: null });
  });

  test('that do not answer are not known, and the answer is partial', async () => {
    const answer = await crawl({ '/sitemap.xml': (request) => request.socket.destroy() });
    expect(answer).toMatchObject({
      status: 'partial',
      page: { title: 'Shop' },
      error: { code: 'sitemap_unreachable' },
    });
    expect(answer.sitemap).toBeUndefined();
  });

  test('packed with gzip are unpacked, by their name or not', async () => {
    const packed = gzipSync(sitemapXml(at('1'), at('2')));
    const { sitemap } = await crawl({
      '/robots.txt': robots(at('s.xml.gz'), at('t.xml')),
      '/s.xml.gz': packed,
      '/t.xml': packed,
    });
    expect(sitemap).toMatchObject({ found: true, kind: 'urlset', url_count: 4, truncated: false });
  });

  test('in an index that names itself, and an index in an index, end', async () => {
    const log: string[] = [];
    const { sitemap } = await crawl(
      {
        '/sitemap.xml': indexXml(at('sitemap.xml'), at('inner.xml'), at('a.xml'), at('a.xml')),
        '/inner.xml': indexXml(at('sitemap.xml'), at('deep.xml')),
        '/a.xml': sitemapXml(at('1')),
        '/deep.xml': sitemapXml(at('2')),
      },
      log,
    );
    expect(sitemap).toMatchObject({ found: true, kind: 'index', urls_total: 4, url_count: 2, truncated: false });
    expect(log.filter((path) => path.endsWith('.xml')).toSorted()).toEqual([
      '/a.xml',
      '/deep.xml',
      '/inner.xml',
      '/sitemap.xml',
    ]);
  });

  test('in indexes that name each other are read up to ten files, the nearest first', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `s${index}.xml`);
    const indexes: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      indexes[`/${name}`] = indexXml(at(`s${index + 1}.xml`), at('s0.xml'), at('p.xml'));
    }
    const log: string[] = [];
    const files = { '/robots.txt': robots(at('s0.xml')), '/p.xml': sitemapXml(at('1')), ...indexes };
    const { sitemap } = await crawl(files, log);
    expect(sitemap!.urls).toEqual(['s0.xml', 's1.xml', 'p.xml', ...names.slice(2, 9)].map(at));
    expect(sitemap).toMatchObject({ urls_total: 11, url_count: 1, truncated: true });
    expect(log.filter((path) => path.endsWith('.xml'))).toHaveLength(10);
  });

  test('that robots.txt and an index both name are counted once', async () => {
    const names = Array.from({ length: 15 }, (_, index) => at(`s${index}.xml`));
    const { sitemap } = await crawl({ '/robots.txt': robots(...names), '/s0.xml': indexXml(...names, at('more.xml')) });
    expect(sitemap).toMatchObject({ found: true, urls_total: 16, truncated: true });
  });

  test('that end in the middle of an entry count as far as they are complete', async () => {
    const [whole, more] = [sitemapXml(at('1')), sitemapXml(at('1'), at('2'))];
    const { sitemap } = await crawl({ '/sitemap.xml': more.slice(0, whole.indexOf('</urlset>') + 20) });
    expect(sitemap).toMatchObject({ found: true, url_count: 1, truncated: true });
  });

  test('in plain text count without the line that is cut off', async () => {
    const line = `${at('').padEnd(1_002, 'x')}\n`;
    const { sitemap } = await crawl({ '/sitemap.xml': line.repeat(10_000) });
    expect(sitemap).toMatchObject({ kind: 'text', url_count: Math.floor(10_000_000 / line.length), truncated: true });
  });

  test('are also those that robots.txt names by Site-map', async () => {
    const answer = await crawl({ '/robots.txt': `Site-map: ${at('a.xml')}\n`, '/a.xml': sitemapXml(at('1')) });
    expect(answer.sitemap).toMatchObject({ found: true, urls: [at('a.xml')], urls_total: 1, url_count: 1 });
  });

  test('are read up to ten files', async () => {
    const names = Array.from({ length: 30 }, (_, index) => at(`s${index}.xml`));
    const files = Object.fromEntries(names.map((name) => [new URL(name).pathname, sitemapXml(at('1'))]));
    const { sitemap } = await crawl({ '/sitemap.xml': indexXml(...names), ...files });
    expect(sitemap).toMatchObject({ urls_total: 31, url_count: 9, truncated: true });
    expect(sitemap!.urls).toHaveLength(10);
  });

  test('that unpack to a bomb are read as far as 10 MB', async () => {
    const bomb = gzipSync(`${sitemapXml(at('1')).replace('</urlset>', '')}${' '.repeat(100_000_000)}</urlset>`);
    const { sitemap } = await crawl({ '/sitemap.xml': bomb });
    expect(sitemap).toMatchObject({ found: true, url_count: 1, truncated: true });
  });

  test('on private addresses are not asked for', async () => {
    const inner: string[] = [];
    const port = await local.serveHttp(serving({}, inner));
    const answer = await crawl({
      '/robots.txt': robots(`http://127.0.0.1:${port}/s.xml`, 'http://169.254.169.254/s.xml'),
    });
    expect([answer.status, answer.sitemap]).toEqual(['partial', undefined]);
    expect(inner).toEqual([]);
  });

  test('tell their latest change', async () => {
    const dated = (date: string) => sitemapXml(at('1')).replace('</url>', `<lastmod>${date}</lastmod></url>`);
    const { sitemap } = await crawl({
      '/robots.txt': robots(at('a.xml'), at('b.xml')),
      '/a.xml': dated('2026-01-01'),
      '/b.xml': dated('2026-05-01'),
    });
    expect(sitemap?.last_modified).toBe('2026-05-01');
  });
});
