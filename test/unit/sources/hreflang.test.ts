import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hreflangSource } from '../../../functions/shared/sources/hreflang/hreflang.ts';
import { ProviderUnavailable } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../network/local-servers.ts';
import { type Cluster, pageIn, playCluster } from './play-cluster.ts';

afterEach(local.closeServers);

const SELF: [string, string] = ['en', 'http://site.example/'];
const DE: [string, string] = ['de', 'http://site.example/de/'];
const home = (...links: [string, string][]) => pageIn('en', [SELF, ...links]);
const german = pageIn('de', [SELF, DE]);

/** The section, with the alternates as `hreflang http_status returns lang_matches`. */
async function judge(cluster: Cluster, options?: Parameters<typeof playCluster>[1]) {
  const played = await playCluster(cluster, options);
  const { alternates, ...section } = played.answer.sections!.hreflang_cluster!;
  const told = alternates.map((one) => `${one.hreflang} ${one.http_status} ${one.returns} ${one.lang_matches}`);
  return { ...section, alternates: told, requests: played.requests };
}

interface Case {
  cluster: Cluster;
  valid: boolean | null;
  alternates: string[];
  /** Requests of the source; by default, one an alternate. */
  requests?: string[];
  self_reference?: boolean;
  x_default?: boolean;
  lang_matches?: boolean | null;
}

const good = { cluster: { '/': home(DE), '/de/': german }, valid: true, alternates: ['de 200 true true'] };

const cases: Record<string, Case> = {
  'all agree': good,
  'no hreflang links': { cluster: { '/': pageIn('en', []) }, valid: null, alternates: [], self_reference: false },
  'the page itself alone': { cluster: { '/': home() }, valid: true, alternates: [] },
  'an error page': {
    cluster: { '/': { status: 404, body: home(DE) } },
    valid: null,
    alternates: [],
    self_reference: false,
  },
  'the page is not among its alternates': {
    cluster: { '/': pageIn('en', [DE]), '/de/': german },
    valid: false,
    alternates: ['de 200 true true'],
    self_reference: false,
    lang_matches: null,
  },
  'x-default alone names the page': {
    cluster: { '/': pageIn('en', [['x-default', '/'], DE]), '/de/': pageIn('de', [['x-default', '/'], DE]) },
    valid: true,
    alternates: ['de 200 true true'],
    x_default: true,
    lang_matches: null,
  },
  'the canonical address is named': {
    cluster: {
      '/': pageIn('en', [['en', '/start'], DE], '<link rel="canonical" href="/start">'),
      '/de/': pageIn('de', [['en', '/start']]),
    },
    valid: true,
    alternates: ['de 200 true true'],
  },
  'one form of an address names another': {
    cluster: {
      '/': pageIn('en', [
        ['en', 'HTTP://SITE.example:80#top'],
        ['de', '/%64e/../d%C3%A9/'],
      ]),
      '/d%C3%A9/': pageIn('de', [['en', '//site.example']]),
    },
    valid: true,
    alternates: ['de 200 true true'],
  },
  'the alternate does not link back': {
    cluster: { '/': home(DE), '/de/': pageIn('de', [DE]) },
    valid: false,
    alternates: ['de 200 false true'],
  },
  'the alternate links back over https': {
    cluster: { '/': home(DE), '/de/': pageIn('de', [['en', 'https://site.example/']]) },
    valid: false,
    alternates: ['de 200 false true'],
  },
  'the link back stands in the body': {
    cluster: { '/': home(DE), '/de/': `<html lang="de"><body><p>Text<link rel="alternate" hreflang="en" href="/">` },
    valid: false,
    alternates: ['de 200 false true'],
  },
  'the link back is a plain alternate': {
    cluster: { '/': home(DE), '/de/': '<html lang="de"><head><link rel="alternate" href="/"></head>' },
    valid: false,
    alternates: ['de 200 false true'],
  },
  'the link back is relative to a base': {
    cluster: { '/': home(DE), '/de/': pageIn('de', [['en', '../']], '<base href="http://site.example/de/">') },
    valid: true,
    alternates: ['de 200 true true'],
  },
  'the link back stands in a Link header': {
    cluster: {
      '/': home(DE),
      '/de/': { headers: { link: '<http://site.example/>; rel="alternate"; hreflang="en"' }, body: pageIn('de', []) },
    },
    valid: true,
    alternates: ['de 200 true true'],
  },
  'a PDF that links back in its header': {
    cluster: {
      '/': home(DE),
      '/de/': {
        headers: { 'content-type': 'application/pdf', link: '</>; rel=alternate; hreflang=en' },
        body: '%PDF-1.7',
      },
    },
    valid: true,
    alternates: ['de 200 true null'],
  },
  'the alternate is in another language': {
    cluster: { '/': home(DE), '/de/': pageIn('fr', [SELF]) },
    valid: false,
    alternates: ['de 200 true false'],
  },
  'the alternate tells no language': {
    cluster: { '/': home(DE), '/de/': pageIn(null, [SELF]) },
    valid: true,
    alternates: ['de 200 true null'],
  },
  'the home page is in another language': {
    cluster: { '/': pageIn('fr', [SELF, DE]), '/de/': german },
    valid: false,
    alternates: ['de 200 true true'],
    lang_matches: false,
  },
  'traditional for simplified Chinese': {
    cluster: { '/': home(['zh-TW', '/tw/']), '/tw/': pageIn('zh-Hans', [SELF]) },
    valid: false,
    alternates: ['zh-TW 200 true false'],
  },
  'traditional Chinese by its script': {
    cluster: { '/': home(['zh-TW', '/tw/']), '/tw/': pageIn('zh-Hant', [SELF]) },
    valid: true,
    alternates: ['zh-TW 200 true true'],
  },
  'one page for two languages': {
    cluster: { '/': home(['x-default', '/de/'], ['fr', '/de/'], DE), '/de/': german },
    valid: true,
    alternates: ['de 200 true true'],
    x_default: true,
  },
  'the alternate is missing': { cluster: { '/': home(DE) }, valid: false, alternates: ['de 404 null null'] },
  'the alternate is out of order': {
    cluster: { '/': home(DE), '/de/': { status: 500, body: german } },
    valid: false,
    alternates: ['de 500 null null'],
  },
  'the alternate redirects': {
    cluster: { '/': home(DE), '/de/': { status: 301, headers: { location: '/de/start' } }, '/de/start': german },
    valid: false,
    alternates: ['de 301 null null'],
  },
  'the page for other languages redirects': {
    cluster: { '/': home(['x-default', '/any']), '/any': { status: 302, headers: { location: '/' } } },
    valid: true,
    alternates: ['x-default 302 null null'],
    x_default: true,
  },
  'the page for other languages does not link back': {
    cluster: { '/': home(['x-default', '/any']), '/any': pageIn('en', []) },
    valid: false,
    alternates: ['x-default 200 false null'],
    x_default: true,
  },
  'the home page redirects to a language, and x-default names where from': {
    cluster: {
      '/': { status: 302, headers: { location: '/en/' } },
      '/en/': pageIn('en', [['x-default', '/'], ['en', '/en/'], DE]),
      '/de/': pageIn('de', [['en', '/en/']]),
    },
    valid: true,
    alternates: ['x-default 302 null null', 'de 200 true true'],
    requests: ['/de/'],
    x_default: true,
  },
  'a language names an address at which the crawl was redirected': {
    cluster: {
      '/': { status: 302, headers: { location: '/en/' } },
      '/en/': pageIn('en', [
        ['en', '/en/'],
        ['de', '/'],
      ]),
    },
    valid: false,
    alternates: ['de 302 null null'],
    requests: [],
  },
  'an address at which the crawl found nobody': {
    cluster: { '/': home(['de', 'https://site.example/']) },
    valid: null,
    alternates: ['de null null null'],
    requests: [],
  },
  'too many requests': {
    cluster: { '/': home(DE), '/de/': { status: 429, headers: { 'retry-after': '60' } } },
    valid: null,
    alternates: ['de 429 null null'],
  },
  'a challenge in the place of the alternate': {
    cluster: { '/': home(DE), '/de/': { status: 403, headers: { 'cf-mitigated': 'challenge' } } },
    valid: null,
    alternates: ['de 403 null null'],
  },
  'a challenge with status 200': {
    cluster: { '/': home(DE), '/de/': '<html lang="en"><head><title>Just a moment...</title></head>' },
    valid: null,
    alternates: ['de 200 null null'],
  },
  'the connection breaks': {
    cluster: { '/': home(DE), '/de/': (request) => void request.socket.destroy() },
    valid: null,
    alternates: ['de null null null'],
  },
  'the page breaks off before its end': {
    cluster: {
      '/': home(DE),
      '/de/': (request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 10_000 });
        response.write('<html lang="de"><head>', () => request.socket.destroy());
      },
    },
    valid: null,
    alternates: ['de 200 null true'],
  },
  'a page of more than 5 MB, of which the head is read': {
    cluster: { '/': home(DE), '/de/': german + '<p>'.padEnd(6_000_000, 'x') },
    valid: true,
    alternates: ['de 200 true true'],
  },
  'a fault counts more than what could not be read': {
    cluster: { '/': home(DE, ['fr', '/fr/']), '/de/': (request) => void request.socket.destroy() },
    valid: false,
    alternates: ['de null null null', 'fr 404 null null'],
    requests: ['/de/', '/fr/'],
  },
  'robots.txt forbids this crawler an alternate': {
    cluster: {
      '/': home(DE, ['fr', '/fr/']),
      '/fr/': pageIn('fr', [SELF]),
      '/robots.txt': 'User-agent: DomainSearchMetricsBot\nDisallow: /de/',
    },
    valid: true,
    alternates: ['fr 200 true true'],
    requests: ['/fr/'],
  },
  'robots.txt forbids all others an alternate': {
    cluster: { ...good.cluster, '/robots.txt': 'User-agent: *\nDisallow: /de/' },
    valid: true,
    alternates: ['de 200 true true'],
  },
  'an alternate on a host below': {
    cluster: { '/': home(['de', 'http://de.site.example/']), 'de.site.example/': pageIn('de', [SELF]) },
    valid: true,
    alternates: ['de 200 true true'],
    requests: ['de.site.example/robots.txt', 'de.site.example/'],
  },
  'the robots.txt of a host below forbids it': {
    cluster: {
      '/': home(['de', 'http://de.site.example/']),
      'de.site.example/robots.txt': 'User-agent: DomainSearchMetricsBot\nDisallow: /',
    },
    valid: true,
    alternates: [],
    requests: ['de.site.example/robots.txt'],
  },
  'the robots.txt of a host below leads to one that was read': {
    cluster: {
      '/': home(['de', 'http://de.site.example/x']),
      '/robots.txt': 'User-agent: DomainSearchMetricsBot\nDisallow: /y',
      'de.site.example/robots.txt': { status: 301, headers: { location: 'http://site.example/robots.txt' } },
      'de.site.example/x': pageIn('de', [SELF]),
    },
    valid: true,
    alternates: ['de 200 true true'],
    requests: ['de.site.example/robots.txt', 'de.site.example/x'],
  },
  'the robots.txt of a host below leads elsewhere': {
    cluster: {
      '/': home(['de', 'http://de.site.example/']),
      'de.site.example/robots.txt': { status: 301, headers: { location: '/other' } },
    },
    valid: true,
    alternates: [],
    requests: ['de.site.example/robots.txt'],
  },
  'the robots.txt of a host below leads to itself': {
    cluster: {
      '/': home(['de', 'http://de.site.example/']),
      'de.site.example/robots.txt': { status: 301, headers: { location: '/robots.txt' } },
    },
    valid: true,
    alternates: [],
    requests: ['de.site.example/robots.txt'],
  },
  'an alternate of another registrable domain': {
    cluster: { '/': home(['de', 'http://other.example/']), 'other.example/': pageIn('de', []) },
    valid: true,
    alternates: [],
  },
  'what is no address of a page': {
    cluster: {
      '/': home(
        ['de', 'javascript:alert(1)'],
        ['fr', 'http://user:password@site.example/fr/'],
        ['it', ''],
        ['es', '/robots.txt'],
        ['pt', 'http://127.0.0.1/'],
        ['nl', 'http://[::1]/'],
        ['sv', `/${'x'.repeat(2_000)}`],
        ['da', 'https://'],
      ),
    },
    valid: true,
    alternates: [],
  },
};

describe('the hreflang source', () => {
  test.each(Object.entries(cases))('%s', async (_name, { cluster, valid, alternates, ...rest }) => {
    const { self_reference = true, x_default = false, lang_matches = self_reference || null, requests } = rest;
    const judged = await judge(cluster);
    expect({ ...judged, requests: judged.requests.sort() }).toEqual({
      self_reference,
      x_default,
      lang_matches,
      checked: alternates.length,
      alternates,
      valid,
      requests: expect.any(Array),
    });
    if (requests) expect(judged.requests.sort()).toEqual(requests.sort());
    else expect(judged.requests).toHaveLength(alternates.length);
  });

  test('an alternate on a private address is not asked', async () => {
    const network = local.networkOf({ 'site.example': await local.serveHttp((_, response) => response.end()) });
    const { crawled } = await playCluster({ '/': home(['de', 'http://de.site.example/']) });
    const parts = { network, reader: siteReader, site: siteAccessOf(network), crawled: Promise.resolve(crawled) };
    const { sections } = await hreflangSource.ask('site.example', contextOf(parts));
    expect(sections!.hreflang_cluster).toMatchObject({
      valid: null,
      alternates: [{ http_status: null, returns: null }],
    });
  });

  test('a host that the operator blocks is not asked', async () => {
    const cluster = { '/': home(['de', 'http://de.site.example/']), 'de.site.example/': german };
    const judged = await judge(cluster, { blocked: ['de.site.example'] });
    expect(judged).toMatchObject({ checked: 0, requests: [] });
  });

  test('an alternate that never answers is given up, and the others are judged', async () => {
    const cluster: Cluster = { '/': home(DE, ['fr', '/fr/']), '/de/': () => {}, '/fr/': pageIn('fr', [SELF]) };
    expect(await judge(cluster)).toMatchObject({ alternates: ['de null null null', 'fr 200 true true'], valid: null });
  });

  test('without a home page it fails, and is asked again', async () => {
    const answer = await hreflangSource.ask('site.example', contextOf({ crawled: Promise.resolve(null) }));
    expect(answer).toMatchObject({ status: 'error', error: { code: 'no_home_page', retryable: true } });
  });

  test('where the turns do not fit, nothing is asked', async () => {
    const { crawled, requests } = await playCluster(good.cluster);
    requests.splice(0);
    const site = {
      ...siteAccessOf(local.networkOf({})),
      take: () => Promise.reject(new ProviderUnavailable('busy', 1)),
    };
    const asked = hreflangSource.ask(
      'site.example',
      contextOf({ site, reader: siteReader, crawled: Promise.resolve(crawled) }),
    );
    await expect(asked).rejects.toThrow(ProviderUnavailable);
    expect(requests).toEqual([]);
  });
});

test('where robots.txt of a host asks for rest, the site is left alone, and asked again later', async () => {
  const rest = { status: 503, headers: { 'retry-after': '60' } };
  const cluster = { '/': home(['de', 'http://de.site.example/']), 'de.site.example/robots.txt': rest };
  const { answer, requests } = await playCluster(cluster);
  expect(requests).toEqual(['de.site.example/robots.txt']);
  expect(answer).toMatchObject({
    status: 'partial',
    error: { retryable: true },
    sections: { hreflang_cluster: { checked: 0 } },
  });
});

test('out of order with a time to come back is no fault', async () => {
  const judged = await judge({ '/': home(DE), '/de/': { status: 503, headers: { 'retry-after': '60' } } });
  expect(judged).toMatchObject({ alternates: ['de 503 null null'], valid: null });
});

describe('in a fetch of its own', () => {
  test('nothing that the crawl has asked for is asked again', async () => {
    const cluster = { ...good.cluster, '/robots.txt': 'User-agent: *\nDisallow: /de/' };
    const { requests, answer } = await playCluster(cluster, { later: true });
    expect(requests).toEqual(['/de/']);
    expect(answer.sections!.hreflang_cluster!.valid).toBe(true);
  });

  test('a robots.txt that names this crawler is read again, and obeyed', async () => {
    const cluster = { ...good.cluster, '/robots.txt': 'User-agent: domainsearchmetricsbot/1\nDisallow: /de/' };
    const { requests, answer } = await playCluster(cluster, { later: true });
    expect(requests).toEqual(['/robots.txt']);
    expect(answer.sections!.hreflang_cluster).toMatchObject({ checked: 0, alternates: [] });
  });
});

describe('five requests', () => {
  const codes = ['de', 'fr', 'it', 'es', 'pt', 'nl', 'sv'];

  test('are for the first five of many alternates', async () => {
    const links = codes.map((code): [string, string] => [code, `/${code}/`]);
    const cluster = Object.fromEntries(links.map(([code, path]) => [path, pageIn(code, [SELF])]));
    const { alternates, requests } = await judge({ '/': home(...links), ...cluster });
    expect(alternates).toEqual(codes.slice(0, 5).map((code) => `${code} 200 true true`));
    expect(requests).toHaveLength(5);
  });

  test('are for two alternates with hosts of their own', async () => {
    const links = codes.map((code): [string, string] => [code, `http://${code}.site.example/`]);
    const { alternates, requests } = await judge({ '/': home(...links) });
    expect(alternates).toEqual(['de 404 null null', 'fr 404 null null']);
    expect(requests.sort()).toEqual(
      ['de', 'fr'].flatMap((code) => [`${code}.site.example/`, `${code}.site.example/robots.txt`]),
    );
  });

  test('are for those whose robots.txt was read, where not all can be asked', async () => {
    const far = codes.slice(0, 3).map((code): [string, string] => [code, `http://${code}.site.example/`]);
    const near = codes.slice(3, 6).map((code): [string, string] => [code, `/${code}/`]);
    const { alternates, requests } = await judge({ '/': home(...far, ...near) });
    expect(alternates.map((told) => told.split(' ', 1)[0])).toEqual(['de', 'es', 'pt', 'nl']);
    expect(requests).toHaveLength(5);
  });
});

test('whatever a page names, five requests are sent at most, none twice and none that the crawl has sent', async () => {
  const href = fc.oneof(
    fc.constantFrom(
      '/',
      '',
      '/robots.txt',
      '#top',
      '/?a',
      'http://site.example.',
      'https://site.example/',
      '//site.example',
    ),
    fc.constantFrom(
      'javascript:x',
      'http://u:p@site.example/a',
      'http://127.0.0.1/',
      'http://10.0.0.1/',
      'http://[::1]/',
    ),
    fc.constantFrom(
      '/a',
      '/b/',
      '/c?d=e',
      'http://de.site.example/',
      'http://fr.site.example/x',
      'http://bücher.site.example/',
    ),
    fc.constantFrom(
      'http://site.example:443/',
      'http://de.site.example/robots.txt',
      'http://other.example/',
      `/${'x'.repeat(1_990)}`,
    ),
    fc.webPath(),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  );
  const links = fc.array(fc.tuple(fc.constantFrom('en', 'de', 'zh-TW', 'x-default', '!', 'q'), href), {
    maxLength: 12,
  });
  const robots = fc.constantFrom('', 'User-agent: *\nDisallow: /', 'User-agent: DomainSearchMetricsBot\nDisallow: /a');
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  await fc.assert(
    fc.asyncProperty(links, robots, fc.boolean(), async (written, file, redirects) => {
      const escaped = written.map(([code, to]): [string, string] => [code, escape(to)]);
      const page = pageIn('en', escaped);
      const start: Cluster = redirects
        ? { '/': { status: 302, headers: { location: '/start' } }, '/start': page }
        : { '/': page };
      const { crawl, requests, answer } = await playCluster({ ...start, '/robots.txt': file });
      local.closeServers();
      expect(requests.length).toBeLessThanOrEqual(5);
      expect(new Set(requests).size).toBe(requests.length);
      expect(requests.filter((request) => crawl.includes(request))).toEqual([]);
      expect(answer.status).toBe('ok');
    }),
    { numRuns: 60 },
  );
});
