import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { Point } from '../history/series.ts';

const WEEK_MS = 7 * DAY_MS;

/**
 * The newest value of each week: since a domain is followed, its history has the same figures day by day.
 *
 * @param points oldest first
 */
export function weekly(points: readonly Point[]): Point[] {
  const byWeek = new Map(points.map((point) => [Math.floor(Date.parse(point.time) / WEEK_MS), point]));
  return [...byWeek.values()];
}
