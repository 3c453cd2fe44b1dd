import { setTimeout as sleep } from 'node:timers/promises';
import { withoutWww } from '../../platform/names/ascii-host.ts';
import { NetworkFailure, retryAfterMs } from '../../platform/network/failures.ts';
import { fetchHop, type FetchOptions, fetchUrl, type Hop } from '../../platform/network/http-client.ts';
import type { Network } from '../../platform/network/network.ts';
import { LONGEST_WAIT_MS, type ProviderRateLimit, ProviderUnavailable } from '../../platform/rate-limit.ts';
import { MAX_SITE_INTERVAL_MS } from '../limits.ts';
import { siteRateLimitKey } from '../site-slots.ts';
import type { FetchFile, RobotsGate } from './robots-gate.ts';

/** Statuses with which a server requests a pause. */
const TOO_MANY_REQUESTS = 429;
const TOO_MUCH = [TOO_MANY_REQUESTS, 503];

/**
 * Requests to hosts of a domain, within the rate limit of the site, and none to a host that the operator blocks. This is
 * one of the four layers that a GET request to a site passes (docs/architecture.md).
 */
export type SiteAccess = ReturnType<typeof createSiteAccess>;

export interface SiteRequests {
  /**
   * Rejects an address that robots.txt disallows. The request of a file that was not read yet takes a slot. Its redirects
   * are followed only to files that were read, so that there is at most one request.
   *
   * @throws {NetworkFailure} robots_disallowed
   * @throws {NetworkFailure} if the file, or its origin, cannot be reached
   */
  admit(url: URL): Promise<void>;
  /**
   * Sends the next request at the time of its slot. Redirects are not followed; robots.txt is checked by `admit`.
   *
   * @throws {NetworkFailure} rate_limited if an earlier response has requested a pause
   * @throws {NetworkFailure} if there is no response, or the operator blocks the host
   */
  send(url: URL, options: Omit<FetchOptions, 'network' | 'until'> & { timeoutMs: number }): Promise<Hop>;
}

interface Dependencies {
  network: Network;
  gate: RobotsGate;
  takeSlots: TakeSlots;
  followed: {
    /** @param domain without `www.` */
    isBlocked(domain: string): Promise<boolean>;
  };
  now: () => number;
  /** Duration of the pause after a 429 without `Retry-After`; by default none. */
  restMs?: number;
}

/** @param domain a domain of which is already known that the operator does not block it */
export function createSiteAccess(
  domain: string,
  { network, gate, takeSlots, followed, now, restMs: defaultRestMs }: Dependencies,
) {
  let restsUntil = 0;
  const refuseBlocked = async ({ hostname }: URL) => {
    // The host of a redirect may have a trailing dot.
    const name = withoutWww(hostname.replace(/\.$/, ''));
    if (name !== domain && (await followed.isBlocked(name))) throw new NetworkFailure('host_blocked');
  };
  const take = async (request: SlotRequest): Promise<SiteRequests> => {
    if (now() < restsUntil) throw new ProviderUnavailable('retry_later', restsUntil - now());
    const slots = await takeSlots(request);
    const send: SiteRequests['send'] = async (url, { timeoutMs, ...options }) => {
      await refuseBlocked(url);
      await slots.next();
      if (now() < restsUntil) throw new NetworkFailure('rate_limited');
      const hop = await fetchHop(url, { ...options, network, until: performance.now() + timeoutMs });
      const header = hop.headers.find(([each]) => each === 'retry-after')?.[1];
      const requestedMs = TOO_MUCH.includes(hop.status) ? retryAfterMs(header, now()) : null;
      const defaultMs = hop.status === TOO_MANY_REQUESTS ? defaultRestMs : undefined;
      const pauseMs = requestedMs ?? defaultMs;
      if (pauseMs !== undefined) {
        const restMs = Math.min(pauseMs, LONGEST_WAIT_MS);
        restsUntil = Math.max(restsUntil, now() + restMs);
        await slots.rest(restMs);
      }
      return hop;
    };
    return { send, admit: (url) => gate.admit(url, robotsFetcher(send, gate)) };
  };
  return {
    /** The robots.txt files of this fetch; those that the crawl has requested are not requested again. */
    gate,
    /**
     * Rejects a request to a host that the operator blocks, or that a group of robots.txt for this crawler disallows.
     *
     * @param until deadline, on the clock of `performance.now()`
     * @throws {NetworkFailure}
     */
    async admit(url: URL, until: number): Promise<void> {
      await refuseBlocked(url);
      // The redirects of a robots.txt are requests as well.
      await gate.admit(url, (file, { timeoutMs, ...limits }) => {
        const end = Math.min(until, performance.now() + timeoutMs);
        return fetchUrl(file, { ...limits, network, until: end, admit: refuseBlocked });
      });
    },
    /**
     * Takes the slots for requests, before the first is sent.
     *
     * @throws {ProviderUnavailable} if the last slot would be too late, or the site has requested a pause
     */
    take,
    /** Returns a function whose requests take one slot each. */
    rateLimited: (limits: RequestTimes) => createRateLimitedRequests(take, network, limits),
  };
}

function robotsFetcher(send: SiteRequests['send'], gate: RobotsGate): FetchFile {
  return async (url, limits) => {
    const hop = await send(new URL(url), limits);
    if (!hop.location) return hop;
    const target = hop.location.pathname === '/robots.txt' ? gate.read(hop.location) : null;
    if (!target || target.status === null) throw new NetworkFailure('robots_elsewhere');
    return { status: target.status, body: [Buffer.from(target.content ?? '')], truncated: false };
  };
}

/** Limits of one request. */
export interface RequestLimits extends Pick<FetchOptions, 'maxBytes' | 'accept' | 'method' | 'wantsBody' | 'headers'> {
  timeoutMs: number;
  /** Addresses of the chain of redirects that has led to this one; absent: it was requested for itself. */
  redirectedFrom?: readonly string[];
}

/** Sends one request to an address at the time of its slot; redirects are not followed. */
export type SendRateLimited = (url: URL, crawlDelaySeconds: number | null, limits: RequestLimits) => Promise<Hop>;

interface RequestTimes {
  /** Milliseconds that are left for all requests. */
  leftMs: () => number;
  /** Maximum wait for a slot, if it is shorter than `leftMs`. */
  maxWaitMs?: number;
}

/**
 * Creates a function whose requests wait for one slot each. The process itself waits for the interval since its last
 * request, so that most slots are taken in one write.
 *
 * @returns a function that throws {ProviderUnavailable} if the slot would be too late, or the site has requested a pause,
 *   and {NetworkFailure} if there is no response
 */
function createRateLimitedRequests(
  take: SiteAccess['take'],
  { isOverridden }: Pick<Network, 'isOverridden'>,
  { leftMs, maxWaitMs = Infinity }: RequestTimes,
): SendRateLimited {
  const sentAt = new Map<string, number>();
  return async (url, crawlDelaySeconds, limits) => {
    const host = url.hostname;
    const key = siteRateLimitKey(host);
    // The `Crawl-delay` of a robots.txt applies from the request for that file on.
    const dueAt = (sentAt.get(key) ?? -Infinity) + siteInterval(crawlDelaySeconds, isOverridden(host));
    const dueMs = Math.max(0, dueAt - performance.now());
    const maxMs = () => Math.min(leftMs(), maxWaitMs);
    if (dueMs >= maxMs()) throw new ProviderUnavailable('busy', dueMs);
    await sleep(dueMs);
    const requests = await take({ host, count: 1, crawlDelaySeconds, withinMs: maxMs() });
    const timeoutMs = Math.min(limits.timeoutMs, leftMs());
    if (timeoutMs <= 0) throw new NetworkFailure('timeout');
    sentAt.set(key, performance.now());
    return requests.send(url, { ...limits, timeoutMs });
  };
}

/** Minimum interval between two requests to the hosts of a registrable domain, without a longer `Crawl-delay`. */
const INTERVAL_MS = 1_000;
/** A request that is later than its slot by more than this takes another slot. */
const LATE_MS = 100;
/** For a host with an address in the operator's settings, the only limit is a `Crawl-delay` of at least this length. */
const MIN_OVERRIDDEN_INTERVAL_MS = 50;

/** Slots for a number of consecutive requests. */
export interface SiteSlots {
  /** Waits for the next slot. */
  next(): Promise<void>;
  /** Pauses all requests to the site for this time. */
  rest(ms: number): Promise<void>;
}

export interface SlotRequest {
  /** Any host of the registrable domain. */
  host: string;
  count: number;
  /** `Crawl-delay` of robots.txt; `null` if there is none. */
  crawlDelaySeconds: number | null;
  /** Maximum wait for the last slot, if the caller has less time than the general maximum. */
  withinMs?: number;
}

/** @throws {ProviderUnavailable} if the last slot would be too late, or the site has requested a pause */
export type TakeSlots = (request: SlotRequest) => Promise<SiteSlots>;

/**
 * Creates the rate limit of sites, over all instances. All slots of a source are taken before its first request, so that
 * no request is sent whose results cannot be completed.
 *
 * @param maxWaitMs maximum wait for the last slot
 * @param isOverridden whether the operator's settings have an address for a host
 */
export function createSiteSlots(
  rateLimit: ProviderRateLimit,
  maxWaitMs: number,
  isOverridden: (host: string) => boolean,
): TakeSlots {
  return async ({ host, count, crawlDelaySeconds, withinMs = Infinity }) => {
    const waitMs = Math.min(maxWaitMs, withinMs);
    const intervalMs = siteInterval(crawlDelaySeconds, isOverridden(host));
    if (intervalMs === 0 || count === 0) return unlimited;
    const lastMs = (count - 1) * intervalMs;
    if (lastMs > waitMs) throw new ProviderUnavailable('busy', lastMs);
    const key = siteRateLimitKey(host);
    const slot = await rateLimit.take({ key, intervalMs: count * intervalMs }, waitMs - lastMs);
    const started = performance.now();
    let taken = 0;
    let last = -Infinity;
    return {
      async next() {
        const due = started + taken++ * intervalMs;
        const at = Math.max(due, last + intervalMs);
        // A late request would coincide with the slot of another caller.
        if (Math.max(at, performance.now()) > due + LATE_MS) await rateLimit.take({ key, intervalMs }, waitMs);
        else await sleep(Math.max(0, at - performance.now()));
        last = performance.now();
      },
      rest: (ms) => slot.end({ retryAfterMs: ms }),
    };
  };
}

const unlimited: SiteSlots = { next: () => Promise.resolve(), rest: () => Promise.resolve() };

/** @returns minimum milliseconds between two requests to a host; 0: no limit */
export function siteInterval(crawlDelaySeconds: number | null, isOverridden: boolean): number {
  const delayMs = Math.min(MAX_SITE_INTERVAL_MS, (crawlDelaySeconds ?? 0) * 1_000);
  if (isOverridden) return delayMs >= MIN_OVERRIDDEN_INTERVAL_MS ? delayMs : 0;
  return Math.max(INTERVAL_MS, delayMs);
}
