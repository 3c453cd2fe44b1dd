import nodeTls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { crawledSite } from '../../../functions/shared/domain-record/ask-sources.ts';
import { NetworkFailure } from '../../../functions/shared/network/failures.ts';
import type { Network } from '../../../functions/shared/network/network.ts';
import * as schema from '../../../functions/shared/record/schema.ts';
import type { HostVariants, Page } from '../../../functions/shared/record/record.ts';
import { hostVariantsSource } from '../../../functions/shared/sources/host-variants/host-variants.ts';
import { siteSource } from '../../../functions/shared/sources/site/site.ts';
import type { CrawledSite } from '../../../functions/shared/sources/source.ts';
import { ProviderUnavailable } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../network/local-servers.ts';

const BARE = 'site.example';
const WWW = 'www.site.example';
const HTML = '<!doctype html><html lang="en"><head><title>Home</title></head><body>Home</body></html>';
const CHALLENGE = '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>';

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

/** A status, a redirect (`→ <address>`), a cut connection, or an answer in full. */
type Reply = number | `→ ${string}` | 'cut' | { status: number; headers?: Record<string, string>; body?: string };

interface World {
  /** By address; every other address of these hosts is a 404. */
  replies: Record<string, Reply>;
  /** Hosts without TLS, with an expired certificate, or that cannot be reached at all. */
  hosts?: Record<string, 'no TLS' | 'expired' | NetworkFailure>;
}

/** Serves a world on real servers. `log`: addresses of the HTTP requests that came; `sent`: how many were tried. */
async function serve({ replies, hosts = {} }: World) {
  const log: string[] = [];
  const answer =
    (scheme: string): Parameters<typeof local.serveHttp>[0] =>
    (request, response) => {
      const url = `${scheme}://${request.headers.host!.replace(/:\d+$/, '')}${request.url!}`;
      log.push(url);
      const reply = replies[url] ?? 404;
      if (reply === 'cut') return void response.destroy();
      const { status, headers, body } = inFull(reply);
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body ?? HTML);
    };
  const names = [...new Set(Object.keys(replies).map((url) => new URL(url).hostname))];
  const ports = await Promise.all(
    names.map(async (name): Promise<[string, number]> => {
      const kind = hosts[name];
      if (kind === 'no TLS') return [name, await local.serveHttp(answer('http'))];
      const certificate = certificates[kind === 'expired' ? 'expired' : 'valid'][name]!;
      return [name, await local.serveBoth(certificate, answer('https'), answer('http'))];
    }),
  );
  const reached = local.networkOf(Object.fromEntries(ports));
  const counter = { sent: 0 };
  const network: Network = {
    ...reached,
    enter(host, until) {
      counter.sent += 1;
      const kind = hosts[host];
      return kind instanceof Error ? Promise.reject(kind) : reached.enter(host, until);
    },
  };
  return { network, log, counter };
}

function inFull(reply: Exclude<Reply, 'cut'>): { status: number; headers?: Record<string, string>; body?: string } {
  if (typeof reply === 'number') return { status: reply };
  return typeof reply === 'string' ? { status: 301, headers: { location: reply.slice(2) } } : reply;
}

/** Crawls the site, then asks for its variants, as one fetch does. */
async function crawlAndAsk(world: World) {
  const { network, log, counter } = await serve(world);
  const site = siteAccessOf(network);
  const context = { network, reader: siteReader, site, now: Date.now };
  const crawled = crawledSite((await siteSource.ask(BARE, contextOf(context))).sections);
  const ofCrawl = log.splice(0);
  counter.sent = 0;
  const answer = await hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(crawled), site }));
  return { answer, crawled: crawled!, network, ofCrawl, asked: log, sent: counter.sent };
}

const shown = ({ http_status, error, final_url, hops }: HostVariants['variants'][number]) =>
  [http_status ?? error, final_url ?? '-', hops ?? '-'].join(' ');

const A = 'https://site.example/';
const W = 'https://www.site.example/';
const a = 'http://site.example/';
const w = 'http://www.site.example/';

interface Expected {
  /** Of http, http with www., https, https with www.: `<status or error> <final address> <redirects>`. */
  variants: [string, string, string, string];
  preferred: string | null;
  consistent: boolean | null;
  /** Requests that were tried. */
  sent: number;
}
const to = (origin: string) => origin.slice(0, -1);

const matrix: [what: string, world: World, expected: Expected][] = [
  [
    'all lead to https',
    { replies: { [a]: `→ ${A}`, [w]: `→ ${A}`, [W]: `→ ${A}`, [A]: 200 } },
    { variants: [`200 ${A} 1`, `200 ${A} 1`, `200 ${A} 0`, `200 ${A} 1`], preferred: to(A), consistent: true, sent: 3 },
  ],
  [
    'all lead to www.',
    { replies: { [a]: `→ ${A}`, [w]: `→ ${W}`, [A]: `→ ${W}`, [W]: 200 } },
    { variants: [`200 ${W} 2`, `200 ${W} 1`, `200 ${W} 1`, `200 ${W} 0`], preferred: to(W), consistent: true, sent: 2 },
  ],
  [
    'none leads to another',
    { replies: { [a]: 200, [w]: 200, [A]: 200, [W]: 200 } },
    {
      variants: [`200 ${a} 0`, `200 ${w} 0`, `200 ${A} 0`, `200 ${W} 0`],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'each host keeps to itself',
    { replies: { [a]: `→ ${A}`, [w]: `→ ${W}`, [A]: 200, [W]: 200 } },
    {
      variants: [`200 ${A} 1`, `200 ${W} 1`, `200 ${A} 0`, `200 ${W} 0`],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'most lead elsewhere than the crawl',
    { replies: { [a]: `→ ${W}`, [w]: `→ ${W}`, [A]: 200, [W]: 200 } },
    {
      variants: [`200 ${W} 1`, `200 ${W} 1`, `200 ${A} 0`, `200 ${W} 0`],
      preferred: to(W),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'https leads back to http',
    { replies: { [A]: `→ ${a}`, [W]: `→ ${w}`, [w]: `→ ${a}`, [a]: 200 } },
    { variants: [`200 ${a} 0`, `200 ${a} 1`, `200 ${a} 1`, `200 ${a} 2`], preferred: to(a), consistent: true, sent: 2 },
  ],
  [
    'only www. has an address',
    { replies: { [w]: `→ ${W}`, [W]: 200 } },
    {
      variants: ['name_not_found - -', `200 ${W} 1`, 'name_not_found - -', `200 ${W} 0`],
      preferred: to(W),
      consistent: true,
      sent: 1,
    },
  ],
  [
    'only www. has an address, and no https',
    { replies: { [w]: 200 }, hosts: { [WWW]: 'no TLS' } },
    {
      variants: ['name_not_found - -', `200 ${w} 0`, 'name_not_found - -', 'no_https - -'],
      preferred: to(w),
      consistent: null,
      sent: 0,
    },
  ],
  [
    'www. has no address',
    { replies: { [a]: `→ ${A}`, [A]: 200 } },
    {
      variants: [`200 ${A} 1`, 'name_not_found - -', `200 ${A} 0`, 'name_not_found - -'],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'the home page leads to a twin without an address',
    { replies: { [a]: 200, [A]: 200 } },
    {
      variants: [`200 ${a} 0`, 'name_not_found - -', `200 ${A} 0`, 'name_not_found - -'],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'http leads to a twin without an address',
    { replies: { [a]: `→ ${W}`, [A]: 200 } },
    {
      variants: [`name_not_found ${W} 1`, 'name_not_found - -', `200 ${A} 0`, 'name_not_found - -'],
      preferred: to(A),
      consistent: null,
      sent: 3,
    },
  ],
  [
    'there is no https',
    { replies: { [a]: 200, [w]: `→ ${a}` }, hosts: { [BARE]: 'no TLS', [WWW]: 'no TLS' } },
    {
      variants: [`200 ${a} 0`, `200 ${a} 1`, 'no_https - -', 'tls_error - -'],
      preferred: to(a),
      consistent: true,
      sent: 2,
    },
  ],
  [
    'there is no https, but a twin leads there',
    { replies: { [a]: 200, [w]: `→ ${A}` }, hosts: { [BARE]: 'no TLS', [WWW]: 'no TLS' } },
    {
      variants: [`200 ${a} 0`, `no_https ${A} 1`, 'no_https - -', 'tls_error - -'],
      preferred: to(a),
      consistent: null,
      sent: 2,
    },
  ],
  [
    'there is no http',
    { replies: { [a]: 'cut', [w]: 'cut', [A]: 200, [W]: `→ ${A}` } },
    {
      variants: ['connection_reset - -', 'connection_reset - -', `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'the certificates have expired',
    { replies: { [a]: 200, [w]: 200, [A]: 200, [W]: 200 }, hosts: { [BARE]: 'expired', [WWW]: 'expired' } },
    {
      variants: [`200 ${a} 0`, `200 ${w} 0`, 'no_https - -', 'tls_error - -'],
      preferred: to(a),
      consistent: false,
      sent: 2,
    },
  ],
  [
    'the certificate of the twin has expired',
    { replies: { [a]: `→ ${A}`, [w]: `→ ${W}`, [A]: 200, [W]: `→ ${A}` }, hosts: { [WWW]: 'expired' } },
    {
      variants: [`200 ${A} 1`, `tls_error ${W} 1`, `200 ${A} 0`, 'tls_error - -'],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'the twin does not answer',
    { replies: { [a]: `→ ${A}`, [A]: 200 }, hosts: { [WWW]: new NetworkFailure('timeout') } },
    {
      variants: [`200 ${A} 1`, 'timeout - -', `200 ${A} 0`, 'timeout - -'],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'the twin refuses connections',
    { replies: { [a]: `→ ${w}`, [A]: 200 }, hosts: { [WWW]: new NetworkFailure('connection_refused') } },
    {
      variants: [`connection_refused ${w} 1`, 'connection_refused - -', `200 ${A} 0`, 'connection_refused - -'],
      preferred: to(A),
      consistent: null,
      sent: 3,
    },
  ],
  [
    'an address leads to itself',
    { replies: { [a]: `→ ${a}`, [w]: `→ ${A}`, [A]: 200, [W]: `→ ${A}` } },
    {
      variants: [`redirect_loop ${a} 1`, `200 ${A} 1`, `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'two twins lead to each other',
    { replies: { [a]: `→ ${w}`, [w]: `→ ${a}`, [A]: 200, [W]: `→ ${w}` } },
    {
      variants: [`redirect_loop ${a} 2`, `redirect_loop ${w} 2`, `200 ${A} 0`, `redirect_loop ${w} 3`],
      preferred: to(A),
      consistent: null,
      sent: 3,
    },
  ],
  [
    'a chain through all four',
    { replies: { [a]: `→ ${w}`, [w]: `→ ${W}`, [W]: `→ ${A}`, [A]: 200 } },
    { variants: [`200 ${A} 3`, `200 ${A} 2`, `200 ${A} 0`, `200 ${A} 1`], preferred: to(A), consistent: true, sent: 3 },
  ],
  [
    "a path of the crawl's way",
    { replies: { [a]: `→ ${A}en/`, [w]: `→ ${A}`, [A]: `→ /en/`, [`${A}en/`]: 200, [W]: `→ ${A}en/` } },
    {
      variants: [`200 ${A}en/ 1`, `200 ${A}en/ 2`, `200 ${A}en/ 1`, `200 ${A}en/ 1`],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'a path of an origin whose robots.txt the crawl has read',
    { replies: { [a]: `→ ${A}`, [w]: `→ ${A}home`, [A]: 200, [W]: `→ ${A}home`, [`${A}home`]: 200 } },
    {
      variants: [`200 ${A} 1`, `200 ${A}home 1`, `200 ${A} 0`, `200 ${A}home 1`],
      preferred: to(A),
      consistent: true,
      sent: 4,
    },
  ],
  [
    'such a path, which robots.txt forbids',
    {
      replies: {
        [a]: `→ ${A}`,
        [w]: `→ ${A}home`,
        [A]: 200,
        [W]: `→ ${A}`,
        [`${A}home`]: 200,
        [`${A}robots.txt`]: { status: 200, body: 'User-agent: DomainSearchMetricsBot\nDisallow: /home' },
      },
    },
    {
      variants: [`200 ${A} 1`, `robots_disallowed ${A}home 1`, `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'a chain of paths that is longer than the requests',
    { replies: { [a]: `→ ${A}`, [w]: `→ ${A}1`, [A]: 200, [W]: `→ ${A}`, [`${A}1`]: `→ ${A}2`, [`${A}2`]: 200 } },
    {
      variants: [`200 ${A} 1`, `not_followed ${A}2 2`, `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: true,
      sent: 4,
    },
  ],
  [
    'a path of an origin whose robots.txt nobody has read',
    { replies: { [a]: `→ ${a}en/`, [w]: `→ ${A}`, [A]: 200, [W]: `→ ${A}`, [`${a}en/`]: 200 } },
    {
      variants: [`not_followed ${a}en/ 1`, `200 ${A} 1`, `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'such a path, where two requests are left: robots.txt is asked first',
    {
      replies: { [a]: 200, [w]: `→ ${w}en/`, [`${w}en/`]: 200 },
      hosts: { [BARE]: 'no TLS', [WWW]: 'no TLS' },
    },
    {
      variants: [`200 ${a} 0`, `200 ${w}en/ 1`, 'no_https - -', 'tls_error - -'],
      preferred: to(a),
      consistent: false,
      sent: 4,
    },
  ],
  [
    'such a path, whose robots.txt leads to the one that the crawl has read',
    {
      replies: {
        [a]: 200,
        [w]: `→ ${w}en/`,
        [`${w}en/`]: 200,
        [`${w}robots.txt`]: `→ ${a}robots.txt`,
        [`${a}robots.txt`]: { status: 200, body: 'User-agent: DomainSearchMetricsBot\nDisallow: /en/' },
      },
      hosts: { [BARE]: 'no TLS', [WWW]: 'no TLS' },
    },
    {
      variants: [`200 ${a} 0`, `robots_disallowed ${w}en/ 1`, 'no_https - -', 'tls_error - -'],
      preferred: to(a),
      consistent: null,
      sent: 3,
    },
  ],
  [
    'http leads to another site',
    {
      replies: {
        [a]: '→ https://other.example/',
        [w]: `→ ${A}`,
        [A]: 200,
        [W]: `→ ${A}`,
        'https://other.example/': 200,
      },
    },
    {
      variants: ['not_followed https://other.example/ 1', `200 ${A} 1`, `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'a name below, and another port, are other sites',
    { replies: { [a]: `→ https://shop.site.example/`, [w]: `→ https://site.example:8443/`, [A]: 200, [W]: `→ ${A}` } },
    {
      variants: [
        'not_followed https://shop.site.example/ 1',
        'not_followed https://site.example:8443/ 1',
        `200 ${A} 0`,
        `200 ${A} 1`,
      ],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
  [
    'the whole domain has moved to another site',
    {
      replies: {
        [a]: `→ ${A}`,
        [w]: `→ ${A}`,
        [A]: '→ https://other.example/',
        [W]: `→ ${A}`,
        'https://other.example/': 200,
      },
    },
    {
      variants: [2, 2, 1, 2].map((hops) => `200 https://other.example/ ${hops}`) as Expected['variants'],
      preferred: 'https://other.example',
      consistent: true,
      sent: 3,
    },
  ],
  [
    'the twins are not found',
    { replies: { [a]: `→ ${A}`, [w]: 404, [A]: 200, [W]: 410 } },
    {
      variants: [`200 ${A} 1`, `404 ${w} 0`, `200 ${A} 0`, `410 ${W} 0`],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'the home page itself is not found',
    { replies: { [a]: `→ ${A}`, [w]: `→ ${A}`, [A]: 404, [W]: `→ ${A}` } },
    { variants: [`404 ${A} 1`, `404 ${A} 1`, `404 ${A} 0`, `404 ${A} 1`], preferred: to(A), consistent: true, sent: 3 },
  ],
  [
    'the twins are out of order',
    { replies: { [a]: 502, [w]: 500, [A]: 200, [W]: 503 } },
    {
      variants: [`502 ${a} 0`, `500 ${w} 0`, `200 ${A} 0`, `503 ${W} 0`],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'the twin wants fewer requests: no redirect is followed any more',
    {
      replies: {
        [a]: `→ ${A}home`,
        [w]: `→ ${A}`,
        [A]: 200,
        [W]: { status: 429, headers: { 'retry-after': '60' } },
        [`${A}home`]: 200,
      },
    },
    {
      variants: [`not_followed ${A}home 1`, `200 ${A} 1`, `200 ${A} 0`, `429 ${W} 0`],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'challenges stand in the place of the twins',
    {
      replies: {
        [a]: `→ ${A}`,
        [w]: { status: 200, body: CHALLENGE },
        [A]: 200,
        [W]: { status: 403, body: CHALLENGE },
      },
    },
    {
      variants: [`200 ${A} 1`, `200 ${w} 0`, `200 ${A} 0`, `403 ${W} 0`],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'a redirect leads to no web address, another one nowhere',
    { replies: { [a]: '→ ftp://site.example/', [w]: { status: 301 }, [A]: 200, [W]: `→ ${A}` } },
    {
      variants: ['bad_redirect - -', `301 ${w} 0`, `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: false,
      sent: 3,
    },
  ],
  [
    'redirects are written in other ways',
    {
      replies: {
        [a]: '→ HTTPS://SITE.example:443#top',
        [w]: '→ //user:pass@site.example',
        [A]: 200,
        [W]: '→ https://site.example/./',
      },
    },
    {
      variants: [`200 ${A} 1`, `200 ${A} 2`, `200 ${A} 0`, `200 ${A} 1`],
      preferred: to(A),
      consistent: true,
      sent: 3,
    },
  ],
];

describe('where the variants of a home page lead', () => {
  test.each(matrix)('%s', async (_what, world, expected) => {
    const { answer, ofCrawl, asked, sent } = await crawlAndAsk(world);
    const section = schema.hostVariants.parse(answer.sections!.host_variants);
    const { preferred, consistent, variants } = section;
    expect(answer.status).toBe('ok');
    expect({ variants: variants.map(shown), preferred, consistent, sent }).toEqual(expected);
    expect(variants.map(({ url }) => url)).toEqual([a, w, A, W]);
    expect(sent).toBeLessThanOrEqual(4);
    const all = [...ofCrawl, ...asked];
    expect(all).toEqual([...new Set(all)]);
  });
});

/** What is known of a crawl that was read at these addresses. */
function crawlOf(page: Partial<Page>, delay: number | null = null): CrawledSite {
  const agents = { '*': { allowed: true, crawl_delay_seconds: delay } };
  const known = { requested_url: A, final_url: A, http_status: 200, redirects: [], ...page };
  const robotsTxt = { url: `${A}robots.txt`, http_status: 200, agents } as unknown as CrawledSite['robotsTxt'];
  return { page: known as unknown as Page, robotsTxt };
}

describe('asked by itself, when the crawl is stored', () => {
  const world: World = { replies: { [a]: `→ ${A}home`, [w]: `→ ${A}`, [A]: 'cut', [W]: `→ ${A}`, [`${A}home`]: 200 } };

  test('the home page is not asked for, and neither is robots.txt', async () => {
    const { network, log } = await serve(world);
    const site = siteAccessOf(network);
    const answer = await hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    expect(answer.sections!.host_variants!.variants.map(shown)).toEqual([
      `200 ${A}home 1`,
      `200 ${A} 1`,
      `200 ${A} 0`,
      `200 ${A} 1`,
    ]);
    expect(log.toSorted()).toEqual([W, `${A}home`, a, w].toSorted());
  });

  test('an address that was cut off in the record does not end the way there', async () => {
    const { network } = await serve(world);
    const page = { redirects: [{ url: A, status: 301, location: `${A}a%2` }], final_url: `${A}a%20b` };
    const context = contextOf({ crawled: Promise.resolve(crawlOf(page)), site: siteAccessOf(network) });
    const { variants } = (await hostVariantsSource.ask(BARE, context)).sections!.host_variants!;
    expect(shown(variants[2]!)).toBe(`200 ${A}a%20b 1`);
  });
});

test('where no home page was ever read, nothing is asked', async () => {
  const answer = await hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(null), site: null as never }));
  expect(answer).toMatchObject({ status: 'error', error: { code: 'no_home_page', retryable: true } });
  expect(answer.sections).toBeUndefined();
});

describe('the pace of the site', () => {
  const free = { next: () => Promise.resolve(), rest: () => Promise.resolve() };

  test('turns for all requests that are surely needed are taken at once, with the delay that robots.txt wants', async () => {
    const { network } = await serve({ replies: { [a]: `→ ${A}`, [w]: `→ ${A}`, [A]: 200, [W]: `→ ${A}` } });
    const taken: unknown[] = [];
    const takeTurns = (wanted: object) => Promise.resolve((taken.push(wanted), free));
    const site = siteAccessOf(network, { takeTurns });
    await hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(crawlOf({}, 2)), site }));
    expect(taken).toEqual([{ host: BARE, count: 3, crawlDelaySeconds: 2 }]);
  });

  test('nothing is sent where they do not fit', async () => {
    const { network, counter } = await serve({ replies: { [a]: 200, [A]: 200 } });
    const takeTurns = () => Promise.reject(new ProviderUnavailable('busy', 3_000));
    const site = siteAccessOf(network, { takeTurns });
    const asked = hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    await expect(asked).rejects.toMatchObject({ code: 'busy' });
    expect(counter.sent).toBe(0);
  });

  test('a redirect for which there is no turn is not followed', async () => {
    const { network } = await serve({ replies: { [a]: `→ ${A}home`, [w]: 200, [A]: 200, [W]: 200 } });
    let taken = 0;
    const busy = () => Promise.reject(new ProviderUnavailable('busy', 3_000));
    const site = siteAccessOf(network, { takeTurns: () => (taken++ === 0 ? Promise.resolve(free) : busy()) });
    const answer = await hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    expect([answer.status, taken]).toEqual(['ok', 2]);
    expect(shown(answer.sections!.host_variants!.variants[0]!)).toBe(`not_followed ${A}home 1`);
  });

  test('after an answer that asks for a pause nothing is sent, and what is known is told', async () => {
    const busy = { status: 429, headers: { 'retry-after': '60' } };
    const { network, log } = await serve({ replies: { [a]: busy, [w]: 200, [A]: 200, [W]: 200 } });
    let before = Promise.resolve();
    const rest = Promise.withResolvers<void>();
    // The second and the third turn come after the answer to the first request.
    const next = () => {
      const turn = before;
      before = rest.promise;
      return turn;
    };
    const takeTurns = () => Promise.resolve({ next, rest: () => Promise.resolve(rest.resolve()) });
    const site = siteAccessOf(network, { takeTurns });
    const answer = await hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(crawlOf({})), site }));
    expect(answer).toMatchObject({ status: 'partial', error: { code: 'rate_limited', retryable: true } });
    expect(answer.sections!.host_variants!.variants.map(shown)).toEqual([
      `429 ${a} 0`,
      'rate_limited - -',
      `200 ${A} 0`,
      'rate_limited - -',
    ]);
    expect(log).toEqual([a]);
  });
});

test('a twin that does not answer holds up no other', async () => {
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  const handler: Parameters<typeof local.serveHttp>[0] = (_, response) => {
    waiting += 1;
    if (waiting === 2) all.resolve();
    void all.promise.then(() => response.end(HTML));
  };
  // Each waits for the other, so that this ends only if they are under way at once.
  const network = local.networkOf({ [BARE]: await local.serveHttp(handler), [WWW]: await local.serveHttp(handler) });
  const context = contextOf({ crawled: Promise.resolve(crawlOf({})), site: siteAccessOf(network) });
  const { variants } = (await hostVariantsSource.ask(BARE, context)).sections!.host_variants!;
  expect(variants.map(shown)).toEqual([`200 ${a} 0`, `200 ${w} 0`, `200 ${A} 0`, 'tls_error - -']);
});

test('whatever the addresses answer, at most four are asked for, none twice, and none that the crawl has asked for', async () => {
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
      const asked = new Set<string>(known);
      const gate = { isKnown: ({ origin }: URL) => asked.has(origin), learn: () => {} };
      const admit = ({ origin }: URL) => {
        if (!asked.has(origin)) sent.push(`${origin}/robots.txt`);
        return Promise.resolve(void asked.add(origin));
      };
      const site = { gate, take: () => Promise.resolve({ send, admit }) } as never;
      const answer = await hostVariantsSource.ask(BARE, contextOf({ crawled: Promise.resolve(crawl), site }));
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
