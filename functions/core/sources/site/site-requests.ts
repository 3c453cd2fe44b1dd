import { setTimeout as sleep } from 'node:timers/promises';
import { withoutWww } from '../../platform/names/ascii-host.ts';
import { NetworkFailure, retryAfterMs } from '../../platform/network/failures.ts';
import { fetchHop, type FetchOptions, type Hop } from '../../platform/network/http-client.ts';
import type { Network } from '../../platform/network/network.ts';
import { LONGEST_WAIT_MS, type ProviderRateLimit, ProviderUnavailable } from '../../platform/rate-limit.ts';
import { siteRateLimitKey } from '../site-slots.ts';
import type { FetchFile, RobotsGate } from './robots-gate.ts';

/** Statuses with which a server asks to be left alone for a while. */
const TOO_MANY_REQUESTS = 429;
const TOO_MUCH = [TOO_MANY_REQUESTS, 503];

/**
 * Requests to hosts of a domain: at the rate of the site, and none to a host that the operator blocks. This is one of the
 * four layers that a GET of a site passes (docs/architecture.md).
 */
export interface SiteAccess {
  /** The robots.txt files of this fetch: what the crawl has asked for is not asked again. */
  gate: RobotsGate;
  /**
   * Rejects a request that the crawl's own visit would not send either: to a host that the operator blocks, or that a
   * group of robots.txt for this crawler forbids.
   *
   * @param until deadline, on the clock of `performance.now()`
   * @throws {NetworkFailure}
   */
  admit(url: URL, until: number): Promise<void>;
  /**
   * Takes the slots for requests, before the first is sent.
   *
   * @throws {ProviderUnavailable} where the last would be too late, or the site wants no requests now
   */
  take(wanted: SlotRequest): Promise<SiteRequests>;
  /** Requests of which each takes a slot of its own. */
  paced(limits: PacedLimits): SendPaced;
}

export interface SiteRequests {
  /**
   * Asks the gate whether robots.txt allows an address. A file that was not asked for yet takes a slot; where it redirects,
   * it is not followed but to a file that was read, so that there is one request at most.
   *
   * @throws {NetworkFailure} robots_disallowed
   * @throws {NetworkFailure} where the file, or its origin, cannot be reached
   */
  admit(url: URL): Promise<void>;
  /**
   * Sends the next request when its slot has come; redirects are not followed. Whether robots.txt allows it is asked with
   * `admit`.
   *
   * @throws {NetworkFailure} rate_limited when an answer before has asked for a pause
   * @throws {NetworkFailure} when there is no response, or the operator blocks the host
   */
  send(url: URL, options: Omit<FetchOptions, 'network' | 'until'> & { timeoutMs: number }): Promise<Hop>;
}

interface Dependencies {
  network: Network;
  gate: RobotsGate;
  takeSlots: TakeSlots;
  /** @param domain without `www.` */
  isBlocked: (domain: string) => Promise<boolean>;
  now: () => number;
  /** How long a site rests that answers 429 without saying for how long; by default not at all. */
  restMs?: number;
}

/** @param domain whose block was looked up already */
export function createSiteAccess(
  domain: string,
  { network, gate, takeSlots, isBlocked, now, restMs: usualRestMs }: Dependencies,
): SiteAccess {
  let restsUntil = 0;
  const refuseBlocked = async ({ hostname }: URL) => {
    // A redirect may name a host with its trailing dot.
    const name = withoutWww(hostname.replace(/\.$/, ''));
    if (name !== domain && (await isBlocked(name))) throw new NetworkFailure('host_blocked');
  };
  const take: SiteAccess['take'] = async (wanted) => {
    if (now() < restsUntil) throw new ProviderUnavailable('retry_later', restsUntil - now());
    const slots = await takeSlots(wanted);
    const send: SiteRequests['send'] = async (url, { timeoutMs, ...options }) => {
      await refuseBlocked(url);
      await slots.next();
      if (now() < restsUntil) throw new NetworkFailure('rate_limited');
      const hop = await fetchHop(url, { ...options, network, until: performance.now() + timeoutMs });
      const header = hop.headers.find(([each]) => each === 'retry-after')?.[1];
      const wishMs = TOO_MUCH.includes(hop.status) ? retryAfterMs(header, now()) : null;
      const unsaidMs = hop.status === TOO_MANY_REQUESTS ? usualRestMs : undefined;
      const pauseMs = wishMs ?? unsaidMs;
      if (pauseMs !== undefined) {
        const restMs = Math.min(pauseMs, LONGEST_WAIT_MS);
        restsUntil = Math.max(restsUntil, now() + restMs);
        await slots.rest(restMs);
      }
      return hop;
    };
    return { send, admit: (url) => gate.admit(url, Infinity, robotsFetcher(send, gate)) };
  };
  return {
    gate,
    async admit(url, until) {
      await refuseBlocked(url);
      await gate.admit(url, until);
    },
    take,
    paced: (limits) => createPacedRequests(take, network, limits),
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

/** Bounds of one request. */
export type RequestLimits = Pick<FetchOptions, 'maxBytes' | 'accept' | 'wantsBody'> & { timeoutMs: number };

/** Sends one request to an address when its slot has come; redirects are not followed. */
export type SendPaced = (url: URL, crawlDelaySeconds: number | null, limits: RequestLimits) => Promise<Hop>;

interface PacedLimits {
  /** Milliseconds that are left for all requests. */
  leftMs: () => number;
  /** Longest wait for a slot, where it is shorter than that. */
  maxWaitMs?: number;
}

/**
 * Requests of which each waits for a slot of its own. Of the interval since the last one its own process waits, so that
 * most slots are taken in one write.
 *
 * @returns a function that throws {ProviderUnavailable} where the slot comes too late, or the site wants no requests now;
 *   {NetworkFailure} where there is no response
 */
function createPacedRequests(
  take: SiteAccess['take'],
  { isOverridden }: Pick<Network, 'isOverridden'>,
  { leftMs, maxWaitMs = Infinity }: PacedLimits,
): SendPaced {
  const sentAt = new Map<string, number>();
  return async (url, crawlDelaySeconds, limits) => {
    const host = url.hostname;
    const pace = siteRateLimitKey(host);
    // What robots.txt has just said of the pace holds from the request for it on.
    const dueAt = (sentAt.get(pace) ?? -Infinity) + siteInterval(crawlDelaySeconds, isOverridden(host));
    const dueMs = Math.max(0, dueAt - performance.now());
    const mostMs = () => Math.min(leftMs(), maxWaitMs);
    if (dueMs >= mostMs()) throw new ProviderUnavailable('busy', dueMs);
    await sleep(dueMs);
    const requests = await take({ host, count: 1, crawlDelaySeconds, withinMs: mostMs() });
    const timeoutMs = Math.min(limits.timeoutMs, leftMs());
    if (timeoutMs <= 0) throw new NetworkFailure('timeout');
    sentAt.set(pace, performance.now());
    return requests.send(url, { ...limits, timeoutMs });
  };
}

/** Least time between two requests to the hosts of a registrable domain, where its robots.txt wants no longer one. */
const INTERVAL_MS = 1_000;
/** A longer `Crawl-delay` is not obeyed to the letter. */
const LONGEST_INTERVAL_MS = 10_000;
/** Who comes this much later than his slot takes another. */
const LATE_MS = 100;
/** A host that the operator resolves himself has no pace but its `Crawl-delay`, from here on. */
const LEAST_OWN_INTERVAL_MS = 50;

/** Slots to send so many requests, one after the other. */
export interface SiteSlots {
  /** Waits for the next slot. */
  next(): Promise<void>;
  /** The site wants no request for so long: nobody gets a slot until then. */
  rest(ms: number): Promise<void>;
}

export interface SlotRequest {
  /** Any host of the registrable domain. */
  host: string;
  count: number;
  /** As robots.txt says; `null` where it does not. */
  crawlDelaySeconds: number | null;
  /** Longest wait for the last slot, where who asks has less time than all others. */
  withinMs?: number;
}

/** @throws {ProviderUnavailable} where the last slot would be too late, or the site wants no requests now */
export type TakeSlots = (wanted: SlotRequest) => Promise<SiteSlots>;

/**
 * The pace of sites, over all instances. All slots of a source are taken before its first request, so that none is sent
 * in vain.
 *
 * @param maxWaitMs longest wait for the last slot
 * @param isOverridden whether the operator resolves a host himself
 */
export function createSiteSlots(
  rateLimit: ProviderRateLimit,
  maxWaitMs: number,
  isOverridden: (host: string) => boolean,
): TakeSlots {
  return async ({ host, count, crawlDelaySeconds, withinMs = Infinity }) => {
    const waitMs = Math.min(maxWaitMs, withinMs);
    const intervalMs = siteInterval(crawlDelaySeconds, isOverridden(host));
    if (intervalMs === 0 || count === 0) return unpaced;
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
        // Later than its slot, it would come with that of somebody else.
        if (Math.max(at, performance.now()) > due + LATE_MS) await rateLimit.take({ key, intervalMs }, waitMs);
        else await sleep(Math.max(0, at - performance.now()));
        last = performance.now();
      },
      rest: (ms) => slot.end({ retryAfterMs: ms }),
    };
  };
}

const unpaced: SiteSlots = { next: () => Promise.resolve(), rest: () => Promise.resolve() };

/** @returns least milliseconds between two requests to a host; 0: it has no pace */
export function siteInterval(crawlDelaySeconds: number | null, isOverridden: boolean): number {
  const delayMs = Math.min(LONGEST_INTERVAL_MS, (crawlDelaySeconds ?? 0) * 1_000);
  if (isOverridden) return delayMs >= LEAST_OWN_INTERVAL_MS ? delayMs : 0;
  return Math.max(INTERVAL_MS, delayMs);
}
