import fc from 'fast-check';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { parseHostOverrides } from '../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork, type Network } from '../../../functions/core/platform/network/network.ts';
import * as schema from '../../../functions/core/record/schema.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import { readCases } from '../../support/read-cases.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import {
  HTML,
  indexXml,
  listenerOf as serving,
  type Replies,
  serveSite,
  sitemapXml,
} from '../../support/site-world.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../platform/network/local-servers.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');

afterEach(local.closeServers);

async function fetchAt(network: Network, blocked: string[] = []) {
  const context = { network, reader: siteReader, site: siteAccessOf(network, { blocked }), now: () => NOW };
  const answer = await siteSource.fetch('site.example', contextOf(context));
  if (answer.sections) schema.sections.partial().loose().parse(answer.sections);
  return { ...answer, ...answer.sections };
}

const fetchFrom = (hosts: Record<string, number>) => fetchAt(local.networkOf(hosts));

/** Fetches a site over http only. Its home page is `HTML` unless the replies have one. */
async function crawl(replies: Replies, hosts?: string[]) {
  const { network, log } = await serveSite({ '/': HTML, ...replies }, hosts);
  return { ...(await fetchAt(network)), log };
}

interface Case {
  name: string;
  replies: Replies;
  /** Names that have an address, if they are not those of the replies. */
  hosts?: string[];
  /** A part of the answer and its sections. */
  expect: object;
  /** Members that the answer does not have. */
  absent?: string[];
  /** Results of some audits. */
  audits?: Record<string, string>;
  /** All requests, in any order. */
  requests?: string[];
}

describe('the site source', () => {
  test.each(readCases<Case>('site'))(
    '$name',
    async ({ replies, hosts, absent = [], audits = {}, requests, ...one }) => {
      const { log, ...answer } = await crawl(replies, hosts);
      expect(answer).toMatchObject(one.expect);
      expect(absent.filter((name) => (answer as Record<string, unknown>)[name] !== undefined)).toEqual([]);
      for (const [id, status] of Object.entries(audits)) {
        expect(answer.audit!.audits.find((audit) => audit.id === id)!.status).toBe(status);
      }
      expect(answer.seo_score).toBe((answer.page?.http_status ?? 0) >= 400 ? null : answer.audit?.score);
      if (requests) expect(log.toSorted()).toEqual(requests.toSorted());
    },
  );

  test('returns the keywords of the home page, for the record and for the index', async () => {
    const answer = await crawl({ '/': '<html lang=en><title>Trail shoes</title><h1>Shoes</h1>' });
    expect(answer.top_keywords?.map(({ keyword }) => keyword)).toEqual(['shoes', 'trail shoes']);
    expect(answer.keywords?.map(({ keyword, score }) => ({ keyword, score }))).toEqual(answer.top_keywords);
    expect(answer.keywords?.[1]).toMatchObject({
      language: 'en',
      domain_match: { in_title: true, in_h1: false, in_description: false, in_url: false },
    });
  });

  describe.each(['other.example', 'www.other.example'])('requests nothing from a host that is blocked: %s', (host) => {
    const crawlBlocked = async (replies: Replies) => {
      const { network, log } = await serveSite({ '/': HTML, [`http://${host}/`]: HTML, ...replies });
      return { ...(await fetchAt(network, ['other.example'])), requested: log.filter((url) => url.includes('other')) };
    };

    test('to which the home page redirects', async () => {
      const { requested, ...answer } = await crawlBlocked({ '/': `→ http://${host}/` });
      expect(answer).toMatchObject({ status: 'blocked', error: { code: 'host_blocked' } });
      expect([answer.sections, requested]).toEqual([undefined, []]);
    });

    test('to which robots.txt redirects', async () => {
      const { requested, ...answer } = await crawlBlocked({ '/robots.txt': `→ http://${host}/robots.txt` });
      expect([answer.page?.title, answer.robots_txt?.http_status, requested]).toEqual(['Shop', null, []]);
    });

    test('on which robots.txt names a sitemap', async () => {
      const { requested, ...answer } = await crawlBlocked({
        '/robots.txt': `Sitemap: http://${host}/s.xml`,
        [`http://${host}/s.xml`]: { urlset: ['/a'] },
      });
      expect([answer.page?.title, answer.sitemap?.url_count ?? null, requested]).toEqual(['Shop', null, []]);
    });
  });

  test('reads 5 MB of a longer home page', async () => {
    const answer = await crawl({ '/': HTML + ' '.repeat(6_000_000) });
    expect(answer.page).toMatchObject({ html_bytes: 5_000_000, truncated: true, title: 'Shop' });
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

  test('https is requested first, and http only if https fails', async () => {
    const plain: string[] = [];
    const port = await local.serveBoth(certificate, serving({ '/': HTML }), serving({ '/': HTML }, plain));
    expect((await fetchFrom({ 'site.example': port })).page).toMatchObject({
      requested_url: 'https://site.example/',
      redirects: [],
    });
    expect(plain).toEqual([]);
  });

  test('http is requested if the certificate is not trusted', async () => {
    const secure: string[] = [];
    const port = await local.serveBoth(stranger, serving({}, secure), serving({ '/': HTML }));
    expect((await fetchFrom({ 'site.example': port })).page?.requested_url).toBe('http://site.example/');
    expect(secure).toEqual([]);
  });

  test('the failure of https is returned if http redirects to https', async () => {
    const back = serving({ '/': { status: 301, headers: { location: 'https://site.example/' } } });
    const answer = await fetchFrom({ 'site.example': await local.serveBoth(stranger, back, back) });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'name_mismatch' } });
    expect(answer.sections).toBeUndefined();
  });

  test('http is requested if the TLS handshake is not answered', async () => {
    const silentHttps = await local.serveTcp((socket) => {
      socket.once('data', (start) => {
        if (start[0] !== 0x16) socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${HTML}`);
      });
    });
    expect((await fetchFrom({ 'site.example': silentHttps })).page).toMatchObject({
      requested_url: 'http://site.example/',
      title: 'Shop',
    });
  });

  test('a closed port is a retryable error', async () => {
    const answer = await fetchFrom({ 'site.example': await local.closedPort() });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'connection_refused', retryable: true } });
  });

  test('a private address is blocked', async () => {
    const nameServer = await local.serveDns(({ name }) => [{ name, type: 'A', ttl: 0, data: '10.0.0.1' }]);
    const overrides = parseHostOverrides('');
    const network = createNetwork({ overrides, userAgent: local.AGENT, lookup: local.lookupAt(nameServer) });
    const answer = await fetchAt(network);
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'address_not_public', retryable: false } });
  });

  test('a redirect to a port of a private address is blocked without a request', async () => {
    const inner: string[] = [];
    const port = await local.serveHttp(serving({}, inner));
    const answer = await crawl({ '/': `→ http://127.0.0.1:${port}/` });
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'port_not_allowed' } });
    expect(inner).toEqual([]);
  });
});

describe('robots.txt', () => {
  const FOR_ALL = 'User-agent: DomaingaugeBot\nUser-agent: *\n';
  const AGENTS = Array.from({ length: 2_000 }, (_, index) => `User-agent: bot${index}\n`).join('');
  const LONG = `/${'a'.repeat(8_191)}`;
  test.each([
    ['2,000 agents and 64,000 rules', AGENTS + 'Allow:/\n'.repeat(64_000)],
    ['wildcards that never match', `${FOR_ALL}Disallow:${'*a'.repeat(249_000)}b\n`],
    ['many wildcards', `${FOR_ALL}${'Disallow: /*a*a*a*a*a*a*a*a*a*a*b$\n'.repeat(14_000)}`],
  ])('with %s allows the page after a redirect to an address of 8 KB', async (_name, robots) => {
    const answer = await crawl({
      '/': { status: 301, headers: { location: LONG } },
      [LONG]: HTML,
      '/robots.txt': robots,
    });
    expect(answer).toMatchObject({ status: 'ok', page: { title: 'Shop', redirects: [{}] } });
    expect(answer.robots_txt?.agents).toMatchObject({ '*': { allowed: true }, Googlebot: { allowed: true } });
    expect(answer.audit?.audits.find(({ id }) => id === 'is-crawlable')?.status).toBe('pass');
  });

  test('with many wildcards disallows an address of 8 KB that they match', async () => {
    const stars = `Disallow: /${'*a'.repeat(1_000)}$\n${'Allow: /*a*a*a*a*a*a*a*a*a*b\n'.repeat(16_000)}`;
    const answer = await crawl({
      '/': { status: 301, headers: { location: LONG } },
      [LONG]: HTML,
      '/robots.txt': `User-agent: DomaingaugeBot\n${stars}`,
    });
    expect(answer).toMatchObject({ status: 'blocked', error: { code: 'robots_disallowed' } });
  });

  test('of more than 500 KiB is read up to the last complete line', async () => {
    const begin = 'User-agent: DomaingaugeBot\n#';
    const end = '\nDisallow: /';
    const robots = `${begin}${'.'.repeat(500 * 1024 - begin.length - end.length)}${end}private\n`;
    expect(await crawl({ '/robots.txt': robots })).toMatchObject({ status: 'ok', page: { title: 'Shop' } });
  });

  test('of 10 MB is read up to 500 KiB', async () => {
    const line = 'Disallow: /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n';
    const robots = `User-agent: *\n${line.repeat(10_000_000 / line.length)}Sitemap: http://site.example/late.xml\n`;
    const answer = await crawl({ '/robots.txt': robots });
    expect(answer).toMatchObject({ status: 'ok', robots_txt: { http_status: 200, sitemaps: [] } });
  });
});

describe('sitemaps', () => {
  const robots = (...urls: string[]) => urls.map((url) => `Sitemap: ${url}\n`).join('');
  const at = (name: string) => `http://site.example/${name}`;

  test('in indexes that list each other are read up to ten files, level by level', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `s${index}.xml`);
    const indexes: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      indexes[`/${name}`] = indexXml(at(`s${index + 1}.xml`), at('s0.xml'), at('p.xml'));
    }
    const files = { '/robots.txt': robots(at('s0.xml')), '/p.xml': sitemapXml(at('1')), ...indexes };
    const { sitemap, log } = await crawl(files);
    expect(sitemap!.urls).toEqual(['s0.xml', 's1.xml', 'p.xml', ...names.slice(2, 9)].map(at));
    expect(sitemap).toMatchObject({ urls_total: 11, url_count: 1, truncated: true });
    expect(log.filter((path) => path.endsWith('.xml'))).toHaveLength(10);
  });

  test('that robots.txt and an index both list are counted once', async () => {
    const names = Array.from({ length: 15 }, (_, index) => at(`s${index}.xml`));
    const { sitemap } = await crawl({ '/robots.txt': robots(...names), '/s0.xml': indexXml(...names, at('more.xml')) });
    expect(sitemap).toMatchObject({ found: true, urls_total: 16, truncated: true });
  });

  test('in plain text are counted without the truncated line', async () => {
    const line = `${at('').padEnd(1_002, 'x')}\n`;
    const { sitemap } = await crawl({ '/sitemap.xml': line.repeat(10_000) });
    expect(sitemap).toMatchObject({ kind: 'text', url_count: Math.floor(10_000_000 / line.length), truncated: true });
  });

  test.each(['robots.txt names', 'files of the site redirect to'])(
    'of another host are read up to two files when %s',
    async (how) => {
      const foreign = Array.from({ length: 8 }, (_, index) => `http://files.example/s${index}.xml`);
      const own = foreign.map((_, index) => at(`m${index}.xml`));
      const { sitemap, log } = await crawl({
        '/robots.txt': robots(...(how === 'robots.txt names' ? foreign : own), at('own.xml')),
        ...Object.fromEntries(foreign.map((url, index) => [`/m${index}.xml`, `→ ${url}`])),
        ...Object.fromEntries(foreign.map((url) => [url, sitemapXml(at('1'))])),
        '/own.xml': sitemapXml(at('2')),
      });
      expect(log.filter((url) => url.startsWith('http://files.example/s'))).toHaveLength(2);
      expect(sitemap).toMatchObject({ found: true, url_count: 3, urls_total: 9, truncated: true });
    },
  );

  test('of any site are read from other hosts up to two files', async () => {
    const place = fc.constantFrom('site.example', 'www.site.example', 'files.example', 'other.example');
    const node = fc.integer({ min: 0, max: 14 });
    const file = fc.record({
      place,
      content: fc.oneof(fc.constant(null), node, fc.array(node, { minLength: 1, maxLength: 15 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 15, maxLength: 15 }), fc.array(node), async (files, named) => {
        const urls = files.map((each, index) => `http://${each.place}/f${index}.xml`);
        const keyOf = (url: string) => url.replace('http://site.example', '');
        const replies = files.map(({ content }, index): [string, string] => {
          if (content === null) return [keyOf(urls[index]!), sitemapXml(at('1'))];
          if (typeof content === 'number') return [keyOf(urls[index]!), `→ ${urls[content]!}`];
          return [keyOf(urls[index]!), indexXml(...content.map((each) => urls[each]!))];
        });
        const { log } = await crawl({
          ...{ '/robots.txt': robots(...named.map((each) => urls[each]!)), '/sitemap.xml': indexXml(...urls) },
          ...Object.fromEntries(replies),
        });
        const downloaded = files.flatMap(({ place: host, content }, index) => {
          const isForeign = !host.endsWith('site.example') && typeof content !== 'number';
          return isForeign ? log.filter((url) => url === urls[index]) : [];
        });
        expect(downloaded.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  test('are read up to ten files', async () => {
    const names = Array.from({ length: 30 }, (_, index) => at(`s${index}.xml`));
    const files = Object.fromEntries(names.map((name) => [new URL(name).pathname, sitemapXml(at('1'))]));
    const { sitemap } = await crawl({ '/sitemap.xml': indexXml(...names), ...files });
    expect(sitemap).toMatchObject({ urls_total: 31, url_count: 9, truncated: true });
    expect(sitemap!.urls).toHaveLength(10);
  });

  test('that decompress to 100 MB are read up to 10 MB', async () => {
    const bomb = gzipSync(`${sitemapXml(at('1')).replace('</urlset>', '')}${' '.repeat(100_000_000)}</urlset>`);
    const { sitemap } = await crawl({ '/sitemap.xml': bomb });
    expect(sitemap).toMatchObject({ found: true, url_count: 1, truncated: true });
  });

  test('on private addresses are not requested', async () => {
    const inner: string[] = [];
    const port = await local.serveHttp(serving({}, inner));
    const answer = await crawl({
      '/robots.txt': robots(`http://127.0.0.1:${port}/s.xml`, 'http://169.254.169.254/s.xml'),
    });
    expect([answer.status, answer.sitemap]).toEqual(['partial', undefined]);
    expect(inner).toEqual([]);
  });
});
