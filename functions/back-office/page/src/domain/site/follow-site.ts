import type { SiteState } from '../../../../contract.ts';
import { mayPass } from '../../loading/may-pass.ts';

/** Longest time between two looks, however long the service says that it takes: an operator watches. */
const MAX_WAIT_SECONDS = 15;
const MIN_WAIT_SECONDS = 1;
const WAIT_AFTER_TROUBLE_SECONDS = 10;

/** What is known of the audit of a site. */
export interface FollowedSite {
  /** `null`: nothing was answered yet. */
  state: SiteState | null;
  /** Why the last look came to nothing; `null`: it did not. */
  trouble: unknown;
  /** Seconds to the next look; `null`: nothing changes any more, or a look is under way. */
  waitSeconds: number | null;
}

interface FollowServices {
  load: () => Promise<SiteState>;
  /** @throws when the waiting is given up */
  pause: (ms: number) => Promise<void>;
  onChange: (followed: FollowedSite) => void;
  signal: AbortSignal;
}

/** Looks at the audit of a site until no crawl is under way. A failure that may pass ends a look; the next one goes on. */
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
  const asked = audit?.poll_after_seconds ?? null;
  return asked === null ? null : Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, asked));
}
