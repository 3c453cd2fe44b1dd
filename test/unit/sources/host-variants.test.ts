import nodeTls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { crawledSite } from '../../../functions/core/domains/fetch-sources.ts';
import { NetworkFailure } from '../../../functions/core/platform/network/failures.ts';
import type { Network } from '../../../functions/core/platform/network/network.ts';
import * as schema from '../../../functions/core/record/schema.ts';
import type { HostVariants, Page } from '../../../functions/core/record/record.ts';
import { hostVariantsSource } from '../../../functions/core/sources/host-variants.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import type { CrawledSite } from '../../../functions/core/sources/source.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { readCases } from '../../support/read-cases.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { HTML, listenerOf, type Replies } from '../../support/site-world.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../platform/network/local-servers.ts';

const BARE = 'site.example';
const WWW = 'www.site.example';

const trusted = nodeTls.getCACertificates();
let certificates: Record<'valid' | 'expired', Record<string, local.Certificate>>;

beforeAll(async () => {
  const ca = await local.authority();
  nodeTls.setDefaultCACertificates([...trusted, ca.cert]);
  const past = { from: new Date(Date.now() - 20 * 86_400_000), to: new Date(Date.now() - 86_400_000) };
  const hosts = [BARE, WWW, 'other.example'];
  const make = async (dates: object) =>
    Object.fromEntries(
      await Promise.all(hosts.map(async (host) => [host, await local.certificateFor(host, { ca, ...dates })] as const)),
    );
  certificates = { valid: await make({}), expired: await make(past) };
});
afterAll(() => nodeTls.setDefaultCACertificates(trusted));
afterEach(local.closeServers);

interface World {
  replies: Replies;
  /** Hosts without TLS, with an expired certificate, or that could not be reached. */
  hosts?: Record<string, 'no TLS' | 'expired' | 'timeout' | 'connection_refused'>;
}

/** Serves a world on real servers. `log`: addresses of the received HTTP requests; `sent`: number of attempts. */
async function serve({ replies, hosts = {} }: World) {
  const log: string[] = [];
  const names = [...new Set(Object.keys(replies).map((url) => new URL(url).hostname))];
  const ports = await Promise.all(
    names.map(async (name): Promise<[string, number]> => {
      const plain = listenerOf(replies, log);
      if (hosts[name] === 'no TLS') return [name, await local.serveHttp(plain)];
      const certificate = certificates[hosts[name] === 'expired' ? 'expired' : 'valid'][name]!;
      return [name, await local.serveBoth(certificate, listenerOf(replies, log, 'https'), plain)];
    }),
  );
  const reached = local.networkOf(Object.fromEntries(ports));
  const counter = { sent: 0 };
  const network: Network = {
    ...reached,
    enter(host, until) {
      counter.sent += 1;
      const kind = hosts[host];
      const isFailing = kind === 'timeout' || kind === 'connection_refused';
      return isFailing ? Promise.reject(new NetworkFailure(kind)) : reached.enter(host, until);
    },
  };
  return { network, log, counter };
}

/** Fetches the site, then its variants, as one fetch does. */
async function crawlAndFetch(world: World) {
  const { network, log, counter } = await serve(world);
  const site = siteAccessOf(network);
  const context = { network, reader: siteReader, site, now: Date.now };
  const crawled = crawledSite(await siteSource.fetch(BARE, contextOf(context)));
  const ofCrawl = log.splice(0);
  counter.sent = 0;
  const answer = await hostVariantsSource.fetch(BARE, contextOf({ crawled: Promise.resolve(crawled), site }));
  return { answer, crawled: crawled!, network, ofCrawl, requested: log, sent: counter.sent };
}

const shown = ({ http_status, error, final_url, hops }: HostVariants['variants'][number]) =>
  [http_status ?? error, final_url ?? '-', hops ?? '-'].join(' ');

const A = 'https://site.example/';
const W = 'https://www.site.example/';
const a = 'http://site.example/';
const w = 'http://www.site.example/';

interface Case extends World {
  name: string;
  expect: {
    /** Of http, http with www., https, https with www.: `<status or error> <final address> <redirects>`. */
    variants: string[];
    preferred: string;
    consistent: boolean | null;
    /** Number of attempted requests. */
    sent: number;
  };
}

describe('the host_variants source', () => {
  test.each(readCases<Case>('host_variants'))(
    'finds their final addresses when $name',
    async ({ expect: expected, ...world }) => {
      const { answer, ofCrawl, requested, sent } = await crawlAndFetch(world);
      const section = schema.hostVariants.parse(answer.sections!.host_variants);
      const { preferred, consistent, variants } = section;
      expect(answer.status).toBe('ok');
      expect({ variants: variants.map(shown), preferred, consistent, sent }).toEqual(expected);
      expect(variants.map(({ url }) => url)).toEqual([a, w, A, W]);
      expect(sent).toBeLessThanOrEqual(4);
      const all = [...ofCrawl, ...requested];
      expect(all).toEqual([...new Set(all)]);
    },
  );
});

/** Returns the result of a crawl with these addresses. */
function crawlOf(page: Partial<Page>, delay: number | null = null): CrawledSite {
  const agents = { '*': { allowed: true, crawl_delay_seconds: delay } };
  const known = { requested_url: A, final_url: A, http_status: 200, redirects: [], ...page };
  const robotsTxt = { url: `${A}robots.txt`, http_status: 200, agents } as unknown as CrawledSite['robotsTxt'];
  return { page: known as unknown as Page, robotsTxt, policy: { rsl: null, tdm: null } };
}

describe('in a separate fetch after the crawl', () => {
  const world: World = {
    replies: { [a]: `→ ${A}home`, [w]: `→ ${A}`, [A]: { cut: true }, [W]: `→ ${A}`, [`${A}home`]: 200 },
  };

  test('home page and robots.txt are not requested again', async () => {
    const { network, log } = await serve(world);
    const site = siteAccessOf(network);
    const answer = await hostVariantsSource.fetch(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    expect(answer.sections!.host_variants!.variants.map(shown)).toEqual([
      `200 ${A}home 1`,
      `200 ${A} 1`,
      `200 ${A} 0`,
      `200 ${A} 1`,
    ]);
    expect(log.toSorted()).toEqual([W, `${A}home`, '/', w].toSorted());
  });

  test('a truncated address in the record does not end the redirects', async () => {
    const { network } = await serve(world);
    const page = { redirects: [{ url: A, status: 301, location: `${A}a%2` }], final_url: `${A}a%20b` };
    const context = contextOf({ crawled: Promise.resolve(crawlOf(page)), site: siteAccessOf(network) });
    const { variants } = (await hostVariantsSource.fetch(BARE, context)).sections!.host_variants!;
    expect(shown(variants[2]!)).toBe(`200 ${A}a%20b 1`);
  });
});

test('no request is sent if no home page was ever read', async () => {
  const answer = await hostVariantsSource.fetch(
    BARE,
    contextOf({ crawled: Promise.resolve(null), site: null as never }),
  );
  expect(answer).toMatchObject({ status: 'error', error: { code: 'no_home_page', retryable: true } });
  expect(answer.sections).toBeUndefined();
});

describe('the rate limit of the site', () => {
  const free = { next: () => Promise.resolve(), rest: () => Promise.resolve() };

  test('slots of all required requests are taken together, with the Crawl-delay of robots.txt', async () => {
    const { network } = await serve({ replies: { [a]: `→ ${A}`, [w]: `→ ${A}`, [A]: 200, [W]: `→ ${A}` } });
    const taken: unknown[] = [];
    const takeSlots = (request: object) => Promise.resolve((taken.push(request), free));
    const site = siteAccessOf(network, { takeSlots });
    await hostVariantsSource.fetch(BARE, contextOf({ crawled: Promise.resolve(crawlOf({}, 2)), site }));
    expect(taken).toEqual([{ host: BARE, count: 3, crawlDelaySeconds: 2 }]);
  });

  test('no request is sent if the wait for the slots is too long', async () => {
    const { network, counter } = await serve({ replies: { [a]: 200, [A]: 200 } });
    const takeSlots = () => Promise.reject(new ProviderUnavailable('busy', 3_000));
    const site = siteAccessOf(network, { takeSlots });
    const fetched = hostVariantsSource.fetch(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    await expect(fetched).rejects.toMatchObject({ code: 'busy' });
    expect(counter.sent).toBe(0);
  });

  test('a redirect without a free slot is not followed', async () => {
    const { network } = await serve({ replies: { [a]: `→ ${A}home`, [w]: 200, [A]: 200, [W]: 200 } });
    let taken = 0;
    const busy = () => Promise.reject(new ProviderUnavailable('busy', 3_000));
    const site = siteAccessOf(network, { takeSlots: () => (taken++ === 0 ? Promise.resolve(free) : busy()) });
    const answer = await hostVariantsSource.fetch(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    expect([answer.status, taken]).toEqual(['ok', 2]);
    expect(shown(answer.sections!.host_variants!.variants[0]!)).toBe(`not_followed ${A}home 1`);
  });

  test('a requested pause stops the requests, and known variants are returned', async () => {
    const busy = { status: 429, headers: { 'retry-after': '60' } };
    const { network, log } = await serve({ replies: { [a]: busy, [w]: 200, [A]: 200, [W]: 200 } });
    let before = Promise.resolve();
    const rest = Promise.withResolvers<void>();
    // The second and the third slot are free after the answer to the first request.
    const next = () => {
      const slot = before;
      before = rest.promise;
      return slot;
    };
    const takeSlots = () => Promise.resolve({ next, rest: () => Promise.resolve(rest.resolve()) });
    const site = siteAccessOf(network, { takeSlots });
    const answer = await hostVariantsSource.fetch(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    expect(answer).toMatchObject({ status: 'partial', error: { code: 'rate_limited', retryable: true } });
    expect(answer.sections!.host_variants!.variants.map(shown)).toEqual([
      `429 ${a} 0`,
      'rate_limited - -',
      `200 ${A} 0`,
      'rate_limited - -',
    ]);
    expect(log).toEqual(['/']);
  });
});

test('a variant that does not answer does not delay the others', async () => {
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  const handler: Parameters<typeof local.serveHttp>[0] = (_, response) => {
    waiting += 1;
    if (waiting === 2) all.resolve();
    void all.promise.then(() => response.end(HTML));
  };
  // Each request waits for the other, so that this ends only if they are concurrent.
  const network = local.networkOf({ [BARE]: await local.serveHttp(handler), [WWW]: await local.serveHttp(handler) });
  const context = contextOf({ crawled: Promise.resolve(crawlOf({})), site: siteAccessOf(network) });
  const { variants } = (await hostVariantsSource.fetch(BARE, context)).sections!.host_variants!;
  expect(variants.map(shown)).toEqual([`200 ${a} 0`, `200 ${w} 0`, `200 ${A} 0`, 'no_tls - -']);
});

test('at most four addresses are requested for any answers, without duplicates and without those of the crawl', async () => {
  const own = [a, w, A, W, `${A}x`, `${a}x`, `${W}y`];
  const target = fc.constantFrom(...own, 'https://other.example/', 'http://site.example:8080/');
  const step = fc.oneof(
    fc.constantFrom(200, 404, 503).map((status) => ({ status, location: null })),
    target.map((url) => ({ status: 301, location: url })),
    fc.constant(null),
  );
  const worlds = fc.record({
    steps: fc.tuple(...own.map((url) => fc.tuple(fc.constant(url), step))),
    way: fc.uniqueArray(target, { minLength: 1, maxLength: 4 }),
    first: fc.constantFrom(A, a, W, w),
    known: fc.subarray(['https://site.example', 'http://site.example', 'https://www.site.example']),
  });
  await fc.assert(
    fc.asyncProperty(worlds, async ({ steps, way, first, known }) => {
      const urls = [...new Set([first, ...way])];
      const redirects = urls.slice(1).map((location, index) => ({ url: urls[index]!, status: 301, location }));
      const crawl = crawlOf({ requested_url: first, redirects, final_url: urls.at(-1)! });
      const sent: string[] = [];
      const send = ({ href }: URL) => {
        sent.push(href);
        const found = new Map(steps).get(href);
        if (!found) return Promise.reject(new NetworkFailure('timeout'));
        return Promise.resolve({ ...found, location: found.location === null ? null : new URL(found.location) });
      };
      const requested = new Set<string>(known);
      const gate = { isKnown: ({ origin }: URL) => requested.has(origin), add: () => {} };
      const admit = ({ origin }: URL) => {
        if (!requested.has(origin)) sent.push(`${origin}/robots.txt`);
        return Promise.resolve(void requested.add(origin));
      };
      const site = { gate, take: () => Promise.resolve({ send, admit }) } as never;
      const answer = await hostVariantsSource.fetch(BARE, contextOf({ crawled: Promise.resolve(crawl), site }));
      const { variants, preferred } = schema.hostVariants.parse(answer.sections!.host_variants);
      expect(sent.length).toBeLessThanOrEqual(4);
      expect(new Set([...sent, ...urls]).size).toBe(sent.length + urls.length);
      expect(sent.every((url) => own.includes(url) || url.endsWith('/robots.txt'))).toBe(true);
      for (const { http_status, error } of variants) expect(http_status === null).toBe(error !== null);
      const origins = variants.flatMap(({ http_status, final_url }) => (http_status === null ? [] : final_url!));
      expect(origins.some((url) => new URL(url).origin === preferred)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
