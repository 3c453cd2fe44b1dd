import { useCallback, useEffect, useRef, useState } from 'react';
import type { SiteState, CrawlRequest } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { mayPass, pause } from '../../api/client.ts';

/** Time between two requests for a crawl, whatever delay the service suggests: an operator is waiting. */
const MAX_WAIT_SECONDS = 3;
const MIN_WAIT_SECONDS = 2;
const WAIT_AFTER_TROUBLE_SECONDS = 10;

/** What is known of the audit of a site. */
export interface FollowedSite {
  /** `null`: nothing was answered yet. */
  state: SiteState | null;
  /** Why the last look failed; `null`: it did not. */
  trouble: unknown;
  /** Seconds to the next look; `null`: nothing changes any more, or a look is in progress. */
  waitSeconds: number | null;
}

interface FollowServices {
  load: () => Promise<SiteState>;
  /** @throws when the waiting is given up */
  pause: (ms: number) => Promise<void>;
  onChange: (followed: FollowedSite) => void;
  signal: AbortSignal;
}

/** Looks at the audit of a site until no crawl is in progress. A failure that may pass ends a look; the next one follows. */
export async function followSite(start: FollowedSite, services: FollowServices): Promise<void> {
  const { pause, onChange, signal } = services;
  let followed = start;
  while (!signal.aborted) {
    followed = await lookOnce(followed, services);
    if (signal.aborted) return;
    onChange(followed);
    if (followed.waitSeconds === null) return;
    await pause(followed.waitSeconds * 1_000).catch(() => {});
  }
}

async function lookOnce({ state: last }: FollowedSite, { load }: FollowServices): Promise<FollowedSite> {
  try {
    const state = await load();
    return { state, trouble: null, waitSeconds: secondsToWait(state) };
  } catch (error) {
    return { state: last, trouble: error, waitSeconds: mayPass(error) ? WAIT_AFTER_TROUBLE_SECONDS : null };
  }
}

function secondsToWait({ audit }: SiteState): number | null {
  const requested = audit?.poll_after_seconds ?? null;
  return requested === null ? null : Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, requested));
}

/** How far a crawl was at a time. */
export interface CrawlSample {
  /** Milliseconds since the epoch. */
  at: number;
  fetched: number;
}

/** Samples from which the speed is computed. */
const MAX_SAMPLES = 10;

/** Adds a sample, unless the crawl has made no progress since the last one. */
export function withSample(samples: readonly CrawlSample[], next: CrawlSample): readonly CrawlSample[] {
  const last = samples.at(-1);
  if (last && next.fetched < last.fetched) return [next];
  return last && next.at <= last.at ? samples : [...samples, next].slice(-MAX_SAMPLES);
}

/** Pages per second between the first and the last sample; `null`: not known yet. */
export function speedOf(samples: readonly CrawlSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at <= first.at || last.fetched <= first.fetched) return null;
  return (1_000 * (last.fetched - first.fetched)) / (last.at - first.at);
}

const UNSEEN: FollowedSite = { state: null, trouble: null, waitSeconds: null };

/**
 * Follows the audit of a site.
 *
 * @returns what is known, `look` to look at once, and `start` and `stop`, which throw {@link ApiError}
 */
export function useSite(domain: string) {
  const api = useApi();
  const [followed, setFollowed] = useState<FollowedSite>(UNSEEN);
  const following = useRef<AbortController>(null);

  const follow = useCallback(
    (state: SiteState | null) => {
      following.current?.abort();
      const { signal } = (following.current = new AbortController());
      const start = { ...UNSEEN, state };
      setFollowed(start);
      const load = () => api.site(domain, {}, signal);
      void followSite(start, { load, pause: (ms) => pause(ms, signal), onChange: setFollowed, signal });
    },
    [api, domain],
  );
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    follow(null);
    return () => {
      hasLeft.current = true;
      following.current?.abort();
    };
  }, [follow]);
  const look = () => follow(followed.state);
  useEffect(() => {
    if (followed.trouble === null) return;
    window.addEventListener('online', look);
    return () => window.removeEventListener('online', look);
  }, [followed]);

  /** What was changed is looked at again, unless the operator has left the view meanwhile. */
  const showChanged = (state: SiteState) => {
    if (!hasLeft.current) follow(state);
  };
  return {
    followed,
    look,
    start: async (crawl: CrawlRequest) => showChanged(await api.crawlSite(domain, { ...crawl, refresh: true })),
    stop: async () => showChanged(await api.stopCrawl(domain)),
  };
}

/** What is known of the audit of a site, and the actions on it. */
export type Site = ReturnType<typeof useSite>;
