import type { DomainRow, PastFigures } from '../../../contract.ts';
import { nearestBefore } from '../shared/before.ts';

/**
 * A domain's figures as they were some days before it was last fetched.
 *
 * @returns those of the nearest day that is known; `null`: of none that is near enough
 */
export function figuresBefore({ past, updated_at }: DomainRow, days: number): PastFigures | null {
  return past && updated_at !== null ? nearestBefore(past, ([date]) => date, { time: updated_at, days }) : null;
}
