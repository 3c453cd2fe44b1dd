import { DAY_MS } from '../../../../shared/time/day.ts';
import type { DomainRow, PastFigures } from '../../../contract.ts';

/** What is of another day than was asked for may be so many days off: the past has about one day a week. */
const DAYS_OFF = 6;

/**
 * A domain's figures as they were some days before it was last fetched.
 *
 * @returns those of the nearest day that is known; `null`: of none that is near enough
 */
export function figuresBefore({ past, updated_at }: DomainRow, days: number): PastFigures | null {
  if (!past || updated_at === null) return null;
  const wanted = Date.parse(updated_at.slice(0, 10)) - days * DAY_MS;
  let nearest: PastFigures | null = null;
  let least = (DAYS_OFF + 1) * DAY_MS;
  for (const figures of past) {
    const off = Math.abs(Date.parse(figures[0]) - wanted);
    if (off < least) [nearest, least] = [figures, off];
  }
  return nearest;
}
