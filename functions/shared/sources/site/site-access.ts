import { withoutWww } from '../../domain/ascii-host.ts';
import { HostBlocked, NetworkFailure } from '../../network/failures.ts';
import { fetchHop, type FetchOptions, type Hop } from '../../network/http-client.ts';
import type { Network } from '../../network/network.ts';
import { retryAfterMs } from '../../network/retry-after.ts';
import { LONGEST_WAIT_MS, ProviderUnavailable } from '../../storage/provider-rate-limit.ts';
import { type FetchFile, RobotsElsewhere, type RobotsGate } from './robots-gate.ts';
import type { TakeTurns, TurnsWanted } from './site-turns.ts';

/** Statuses with which a server asks to be left alone for a while. */
const TOO_MANY_REQUESTS = 429;
const TOO_MUCH = [TOO_MANY_REQUESTS, 503];

/** The site has asked to be left alone for a while; nothing was sent. */
export class SiteRests extends NetworkFailure {
  readonly code = 'rate_limited';
  override readonly retryable = true;
  override message = 'The site wants fewer requests';
}

/** Requests to hosts of a domain, beside the crawl: at the site's pace, and none to a host that the operator blocks. */
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
   * Takes the turns for requests, before the first is sent.
   *
   * @throws {ProviderUnavailable} where the last would be too late, or the site wants no requests now
   */
  take(wanted: TurnsWanted): Promise<SiteRequests>;
}

export interface SiteRequests {
  /**
   * Asks the gate whether robots.txt allows an address. A file that was not asked for yet takes a turn; where it redirects,
   * it is not followed but to a file that was read, so that there is one request at most.
   *
   * @throws {RobotsDisallowed}
   * @throws {NetworkFailure} where the file, or its origin, cannot be reached
   */
  admit(url: URL): Promise<void>;
  /**
   * Sends the next request when its turn has come; redirects are not followed. Whether robots.txt allows it is asked with
   * `admit`.
   *
   * @throws {SiteRests} when an answer before has asked for a pause
   * @throws {NetworkFailure} when there is no response, or the operator blocks the host
   */
  send(url: URL, options: Omit<FetchOptions, 'network' | 'until'> & { timeoutMs: number }): Promise<Hop>;
}

interface Dependencies {
  network: Network;
  gate: RobotsGate;
  takeTurns: TakeTurns;
  /** @param domain without `www.` */
  isBlocked: (domain: string) => Promise<boolean>;
  now: () => number;
  /** How long a site rests that answers 429 without saying for how long; by default not at all. */
  restMs?: number;
}

/** @param domain whose block was looked up already */
export function createSiteAccess(
  domain: string,
  { network, gate, takeTurns, isBlocked, now, restMs: usualRestMs }: Dependencies,
): SiteAccess {
  let restsUntil = 0;
  const refuseBlocked = async ({ hostname }: URL) => {
    // A redirect may name a host with its trailing dot.
    const name = withoutWww(hostname.replace(/\.$/, ''));
    if (name !== domain && (await isBlocked(name))) throw new HostBlocked();
  };
  return {
    gate,
    async admit(url, until) {
      await refuseBlocked(url);
      await gate.admit(url, until);
    },
    async take(wanted) {
      if (now() < restsUntil) throw new ProviderUnavailable('retry_later', restsUntil - now());
      const turns = await takeTurns(wanted);
      const send: SiteRequests['send'] = async (url, { timeoutMs, ...options }) => {
        await refuseBlocked(url);
        await turns.next();
        if (now() < restsUntil) throw new SiteRests();
        const hop = await fetchHop(url, { ...options, network, until: performance.now() + timeoutMs });
        const header = hop.headers.find(([each]) => each === 'retry-after')?.[1];
        const wishMs = TOO_MUCH.includes(hop.status) ? retryAfterMs(header, now()) : null;
        const unsaidMs = hop.status === TOO_MANY_REQUESTS ? usualRestMs : undefined;
        const pauseMs = wishMs ?? unsaidMs;
        if (pauseMs !== undefined) {
          const restMs = Math.min(pauseMs, LONGEST_WAIT_MS);
          restsUntil = Math.max(restsUntil, now() + restMs);
          await turns.rest(restMs);
        }
        return hop;
      };
      return { send, admit: (url) => gate.admit(url, Infinity, robotsFetcher(send, gate)) };
    },
  };
}

function robotsFetcher(send: SiteRequests['send'], gate: RobotsGate): FetchFile {
  return async (url, limits) => {
    const hop = await send(new URL(url), limits);
    if (!hop.location) return hop;
    const target = hop.location.pathname === '/robots.txt' ? gate.read(hop.location) : null;
    if (!target || target.status === null) throw new RobotsElsewhere();
    return { status: target.status, body: [Buffer.from(target.content ?? '')], truncated: false };
  };
}
