import { DAY_MS } from '../../../../core/platform/time/day.ts';
import type { DomainRow } from '../../../contract.ts';
import type { Before } from '../shared/before.ts';
import { figuresBefore } from './past.ts';

/** Days over which changes are shown. */
const CHANGE_DAYS = 30;

/** A domain with what is computed for its row; `null`: not known. */
export interface PortfolioRow extends DomainRow {
  score_before: Before | null;
  rank_before: Before | null;
  /** Whole days; negative where it has ended. */
  certificate_days: number | null;
  registration_days: number | null;
}

/**
 * @param now milliseconds since the epoch
 * @param changeDays over how many days its changes are
 */
export function portfolioRow(row: DomainRow, now: number, changeDays = CHANGE_DAYS): PortfolioRow {
  const [date = '', score = null, rank = null] = figuresBefore(row, changeDays) ?? [];
  const before = (value: number | null): Before | null => (value === null ? null : { date, value });
  return {
    ...row,
    score_before: before(score),
    rank_before: before(rank),
    certificate_days: daysUntil(row.tls_valid_to, now),
    registration_days: daysUntil(row.registration_expires_at, now),
  };
}

function daysUntil(time: string | null, now: number): number | null {
  return time === null ? null : Math.floor((Date.parse(time) - now) / DAY_MS);
}
