import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hreflangSource } from '../../../functions/core/sources/hreflang.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { readCases } from '../../support/read-cases.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import type { Replies } from '../../support/site-world.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../platform/network/local-servers.ts';
import { playCluster } from './play-cluster.ts';

afterEach(local.closeServers);

const home = (links: Record<string, string>) => ({ lang: 'en', links: { en: 'http://site.example/', ...links } });
const back = (lang: string) => ({ lang, links: { en: 'http://site.example/' } });
const GOOD = { '/': home({ de: '/de/' }), '/de/': back('de') };

interface Case {
  name: string;
  replies: Replies;
  expect: object & { alternates: object[] };
  /** Requests of the source, in any order; by default one for each alternate. */
  requests?: string[];
}

describe('the hreflang source', () => {
  test.each(readCases<Case>('hreflang'))(
    'judges alternates when $name',
    async ({ replies, expect: expected, requests }) => {
      const { section, requests: sent } = await playCluster(replies);
      const alternates = section!.alternates.map(({ url: _url, ...one }) => one);
      expect({ ...section, alternates }).toEqual({ ...expected, checked: expected.alternates.length });
      if (requests) expect(sent.toSorted()).toEqual(requests.toSorted());
      else expect(sent).toHaveLength(alternates.length);
    },
  );

  test('reads the head of an alternate of more than 5 MB', async () => {
    const body = `<html lang="de"><head><link rel="alternate" hreflang="en" href="http://site.example/"></head>`;
    const { section } = await playCluster({ ...GOOD, '/de/': body + '<p>'.padEnd(6_000_000, 'x') });
    expect(section).toMatchObject({ valid: true, alternates: [{ returns: true }] });
  });

  test('does not request an alternate on a private address', async () => {
    const network = local.networkOf({ 'site.example': await local.serveHttp((_, response) => response.end()) });
    const { crawled } = await playCluster({ '/': home({ de: 'http://de.site.example/' }) });
    const parts = { network, reader: siteReader, site: siteAccessOf(network), crawled: Promise.resolve(crawled) };
    const { sections } = await hreflangSource.fetch('site.example', contextOf(parts));
    expect(sections!.hreflang_cluster).toMatchObject({
      valid: null,
      alternates: [{ http_status: null, returns: null }],
    });
  });

  test('does not request a blocked host', async () => {
    const replies = { '/': home({ de: 'http://de.site.example/' }), 'http://de.site.example/': back('de') };
    const { section, requests } = await playCluster(replies, { blocked: ['de.site.example'] });
    expect([section!.checked, requests]).toEqual([0, []]);
  });

  test('judges the other alternates if one never answers', async () => {
    const { section } = await playCluster({
      '/': home({ de: '/de/', fr: '/fr/' }),
      '/de/': { silent: true },
      '/fr/': back('fr'),
    });
    const unknown = { http_status: null, returns: null, lang_matches: null };
    expect(section).toMatchObject({ valid: null, alternates: [unknown, { http_status: 200, returns: true }] });
  });

  test('is a retryable error without a home page', async () => {
    const answer = await hreflangSource.fetch('site.example', contextOf({ crawled: Promise.resolve(null) }));
    expect(answer).toMatchObject({ status: 'error', error: { code: 'no_home_page', retryable: true } });
  });

  test('sends no request if the wait for the slots is too long', async () => {
    const { crawled, requests } = await playCluster(GOOD);
    requests.splice(0);
    const site = {
      ...siteAccessOf(local.networkOf({})),
      take: () => Promise.reject(new ProviderUnavailable('busy', 1)),
    };
    const fetched = hreflangSource.fetch(
      'site.example',
      contextOf({ site, reader: siteReader, crawled: Promise.resolve(crawled) }),
    );
    await expect(fetched).rejects.toThrow(ProviderUnavailable);
    expect(requests).toEqual([]);
  });
});

test('a pause that robots.txt of a host requests stops the requests, and the answer is retryable', async () => {
  const rest = { status: 503, headers: { 'retry-after': '60' } };
  const replies = { '/': home({ de: 'http://de.site.example/' }), 'http://de.site.example/robots.txt': rest };
  const { answer, requests } = await playCluster(replies);
  expect(requests).toEqual(['http://de.site.example/robots.txt']);
  expect(answer).toMatchObject({
    status: 'partial',
    error: { retryable: true },
    sections: { hreflang_cluster: { checked: 0 } },
  });
});

test('a 503 with Retry-After is not a fault of the alternate', async () => {
  const { section } = await playCluster({ ...GOOD, '/de/': { status: 503, headers: { 'retry-after': '60' } } });
  expect(section).toMatchObject({ valid: null, alternates: [{ http_status: 503, returns: null }] });
});

describe('in a separate fetch', () => {
  test('addresses that the crawl has requested are not requested again', async () => {
    const cluster = { ...GOOD, '/robots.txt': 'User-agent: *\nDisallow: /de/' };
    const { requests, answer } = await playCluster(cluster, { later: true });
    expect(requests).toEqual(['/de/']);
    expect(answer.sections!.hreflang_cluster!.valid).toBe(true);
  });

  test('a robots.txt with a group for this crawler is read again and respected', async () => {
    const cluster = { ...GOOD, '/robots.txt': 'User-agent: domaingaugebot/1\nDisallow: /de/' };
    const { requests, answer } = await playCluster(cluster, { later: true });
    expect(requests).toEqual(['/robots.txt']);
    expect(answer.sections!.hreflang_cluster).toMatchObject({ checked: 0, alternates: [] });
  });
});

describe('five requests', () => {
  const codes = ['de', 'fr', 'it', 'es', 'pt', 'nl', 'sv'];
  const linksTo = (some: string[], hrefOf: (code: string) => string) =>
    Object.fromEntries(some.map((code) => [code, hrefOf(code)]));
  const near = (code: string) => `/${code}/`;
  const far = (code: string) => `http://${code}.site.example/`;
  async function checked(links: Record<string, string>) {
    const { section, requests } = await playCluster({ '/': home(links) });
    return [section!.alternates.map(({ hreflang }) => hreflang), requests.toSorted()];
  }

  test('are for the first five of many alternates', async () => {
    const five = codes.slice(0, 5);
    expect(await checked(linksTo(codes, near))).toEqual([five, five.map(near).toSorted()]);
  });

  test('are for two alternates on other hosts', async () => {
    const requests = ['de', 'fr'].flatMap((code) => [far(code), `${far(code)}robots.txt`]);
    expect(await checked(linksTo(codes, far))).toEqual([['de', 'fr'], requests]);
  });

  test('are for alternates whose robots.txt was read, if not all can be requested', async () => {
    const [alternates, requests] = await checked({
      ...linksTo(codes.slice(0, 3), far),
      ...linksTo(codes.slice(3, 6), near),
    });
    expect(alternates).toEqual(['de', 'es', 'pt', 'nl']);
    expect(requests).toHaveLength(5);
  });
});

test('at most five requests are sent for any page, without duplicates and without those of the crawl', async () => {
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
  const robots = fc.constantFrom('', 'User-agent: *\nDisallow: /', 'User-agent: DomaingaugeBot\nDisallow: /a');
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  await fc.assert(
    fc.asyncProperty(links, robots, fc.boolean(), async (written, file, redirects) => {
      const tags = written.map(([code, to]) => `<link rel="alternate" hreflang="${code}" href="${escape(to)}">`);
      const page = { lang: 'en', links: {}, head: tags.join('') };
      const start: Replies = redirects
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
