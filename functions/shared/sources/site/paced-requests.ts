import { setTimeout as sleep } from 'node:timers/promises';
import { TimedOut } from '../../network/failures.ts';
import type { FetchOptions, Hop } from '../../network/http-client.ts';
import type { Network } from '../../network/network.ts';
import { ProviderUnavailable } from '../../storage/provider-rate-limit.ts';
import { sitePace } from '../../storage/site-pace.ts';
import type { SiteAccess } from './site-access.ts';
import { siteInterval } from './site-turns.ts';

/** Bounds of one request. */
export type RequestLimits = Pick<FetchOptions, 'maxBytes' | 'accept' | 'wantsBody'> & { timeoutMs: number };

/** Sends one request to an address when its turn has come; redirects are not followed. */
export type SendPaced = (url: URL, crawlDelaySeconds: number | null, limits: RequestLimits) => Promise<Hop>;

interface Pacing {
  site: Pick<SiteAccess, 'take'>;
  network: Pick<Network, 'isOverridden'>;
  /** Milliseconds that are left for all requests. */
  leftMs: () => number;
  /** Longest wait for a turn, where it is shorter than that. */
  maxWaitMs?: number;
}

/**
 * Requests of which each waits for a turn of its own. Of the interval since the last one its own process waits, so that
 * most turns are taken in one write.
 *
 * @returns a function that throws {ProviderUnavailable} where the turn comes too late, or the site wants no requests now;
 *   {NetworkFailure} where there is no response
 */
export function createPacedRequests({ site, network, leftMs, maxWaitMs = Infinity }: Pacing): SendPaced {
  const sentAt = new Map<string, number>();
  return async (url, crawlDelaySeconds, limits) => {
    const host = url.hostname;
    const pace = sitePace(host);
    // What robots.txt has just said of the pace holds from the request for it on.
    const dueAt = (sentAt.get(pace) ?? -Infinity) + siteInterval(crawlDelaySeconds, network.isOverridden(host));
    const dueMs = Math.max(0, dueAt - performance.now());
    const mostMs = () => Math.min(leftMs(), maxWaitMs);
    if (dueMs >= mostMs()) throw new ProviderUnavailable('busy', dueMs);
    await sleep(dueMs);
    const requests = await site.take({ host, count: 1, crawlDelaySeconds, withinMs: mostMs() });
    const timeoutMs = Math.min(limits.timeoutMs, leftMs());
    if (timeoutMs <= 0) throw new TimedOut();
    sentAt.set(pace, performance.now());
    return requests.send(url, { ...limits, timeoutMs });
  };
}
