import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { Snapshot } from '../../api/api.ts';
import { isRealMove, movesDaily } from '../../shared/real-moves.ts';

type Field = Snapshot['changes'][number]['name'];

/** A change of a history, and when it was seen. */
export interface MetricChange {
  captured_at: string;
  field: Field;
  from: string | number;
  to: string | number;
}

/** It differs with every advertisement, token and time of day. */
const NEVER_LISTED: ReadonlySet<Field> = new Set(['content_hash']);

/** What changes this often, and in more than a third of the snapshots, is no event: for example a title with a date in it. */
const OFTEN = 6;
const OFTEN_SHARE = 1 / 3;

/**
 * The changes of a history without daily noise, newest first. A metric that moves a little each day is listed when
 * it has moved far from its last listed value: the change is from there.
 *
 * @returns `small`: the changes that are left, as the history has them
 */
export function realChanges(newestFirst: readonly Snapshot[]): { real: MetricChange[]; small: MetricChange[] } {
  const often = frequentFields(newestFirst);
  const listed = new Map<Field, string | number>();
  const real: MetricChange[] = [];
  const small: MetricChange[] = [];
  for (const { captured_at, changes } of newestFirst.toReversed()) {
    for (const { name: field, before: from, after: to } of changes) {
      const since = listed.get(field) ?? from;
      listed.set(field, since);
      if (often.has(field) || NEVER_LISTED.has(field) || !isRealMove(field, since, to)) {
        small.push({ captured_at, field, from, to });
      } else {
        real.push({ captured_at, field, from: since, to });
        listed.set(field, to);
      }
    }
  }
  return { real: real.reverse(), small: small.reverse() };
}

/** Fields whose every change would be listed, but that change often. */
function frequentFields(snapshots: readonly Snapshot[]): ReadonlySet<Field> {
  const counts = new Map<Field, number>();
  for (const { changes } of snapshots) {
    for (const { name: field } of changes) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  const isOften = (count: number) => count >= OFTEN && count > snapshots.length * OFTEN_SHARE;
  return new Set([...counts].filter(([field, count]) => !movesDaily(field) && isOften(count)).map(([field]) => field));
}

/** What of a range a chart shows, in milliseconds since the epoch. */
export interface Shown {
  from: number;
  to: number;
}

/** The least that is shown. */
const LEAST_MS = 3 * DAY_MS;
/** Days around a change that is shown. */
const AROUND_DAYS = 10;

/** A part of the range that has the same middle, as far as there is room: half of it, or twice as much. */
export function zoomed({ from, to }: Shown, whole: Shown, by: 'in' | 'out'): Shown {
  const length = (to - from) * (by === 'in' ? 1 / 2 : 2);
  return within(around((from + to) / 2, Math.max(LEAST_MS, length)), whole);
}

/** What lies half of the length before, or behind. */
export function moved({ from, to }: Shown, whole: Shown, by: 'earlier' | 'later'): Shown {
  const step = ((to - from) / 2) * (by === 'earlier' ? -1 : 1);
  return within({ from: from + step, to: to + step }, whole);
}

/** Some days around a time. */
export const shownAround = (time: number, whole: Shown) => within(around(time, 2 * AROUND_DAYS * DAY_MS), whole);

export const isWhole = ({ from, to }: Shown, whole: Shown) => from <= whole.from && to >= whole.to;
export const isLeast = ({ from, to }: Shown) => to - from <= LEAST_MS;

const around = (middle: number, length: number): Shown => ({ from: middle - length / 2, to: middle + length / 2 });

/** The same length inside of the whole; all of it where that is shorter. */
function within({ from, to }: Shown, whole: Shown): Shown {
  const length = Math.min(to - from, whole.to - whole.from);
  const start = Math.min(Math.max(from, whole.from), whole.to - length);
  return { from: start, to: start + length };
}
