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
  const off = ([date]: PastFigures) => Math.abs(Date.parse(date) - wanted);
  const nearest = past.toSorted((one, other) => off(one) - off(other))[0];
  return nearest && off(nearest) <= DAYS_OFF * DAY_MS ? nearest : null;
}
