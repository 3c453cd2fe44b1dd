import type { DomainDetails } from '../../../contract.ts';

/** Polls before work that has not started is considered done: until then, it may be missing in the queue's counts. */
const POLLS_BEFORE_START = 5;

/** Background work for a domain that the page waits for. */
export interface Watch {
  /** Time of the record's last fetch before the work. */
  before: string | null;
  /** Time of the last failure that was known before the work. */
  failedBefore: string | null;
  /** It was asked for here, not found under way. */
  isAsked: boolean;
  started: boolean;
  polls: number;
}

type Seen = Pick<DomainDetails, 'updated_at' | 'activity' | 'failure'>;

/** Begins to wait for work that was just requested (`isAsked`) or is already running. */
export function beginWatch({ updated_at, activity, failure }: Seen, isAsked: boolean): Watch {
  const failedBefore = failure?.failed_at ?? null;
  return { before: updated_at, failedBefore, isAsked, started: activity !== 'idle', polls: 0 };
}

/**
 * The watch after another poll; `null`: the work is done. `idle` means this only if the work has started, or has a
 * result, since the counts of a queue lag.
 */
export function nextWatch(watch: Watch, seen: Seen): Watch | null {
  const next = { ...watch, started: watch.started || seen.activity !== 'idle', polls: watch.polls + 1 };
  if (seen.activity !== 'idle') return next;
  const hasResult = seen.updated_at !== watch.before || (seen.failure?.failed_at ?? null) !== watch.failedBefore;
  const done = next.started || hasResult || next.polls >= POLLS_BEFORE_START;
  return done ? null : next;
}
