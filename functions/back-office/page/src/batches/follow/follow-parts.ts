import { mayPass } from '../../loading/may-pass.ts';
import { isLate, isOpen, lateLines, type Part } from './part.ts';

/** Longest time between two looks, however long the service says that it takes. */
const MAX_WAIT_SECONDS = 15;
const MIN_WAIT_SECONDS = 1;
const WAIT_AFTER_TROUBLE_SECONDS = 10;
/** Five minutes: sources have a pace, and other batches may come before. */
const MOST_LOOKS_IN_VAIN = 20;

/** How far the parts are. */
export interface Following {
  parts: readonly Part[];
  /** Why the last look came to nothing; `null`: it did not. */
  trouble: unknown;
  /** Of the last look that came to something, in milliseconds since the epoch; `null`: there was none. */
  lookedAt: number | null;
  /** Seconds to the next look; `null`: nothing changes any more, or the first look is under way. */
  waitSeconds: number | null;
}

/** Parts that are about to be looked at. */
export function unseen(parts: readonly Part[]): Following {
  return { parts, trouble: null, lookedAt: null, waitSeconds: null };
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
 * Loads parts one after the other, and again those of which something is still to come, until nothing is, or until
 * nothing has come for some minutes of sources that are slow. A failure that may pass ends a look, and the next one goes
 * on; any other ends its part alone.
 */
export async function followParts(start: Following, services: FollowServices): Promise<void> {
  const { pause, onChange, signal, now } = services;
  let following = start;
  let [isFirst, looksInVain] = [true, 0];
  while (!signal.aborted) {
    const before = lateIn(following);
    following = await lookOnce(following, isFirst, services);
    if (signal.aborted) return;
    const hasCome = following.trouble === null;
    looksInVain = hasCome && lateIn(following) === before ? looksInVain + 1 : 0;
    isFirst &&= !hasCome;
    const waitSeconds = secondsToWait(following, looksInVain);
    following = { ...following, lookedAt: hasCome ? now() : following.lookedAt, waitSeconds };
    onChange(following);
    if (waitSeconds === null) return;
    await pause(waitSeconds * 1_000).catch(() => {});
  }
}

async function lookOnce(last: Following, isFirst: boolean, services: FollowServices): Promise<Following> {
  const { load, onChange, signal } = services;
  let { parts } = last;
  for (const [index, part] of last.parts.entries()) {
    if (part.error !== null || !(isFirst || isOpen(part) || isLate(part))) continue;
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

function secondsToWait(following: Following, looksInVain: number): number | null {
  const open = following.parts.filter(isOpen);
  const isOver = open.length === 0 && (!following.parts.some(isLate) || looksInVain >= MOST_LOOKS_IN_VAIN);
  if (isOver) return null;
  if (following.trouble !== null) return WAIT_AFTER_TROUBLE_SECONDS;
  if (open.length === 0) return MAX_WAIT_SECONDS;
  const asked = open.map(({ batch }) => batch?.poll_after_seconds ?? MIN_WAIT_SECONDS);
  return Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, Math.min(...asked)));
}

/** How many lines have sources that are still being asked. */
export function lateIn({ parts }: Following): number {
  return parts.reduce((sum, part) => sum + lateLines(part), 0);
}
