import { DAY_MS } from '../../../../core/platform/time/day.ts';
import type { DomainRow } from '../../../contract.ts';
import { type Before, DEFAULT_PERIOD, metricsBefore } from '../shared/before.ts';
import { CERTIFICATE_WARNING, REGISTRATION_WARNING } from '../shared/warning-days.ts';

/** A domain with the computed values of its row; `null`: unknown. */
export interface PortfolioRow extends DomainRow {
  score_before: Before | null;
  rank_before: Before | null;
  /** Whole days; negative after the end. */
  certificate_days: number | null;
  registration_days: number | null;
}

/**
 * @param now milliseconds since the epoch
 * @param changeDays period of its changes, which ends with the last fetch of the domain
 */
export function portfolioRow(row: DomainRow, now: number, changeDays: number = DEFAULT_PERIOD): PortfolioRow {
  const { score, rank } = metricsBefore(row, changeDays);
  return {
    ...row,
    // A score of an earlier fetch has not changed since.
    score_before: row.score_of === null ? score : null,
    rank_before: rank,
    certificate_days: daysUntil(row.tls_valid_to, now),
    registration_days: daysUntil(row.registration_expires_at, now),
  };
}

function daysUntil(time: string | null, now: number): number | null {
  return time === null ? null : Math.floor((Date.parse(time) - now) / DAY_MS);
}

/** When the certificate or the registration of a domain expires. */
export interface Expiry {
  of: 'certificate' | 'registration';
  /** ISO 8601 */
  time: string;
  /** Whole days; negative after the end. */
  days: number;
  isSoon: boolean;
}

/** Returns the known expiries of a domain, the nearest first. */
export function expiriesOf({
  tls_valid_to,
  registration_expires_at,
  certificate_days,
  registration_days,
}: PortfolioRow): Expiry[] {
  const expiries: Expiry[] = [];
  if (tls_valid_to !== null && certificate_days !== null) {
    const isSoon = certificate_days <= CERTIFICATE_WARNING;
    expiries.push({ of: 'certificate', time: tls_valid_to, days: certificate_days, isSoon });
  }
  if (registration_expires_at !== null && registration_days !== null) {
    const isSoon = registration_days <= REGISTRATION_WARNING;
    expiries.push({ of: 'registration', time: registration_expires_at, days: registration_days, isSoon });
  }
  return expiries.sort((one, other) => one.days - other.days);
}

/** Returns the expiry that needs attention first: the nearest one with a warning, otherwise the nearest one. */
export function nextExpiry(row: PortfolioRow): Expiry | null {
  const expiries = expiriesOf(row);
  return expiries.find(({ isSoon }) => isSoon) ?? expiries[0] ?? null;
}
