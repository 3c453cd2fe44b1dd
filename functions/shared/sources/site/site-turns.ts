import { setTimeout as sleep } from 'node:timers/promises';
import { type ProviderRateLimit, ProviderUnavailable } from '../../storage/provider-rate-limit.ts';
import { sitePace } from '../../storage/site-pace.ts';

/** Least time between two requests to the hosts of a registrable domain, where its robots.txt wants no longer one. */
const INTERVAL_MS = 1_000;
/** A longer `Crawl-delay` is not obeyed to the letter. */
const LONGEST_INTERVAL_MS = 10_000;
/** Who comes this much later than his turn takes another. */
const LATE_MS = 100;
/** A host that the operator resolves himself has no pace but its `Crawl-delay`, from here on. */
const LEAST_OWN_INTERVAL_MS = 50;

/** Turns to send so many requests, one after the other. */
export interface SiteTurns {
  /** Waits for the next turn. */
  next(): Promise<void>;
  /** The site wants no request for so long: nobody gets a turn until then. */
  rest(ms: number): Promise<void>;
}

export interface TurnsWanted {
  /** Any host of the registrable domain. */
  host: string;
  count: number;
  /** As robots.txt says; `null` where it does not. */
  crawlDelaySeconds: number | null;
  /** Longest wait for the last turn, where who asks has less time than all others. */
  withinMs?: number;
}

/** @throws {ProviderUnavailable} where the last turn would be too late, or the site wants no requests now */
export type TakeTurns = (wanted: TurnsWanted) => Promise<SiteTurns>;

/**
 * The pace of sites, over all instances. All turns of a source are taken before its first request, so that none is sent
 * in vain.
 *
 * @param maxWaitMs longest wait for the last turn
 * @param isOverridden whether the operator resolves a host himself
 */
export function createSiteTurns(
  rateLimit: ProviderRateLimit,
  maxWaitMs: number,
  isOverridden: (host: string) => boolean,
): TakeTurns {
  return async ({ host, count, crawlDelaySeconds, withinMs = Infinity }) => {
    const waitMs = Math.min(maxWaitMs, withinMs);
    const intervalMs = siteInterval(crawlDelaySeconds, isOverridden(host));
    if (intervalMs === 0 || count === 0) return unpaced;
    const lastMs = (count - 1) * intervalMs;
    if (lastMs > waitMs) throw new ProviderUnavailable('busy', lastMs);
    const key = sitePace(host);
    const slot = await rateLimit.take({ key, intervalMs: count * intervalMs }, waitMs - lastMs);
    const started = performance.now();
    let taken = 0;
    let last = -Infinity;
    return {
      async next() {
        const due = started + taken++ * intervalMs;
        const at = Math.max(due, last + intervalMs);
        // Later than its turn, it would come with that of somebody else.
        if (Math.max(at, performance.now()) > due + LATE_MS) await rateLimit.take({ key, intervalMs }, waitMs);
        else await sleep(Math.max(0, at - performance.now()));
        last = performance.now();
      },
      rest: (ms) => slot.end({ retryAfterMs: ms }),
    };
  };
}

const unpaced: SiteTurns = { next: () => Promise.resolve(), rest: () => Promise.resolve() };

/** @returns least milliseconds between two requests to a host; 0: it has no pace */
export function siteInterval(crawlDelaySeconds: number | null, isOverridden: boolean): number {
  const delayMs = Math.min(LONGEST_INTERVAL_MS, (crawlDelaySeconds ?? 0) * 1_000);
  if (isOverridden) return delayMs >= LEAST_OWN_INTERVAL_MS ? delayMs : 0;
  return Math.max(INTERVAL_MS, delayMs);
}
