import type { Batch } from '../../../contract.ts';
import { rowStatuses } from '../../../../core/batches/batch.ts';
import { mayPass } from '../loading/retry.ts';

/** One of the batches that are shown as one. */
export interface Part {
  /** Of the batch, or of its request while the service has not stored it. */
  id: string;
  /** With the items of all pages, unless `next_cursor` states that some are missing; `null`: not loaded yet. */
  batch: Batch | null;
  /** Number of rows of a batch that is not loaded yet, as far as it is known. */
  lines: number;
  /** Why it is not loaded any more, such as a batch that is too old; `null`: no error. */
  error: unknown;
}

/** Number of rows that were not settled at some time, in milliseconds since the epoch. */
interface Pending {
  at: number;
  rows: number;
}

/** The state of the parts. */
export interface Following {
  parts: readonly Part[];
  /** Error of the last poll; `null`: it succeeded. */
  trouble: unknown;
  /** Time of the first and the last successful poll, with what was pending; `null`: there was none. */
  first: Pending | null;
  last: Pending | null;
  /** Seconds until the next poll; `null`: nothing changes any more, or the first poll is running. */
  waitSeconds: number | null;
}

/** Longest time between two polls, however long the service states. */
const MAX_WAIT_SECONDS = 15;
const MIN_WAIT_SECONDS = 1;
const WAIT_AFTER_TROUBLE_SECONDS = 10;
/** Five minutes: sources have rate limits, and other batches may come first. */
const MAX_POLLS_WITHOUT_CHANGE = 20;

/** Parts that are about to be polled. */
export function unseen(parts: readonly Part[]): Following {
  return { parts, trouble: null, first: null, last: null, waitSeconds: null };
}

interface FollowServices {
  load: (part: Part) => AsyncIterable<Part>;
  /** @throws when the waiting is aborted */
  pause: (ms: number) => Promise<void>;
  onChange: (following: Following) => void;
  signal: AbortSignal;
  now: () => number;
}

/**
 * Loads parts one after the other, and again those of which something is still to come, until nothing is, or until slow
 * sources have returned nothing for some minutes. An error that may pass ends a poll, and the next one continues; any
 * other error ends only its part.
 */
export async function followParts(start: Following, services: FollowServices): Promise<void> {
  const { pause, onChange, signal, now } = services;
  let following = start;
  let [isFirst, unchanged] = [true, 0];
  while (!signal.aborted) {
    const before = lateIn(following);
    following = await pollOnce(following, isFirst, services);
    if (signal.aborted) return;
    const hasSucceeded = following.trouble === null;
    unchanged = hasSucceeded && lateIn(following) === before ? unchanged + 1 : 0;
    isFirst &&= !hasSucceeded;
    const waitSeconds = secondsToWait(following, unchanged);
    const last = hasSucceeded ? { at: now(), rows: totalsOf(following.parts).pending } : following.last;
    following = { ...following, first: following.first ?? last, last, waitSeconds };
    onChange(following);
    if (waitSeconds === null) return;
    await pause(waitSeconds * 1_000).catch(() => {});
  }
}

async function pollOnce(last: Following, isFirst: boolean, services: FollowServices): Promise<Following> {
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

function secondsToWait(following: Following, unchanged: number): number | null {
  const open = following.parts.filter(isOpen);
  const isOver = open.length === 0 && (!following.parts.some(isLate) || unchanged >= MAX_POLLS_WITHOUT_CHANGE);
  if (isOver) return null;
  if (following.trouble !== null) return WAIT_AFTER_TROUBLE_SECONDS;
  if (open.length === 0) return MAX_WAIT_SECONDS;
  const requested = open.map(({ batch }) => batch?.poll_after_seconds ?? MIN_WAIT_SECONDS);
  return Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, Math.min(...requested)));
}

/** Whether something of a part is still to come. */
export function isOpen({ batch, error }: Part): boolean {
  if (error !== null) return false;
  return batch === null || batch.next_cursor !== null || batch.poll_after_seconds !== null;
}

/** Number of rows with sources that are still being fetched, although their sites may be fetched. */
function lateRows({ batch }: Part): number {
  return batch?.items.filter(({ data }) => data !== null && data.pending.length > 0).length ?? 0;
}

/** Whether slow sources may still add values: for what is only cached, none is requested. */
function isLate(part: Part): boolean {
  return part.error === null && part.batch !== null && part.batch.batch_id !== null && lateRows(part) > 0;
}

/** Number of rows of all parts with sources that are still being fetched. */
export function lateIn({ parts }: Pick<Following, 'parts'>): number {
  return parts.reduce((sum, part) => sum + lateRows(part), 0);
}

const NONE = Object.fromEntries(['domains', ...rowStatuses].map((name) => [name, 0])) as Batch['totals'];

/** Totals of all parts; rows of a part that is not loaded yet are pending. */
export function totalsOf(parts: readonly Part[]): Batch['totals'] {
  const each = parts.map(({ batch, lines }) => batch?.totals ?? { ...NONE, domains: lines, pending: lines });
  const sum = (name: keyof Batch['totals']) => each.reduce((total, totals) => total + totals[name], 0);
  return Object.fromEntries(Object.keys(NONE).map((name) => [name, sum(name as keyof typeof NONE)])) as Batch['totals'];
}

/**
 * Estimates the seconds until all rows are settled, at the mean rate of the polls so far.
 *
 * @returns `null` while nothing was settled between two polls, or if nothing is pending
 */
export function secondsLeft({ first, last }: Pick<Following, 'first' | 'last'>): number | null {
  if (!first || !last || last.rows === 0 || last.rows >= first.rows) return null;
  return Math.ceil((last.rows * (last.at - first.at)) / (first.rows - last.rows) / 1_000);
}
