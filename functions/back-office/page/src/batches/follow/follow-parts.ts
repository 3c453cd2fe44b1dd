import { isOpen, mayPass, type Part } from './part.ts';

/** Longest time between two looks, however long the service says that it takes. */
const MAX_WAIT_SECONDS = 15;
const MIN_WAIT_SECONDS = 1;
const WAIT_AFTER_TROUBLE_SECONDS = 10;

/** How far the parts are. */
export interface Following {
  parts: readonly Part[];
  /** Why the last look came to nothing; `null`: it did not. */
  trouble: unknown;
  /** Milliseconds since the epoch; `null`: before the end of the first look. */
  lookedAt: number | null;
  /** Seconds from `lookedAt` to the next look; `null`: nothing changes any more, or the look is under way. */
  waitSeconds: number | null;
}

interface FollowServices {
  load: (part: Part) => AsyncIterable<Part>;
  /** @throws when the waiting is given up */
  pause: (ms: number) => Promise<void>;
  onChange: (following: Following) => void;
  signal: AbortSignal;
  now: () => number;
}

/**
 * Loads parts one after the other, and again those of which something is still to come, until nothing is. A failure that
 * may pass ends a look, and the next one goes on; any other ends its part alone.
 */
export async function followParts(start: readonly Part[], services: FollowServices): Promise<void> {
  const { pause, onChange, signal, now } = services;
  let following: Following = { parts: start, trouble: null, lookedAt: null, waitSeconds: null };
  while (!signal.aborted) {
    following = await lookOnce(following, services);
    if (signal.aborted) return;
    const waitSeconds = secondsToWait(following);
    following = { ...following, lookedAt: now(), waitSeconds };
    onChange(following);
    if (waitSeconds === null) return;
    await pause(waitSeconds * 1_000).catch(() => {});
  }
}

async function lookOnce(last: Following, { load, onChange, signal }: FollowServices): Promise<Following> {
  let parts = last.parts;
  for (const [index, part] of last.parts.entries()) {
    if (!isOpen(part)) continue;
    try {
      for await (const loaded of load(part)) {
        parts = parts.with(index, loaded);
        if (!signal.aborted) onChange({ ...last, parts });
      }
    } catch (error) {
      if (signal.aborted) return last;
      if (mayPass(error)) return { ...last, parts, trouble: error };
      parts = parts.with(index, { ...parts[index]!, error });
    }
  }
  return { ...last, parts, trouble: null };
}

function secondsToWait({ parts, trouble }: Following): number | null {
  const open = parts.filter(isOpen);
  if (open.length === 0) return null;
  if (trouble !== null) return WAIT_AFTER_TROUBLE_SECONDS;
  const asked = open.map(({ batch }) => batch?.poll_after_seconds ?? MIN_WAIT_SECONDS);
  return Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, Math.min(...asked)));
}
