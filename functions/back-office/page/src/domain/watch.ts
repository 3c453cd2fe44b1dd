import type { DomainDetails } from '../../../contract.ts';

/** Polls before work that has not started is considered done: until then, it may be missing in the queue's counts. */
const POLLS_BEFORE_START = 5;

/** Background work for a domain that the page waits for. */
export interface Watch {
  /** Time of the record's last fetch before the work. */
  before: string | null;
  started: boolean;
  polls: number;
}

/** Begins to wait for work that was just requested or is already running. */
export function beginWatch(details: Pick<DomainDetails, 'updated_at' | 'activity'>): Watch {
  return { before: details.updated_at, started: details.activity !== 'idle', polls: 0 };
}

/**
 * The watch after another poll; `null`: the work is done. `idle` means this only if the work has started or the record
 * has changed, since the counts of a queue lag.
 */
export function nextWatch(watch: Watch, seen: Pick<DomainDetails, 'updated_at' | 'activity'>): Watch | null {
  const next = { ...watch, started: watch.started || seen.activity !== 'idle', polls: watch.polls + 1 };
  if (seen.activity !== 'idle') return next;
  const done = next.started || seen.updated_at !== watch.before || next.polls >= POLLS_BEFORE_START;
  return done ? null : next;
}
