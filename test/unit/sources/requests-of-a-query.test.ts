import { readFileSync } from 'node:fs';
import nodeTls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { crawledSite, fetchSources, type SourceServices } from '../../../functions/core/domains/fetch-sources.ts';
import { providerSettings, sourceUrlSettings } from '../../../functions/core/sources/settings.ts';
import { planRequests } from '../../../functions/core/sources/hreflang.ts';
import { sources } from '../../../functions/core/sources/index.ts';
import { createProviderClient } from '../../../functions/core/sources/providers/provider-client.ts';
import { createSourceSettings } from '../../../functions/core/sources/providers/source-settings.ts';
import { createSiteSlots } from '../../../functions/core/sources/site/site-requests.ts';
import type { CrawledSite } from '../../../functions/core/sources/source.ts';
import { type Providers, startProviders } from '../../../infra/sandbox/providers/server.ts';
import { tableRows } from '../../support/markdown.ts';
import { settingsOf } from '../../support/settings.ts';
import { siteReader } from '../../support/site-reader.ts';
import * as local from '../platform/network/local-servers.ts';

/** Maximum number of requests of a query to sites and providers. */
const MOST_REQUESTS = 28;

const DOMAIN = 'shop.example';
const HOME = 'https://www.shop.example/';

const PAGES: Record<string, string> = {
  '/': '<!doctype html><html lang="en"><head><title>Shop</title></head><body>Shop</body></html>',
  '/robots.txt': 'User-agent: *\nAllow: /\n',
  '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${HOME}</loc></url></urlset>`,
  '/llms.txt': '# Shop\n\n> All things for the garden.\n\n- [Spades](https://www.shop.example/spades)\n',
};

const trusted = nodeTls.getCACertificates();
const sorted = (addresses: string[]) => addresses.toSorted();

describe('requests of a query', () => {
  let providers: Providers;
  /** Requested addresses of the site, in order. */
  let seen: string[];
  let services: SourceServices;

  beforeAll(async () => {
    const ca = await local.authority();
    nodeTls.setDefaultCACertificates([...trusted, ca.cert]);
    providers = await startProviders();
    const serve =
      (scheme: string): Parameters<typeof local.serveHttp>[0] =>
      (request, response) => {
        const { origin, pathname } = new URL(request.url!, `${scheme}://${request.headers.host!.replace(/:\d+$/, '')}`);
        seen.push(origin + pathname);
        // All other variants redirect to www. over https, plain http through https.
        const target = scheme === 'http' ? origin.replace('http:', 'https:') : HOME.slice(0, -1);
        if (origin + '/' !== HOME) return void response.writeHead(301, { location: target + pathname }).end();
        response.writeHead(pathname in PAGES ? 200 : 404, { 'content-type': 'text/html' }).end(PAGES[pathname]);
      };
    const portOf = async (host: string) =>
      local.serveBoth(await local.certificateFor(host, { ca }), serve('https'), serve('http'));
    const hosts = Object.fromEntries(
      await Promise.all([DOMAIN, `www.${DOMAIN}`].map(async (host) => [host, await portOf(host)] as const)),
    );
    const network = local.networkOf(hosts, [await local.serveDns(() => 'NXDOMAIN')]);
    const unused = { take: () => Promise.reject(new Error('These hosts have no rate limit')) };
    const slots = createSiteSlots(unused, 0, network.isOverridden);
    const http = createProviderClient(local.AGENT);
    services = {
      sources,
      network,
      reader: siteReader,
      // Lists that are fetched once a day, for all domains.
      shared: (_name, _maxAgeMs, load) => load(),
      siteSlots: { inline: slots, background: slots, batch: slots },
      followed: { isBlocked: () => Promise.resolve(false) },
      http: { inline: http, background: http, batch: http },
      settings: createSourceSettings(settingsOf({ ...providerSettings, ...sourceUrlSettings }, providers.urls)),
      budget: { reserve: () => Promise.resolve({ settle: () => Promise.resolve() }) },
      readKeys: () => Promise.resolve(providers.keys),
      now: Date.now,
    };
  });

  afterAll(async () => {
    nodeTls.setDefaultCACertificates(trusted);
    local.closeServers();
    await providers.close();
  });

  /** Fetches with all sources enabled. @returns the requests to the site, and to each provider */
  async function fetchAll(requested = sources, crawled: CrawledSite | null = null) {
    seen = [];
    providers.requests.splice(0);
    const request = { domain: DOMAIN, sources: requested, crawled, limits: { mode: 'background' as const } };
    const results = await fetchSources(request, services);
    const ids = providers.requests.map(({ provider }) => provider);
    const ofProviders = Object.fromEntries([...new Set(ids)].map((id) => [id, ids.filter((one) => one === id).length]));
    return { results, ofSite: seen, ofProviders };
  }
  const crawl = async () => fetchAll(sources.filter(({ id }) => id === 'site'));

  test('a query sends the requests of the crawl and further ones for other addresses of the site', async () => {
    const { ofSite: ofCrawl } = await crawl();
    const { ofSite, results } = await fetchAll();
    const added = ofSite.filter((url) => !ofCrawl.includes(url));
    expect(sorted(ofSite)).toEqual(sorted([...ofCrawl, ...added]));
    const files = [`${HOME}.well-known/tdmrep.json`, `${HOME}llms.txt`];
    expect(sorted(added)).toEqual([`http://${DOMAIN}/`, `http://www.${DOMAIN}/`, ...files]);
    expect(results.flatMap(({ source, answer }) => (answer.status === 'ok' ? [] : source.id))).toEqual(['dns']);
  });

  test('a source that is requested later does not request the home page again', async () => {
    const { ofSite: ofCrawl, results } = await crawl();
    const crawled = crawledSite(results[0]!.answer);
    const later = await fetchAll(
      sources.filter(({ followsCrawl }) => followsCrawl),
      crawled,
    );
    expect(later.ofSite.filter((url) => ofCrawl.includes(url))).toEqual([]);
    expect(sorted(later.ofSite)).toEqual([`http://${DOMAIN}/`, `http://www.${DOMAIN}/`]);
  });

  describe('the table of requests in docs/sources.md', () => {
    const rows = tableRows(readFileSync('docs/sources.md', 'utf8'), '## Requests of a query');
    const counted = rows.slice(0, -1).map(([id, most]) => ({ id: id!, most: Number(most) }));

    test('has a row of each source that sends requests by HTTP', () => {
      const listed = counted.map(({ id }) => id);
      const sending = sources.map(({ id }) => id).filter((id) => id !== 'dns' && id !== 'tls');
      expect(sending.filter((id) => !listed.includes(`\`${id}\``))).toEqual([]);
    });

    test('has the correct sum', () => {
      const sum = counted.reduce((all, { most }) => all + most, 0);
      expect(rows.at(-1)![1]).toBe(String(sum));
      expect(sum).toBeLessThanOrEqual(MOST_REQUESTS);
    });

    test('contains the number of requests to each provider', async () => {
      const { ofProviders } = await fetchAll();
      const bySource = new Map<string, number>();
      for (const [fake, count] of Object.entries(ofProviders)) {
        const id = sources.find((source) => fake === source.id || fake.startsWith(`${source.id}_`))!.id;
        bySource.set(id, (bySource.get(id) ?? 0) + count);
      }
      const providerIds = sources.filter(({ address }) => address).map(({ id }) => id);
      const documented = providerIds.map((id) => [id, counted.find((row) => row.id === `\`${id}\``)?.most]);
      expect(documented).toEqual(providerIds.map((id) => [id, bySource.get(id)]));
    });
  });
});

const hosts = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.site.example`);
const alternate = (url: string) => ({ url, hreflangs: ['de'] });

test('at most five requests are planned, in the order of the page, and no further alternate would fit', () => {
  const urls = fc.uniqueArray(fc.tuple(fc.constantFrom(...hosts), fc.nat(9)), { selector: String, maxLength: 20 });
  fc.assert(
    fc.property(urls, fc.subarray(hosts), fc.subarray(hosts), (pages, known, answered) => {
      const alternates = pages.map(([host, page]) => alternate(`${host}/${page}`));
      const isKnown = (url: string) => known.includes(new URL(url).origin);
      const isAnswered = (url: string) => answered.some((host) => url === `${host}/0`);
      const { chosen, requests } = planRequests(alternates, isAnswered, isKnown);

      const sent = new Set<string>();
      for (const { url } of chosen.filter((one) => !isAnswered(one.url))) {
        sent.add(url);
        if (!isKnown(url)) sent.add(`${new URL(url).origin}/robots.txt`);
      }
      expect(requests).toBe(sent.size);
      expect(requests).toBeLessThanOrEqual(5);
      expect(chosen).toEqual(alternates.filter((one) => chosen.includes(one)));
      const left = alternates.filter((one) => !chosen.includes(one));
      const planned = [...sent].map((url) => new URL(url).origin);
      const fits = left.some(({ url }) => {
        if (isAnswered(url)) return true;
        return requests + (isKnown(url) || planned.includes(new URL(url).origin) ? 1 : 2) <= 5;
      });
      expect(chosen.length < 5 && fits).toBe(false);
    }),
  );
});
