import { DAY_MS } from '../../../../../core/platform/time/day.ts';

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
