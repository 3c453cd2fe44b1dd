import { withoutWww } from '../../domain/ascii-host.ts';
import { HostBlocked } from '../../network/failures.ts';
import { fetchHop, type FetchOptions, type Hop } from '../../network/http-client.ts';
import type { Network } from '../../network/network.ts';
import { retryAfterMs } from '../../network/retry-after.ts';
import type { RobotsGate } from './robots-gate.ts';
import type { TakeTurns, TurnsWanted } from './site-turns.ts';

/** Statuses with which a server asks to be left alone for a while. */
const TOO_MUCH = [429, 503];

/** Requests to hosts of a domain, beside the crawl: at the site's pace, and none to a host that the operator blocks. */
export interface SiteAccess {
  /** The robots.txt files of this fetch: what the crawl has asked for is not asked again. */
  gate: RobotsGate;
  /**
   * Takes the turns for requests, before the first is sent.
   *
   * @throws {ProviderUnavailable} where the last would be too late, or the site wants no requests now
   */
  take(wanted: TurnsWanted): Promise<SiteRequests>;
}

export interface SiteRequests {
  /**
   * Sends the next request when its turn has come; redirects are not followed. Whether robots.txt allows it is asked with
   * `admit`.
   *
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
}

/** @param domain whose block was looked up already */
export function createSiteAccess(
  domain: string,
  { network, gate, takeTurns, isBlocked, now }: Dependencies,
): SiteAccess {
  return {
    gate,
    async take(wanted) {
      const turns = await takeTurns(wanted);
      return {
        async send(url, { timeoutMs, ...options }) {
          const name = withoutWww(url.hostname);
          if (name !== domain && (await isBlocked(name))) throw new HostBlocked();
          await turns.next();
          const hop = await fetchHop(url, { ...options, network, until: performance.now() + timeoutMs });
          const header = hop.headers.find(([each]) => each === 'retry-after')?.[1];
          const restMs = TOO_MUCH.includes(hop.status) ? retryAfterMs(header, now()) : null;
          if (restMs !== null) await turns.rest(restMs);
          return hop;
        },
      };
    },
  };
}
