import type { DomainDetails } from '../../../contract.ts';

/** Polls in which work that was asked for may still be on its way into the queue. */
const POLLS_BEFORE_START = 5;

/** Work on a domain that is being waited for. */
export interface Watch {
  /** When the record was fetched last, before. */
  before: string | null;
  started: boolean;
  polls: number;
}

/** Watching begins where something was just asked for, or is under way anyhow. */
export function beginWatch(details: Pick<DomainDetails, 'updated_at' | 'activity'>): Watch {
  return { before: details.updated_at, started: details.activity !== 'idle', polls: 0 };
}

/**
 * What is to be waited for after another look; `null`: it is done. That nothing is under way means so only once it
 * had begun, or its result is there: counts of queues lag behind.
 */
export function watchOn(watch: Watch, seen: Pick<DomainDetails, 'updated_at' | 'activity'>): Watch | null {
  const next = { ...watch, started: watch.started || seen.activity !== 'idle', polls: watch.polls + 1 };
  if (seen.activity !== 'idle') return next;
  const done = next.started || seen.updated_at !== watch.before || next.polls >= POLLS_BEFORE_START;
  return done ? null : next;
}
