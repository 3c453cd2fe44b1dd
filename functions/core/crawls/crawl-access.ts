import type { Network } from '../platform/network/network.ts';
import type { RobotsAnswer } from '../platform/network/http-client.ts';
import { createSiteAccess, type SendRateLimited, type TakeSlots } from '../sources/site/site-requests.ts';
import { createRobotsGate, type RobotsGate } from '../sources/site/robots-gate.ts';
import type { FollowedDomains } from '../domains/schedule/followed-domains.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';
import { withoutWww } from '../platform/names/ascii-host.ts';
import { HOP_MS } from '../sources/site/visit-hop.ts';
import type { HeadersFor } from './credentials/request-headers.ts';
import { type CrawlRate, createRatedRequests, createRatedSlots } from './crawl-rate.ts';
import { MIN_VISIT_MS, MAX_WAIT_MS, ROBOTS_RETRY_MS, TOO_MANY_REQUESTS_WAIT_MS } from './limits.ts';
import type { WrittenCrawl } from './store/crawl-visits.ts';
import type { SiteCrawls } from './store/site-crawls.ts';

/** Number of requests for a robots.txt that cannot be read. */
const MAX_ROBOTS_TRIES = 3;

/** Requests of a crawl to its site, within robots.txt and the rate limit. */
export interface CrawlAccess {
  /** The robots.txt files of the crawl: each is requested once and applies to the whole crawl. */
  gate: Pick<RobotsGate, 'reach'>;
  send: SendRateLimited;
}

export interface AccessServices {
  network: Network;
  reader: SiteReader;
  followed: Pick<FollowedDomains, 'isBlocked'>;
  crawlSlots: TakeSlots;
  now: () => number;
}

interface AccessOptions {
  /** Of requests to the hosts of the domain, with and without `www.`; `null`: the default, as for other hosts. */
  rate: CrawlRate | null;
  /** Adds credentials to requests; `null`: the crawl has none. */
  headersFor: HeadersFor | null;
}

interface StoredRobots {
  robots: RobotsAnswer;
  tries: number;
}

/**
 * @param domain domain of the crawl
 * @param leftMs returns the milliseconds that are left of this slice
 */
export function createCrawlAccess(
  domain: string,
  files: CrawlFiles,
  { network, reader, followed, crawlSlots, now }: AccessServices,
  leftMs: () => number,
  { rate, headersFor }: AccessOptions,
): CrawlAccess {
  const hasRate = (host: string) => rate !== null && withoutWww(host) === withoutWww(domain);
  const ratedSlots = rate && createRatedSlots(crawlSlots, rate);
  const gate = createRobotsGate(network, reader, HOP_MS);
  const site = createSiteAccess(domain, {
    network,
    gate,
    takeSlots: (request) => (hasRate(request.host) ? ratedSlots! : crawlSlots)(request),
    followed,
    now,
    restMs: TOO_MANY_REQUESTS_WAIT_MS,
  });
  const tryToReach: RobotsGate['reach'] = async (url, fetchFile) => {
    const name = `robots ${url.origin}`;
    const stored = await files.read<StoredRobots>(name);
    if (stored && (isRead(stored.robots) || stored.tries >= MAX_ROBOTS_TRIES)) return stored.robots;
    const robots = await gate.reach(url, fetchFile);
    const tries = (stored?.tries ?? 0) + 1;
    await files.write(name, { robots, tries } satisfies StoredRobots);
    if (!isRead(robots) && tries < MAX_ROBOTS_TRIES) throw new ProviderUnavailable('retry_later', ROBOTS_RETRY_MS);
    return robots;
  };
  // Concurrent requests share the attempt of this slice, and its failure.
  const attempts = new Map<string, ReturnType<RobotsGate['reach']>>();
  const reach: RobotsGate['reach'] = (url, fetchFile) => {
    const robots = attempts.get(url.origin) ?? tryToReach(url, fetchFile);
    attempts.set(url.origin, robots);
    return robots;
  };
  const sendRateLimited = site.rateLimited({ leftMs, maxWaitMs: MAX_WAIT_MS });
  const sendRated = rate && createRatedRequests(site.take, rate, leftMs);
  const send: SendRateLimited = (url, crawlDelaySeconds, { redirectedFrom = [], ...limits }) => {
    // The next slice sends a request that this one has no time for.
    if (leftMs() < MIN_VISIT_MS) return Promise.reject(new ProviderUnavailable('busy', 0));
    const request = { ...limits, headers: headersFor?.(url, redirectedFrom) };
    return (hasRate(url.hostname) ? sendRated! : sendRateLimited)(url, crawlDelaySeconds, request);
  };
  return { gate: { reach }, send };
}

/** Client errors other than 429 mean that there is no robots.txt (RFC 9309, 2.3.1.3). */
const isRead = ({ status }: RobotsAnswer) => status !== null && status < 500 && status !== 429;

/** Values that a crawl fetches once and keeps until it ends, however often it is interrupted. */
export interface CrawlFiles {
  /** @returns `null` if nothing is stored under this name */
  read<Value>(name: string): Promise<Value | null>;
  write(name: string, value: unknown): Promise<void>;
  /** @returns the stored value; if there is none, the result of `make`, after storing it */
  remember<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
}

export function createCrawlFiles(crawl: WrittenCrawl, crawls: SiteCrawls): CrawlFiles {
  const read = async <Value>(name: string) => {
    const text = await crawls.readFile(crawl, name);
    return text === null ? null : (JSON.parse(text) as Value);
  };
  const write = async (name: string, value: unknown) => {
    await crawls.writeFile(crawl, name, JSON.stringify(value));
  };
  return {
    read,
    write,
    async remember<Value>(name: string, make: () => Promise<Value>) {
      const stored = await read<Value>(name);
      if (stored !== null) return stored;
      const made = await make();
      await write(name, made);
      return made;
    },
  };
}
