import { setTimeout as sleep } from 'node:timers/promises';
import type { PageAddress } from '../domain/page-address.ts';
import { NetworkFailure, TimedOut } from '../network/failures.ts';
import { type FetchOptions, followRedirects, type Hop } from '../network/http-client.ts';
import type { Network } from '../network/network.ts';
import type { RobotsAnswer, ServedPage } from '../network/served-page.ts';
import { HTML_ACCEPT, PAGE_BYTES } from '../sources/site/home-page.ts';
import { RobotsDisallowed } from '../sources/site/robots-gate.ts';
import type { SiteAccess } from '../sources/site/site-access.ts';
import { siteInterval } from '../sources/site/site-turns.ts';
import { ProviderUnavailable } from '../storage/provider-rate-limit.ts';
import { sitePace } from '../storage/site-pace.ts';
import type { SiteReader } from '../website/reader/read-site.ts';
import type { RobotsVerdict } from '../website/robots/robots-verdict.ts';

/** One server gets this long to answer with a page. */
const HOP_MS = 10_000;

/** Whether robots.txt allows the page is not known: it is not fetched (RFC 9309, 2.3.1.4). */
export class RobotsUnreachable extends NetworkFailure {
  readonly code = 'robots_unreachable';
  override readonly retryable = true;
  override message = 'robots.txt could not be read, so that the page was not asked for';
}

export interface VisitServices {
  site: SiteAccess;
  network: Pick<Network, 'isOverridden'>;
  reader: Pick<SiteReader, 'judgeRobots'>;
  /** Deadline, on the clock of `performance.now()`. */
  until: number;
}

export interface PageVisit {
  served: ServedPage;
  /** Of the origin that answered. */
  robots: RobotsAnswer;
  verdict: RobotsVerdict;
}

/**
 * Fetches one page with its redirects, each request at the pace of its site and by its robots.txt: of a home page the
 * group that names this crawler, of any other page the group for all crawlers where none does.
 *
 * @throws {RobotsDisallowed}
 * @throws {NetworkFailure} where there is no response
 * @throws {ProviderUnavailable} where the site has no turn in time, or wants to be left alone
 */
export async function visitPage(address: PageAddress, services: VisitServices): Promise<PageVisit> {
  const { site, network, reader, until } = services;
  const isHome = isHomePage(address);
  const sentAt = new Map<string, number>();
  let last: Pick<PageVisit, 'robots' | 'verdict'> | undefined;

  const send = async (url: URL, crawlDelaySeconds: number | null, limits: Limits): Promise<Hop> => {
    // What robots.txt has just said of the pace holds from the request for it on.
    const pace = sitePace(url.hostname);
    const intervalMs = siteInterval(crawlDelaySeconds, network.isOverridden(url.hostname));
    const dueAt = (sentAt.get(pace) ?? -Infinity) + intervalMs;
    const dueMs = Math.max(0, dueAt - performance.now());
    if (dueMs >= until - performance.now()) throw new ProviderUnavailable('busy', dueMs);
    await sleep(dueMs);
    const withinMs = until - performance.now();
    const requests = await site.take({ host: url.hostname, count: 1, crawlDelaySeconds, withinMs });
    const leftMs = until - performance.now();
    if (leftMs <= 0) throw new TimedOut();
    sentAt.set(pace, performance.now());
    return requests.send(url, { ...limits, timeoutMs: Math.min(limits.timeoutMs, leftMs) });
  };

  const visitHop = async (url: URL): Promise<Hop> => {
    const robots = await site.gate.reach(url, (file, limits) =>
      followRedirects(file, (hop) => send(hop, null, limits)),
    );
    if (!isHome && isUnreachable(robots)) throw new RobotsUnreachable();
    const verdict = await reader.judgeRobots(robots, url.href, isHome ? 'named' : 'applicable');
    if (!verdict.allowed) throw new RobotsDisallowed(verdict.rule);
    last = { robots, verdict };
    return send(url, verdict.crawlDelaySeconds, { timeoutMs: HOP_MS, maxBytes: PAGE_BYTES, accept: HTML_ACCEPT });
  };
  const served = await followRedirects(address.url, visitHop);
  return { served, ...last! };
}

type Limits = Pick<FetchOptions, 'maxBytes' | 'accept'> & { timeoutMs: number };

/** Whether it is the page that the domain's record is about. */
function isHomePage({ url }: PageAddress): boolean {
  return url === new URL('/', url).href;
}

/** No answer, or one that passes; other errors of the client say that there is no robots.txt. */
function isUnreachable({ status }: RobotsAnswer): boolean {
  return status === null || status === 429 || status >= 500;
}
