import { DAY_MS, dayOf } from '../../../../core/platform/time/day.ts';
import type { KeyUsage } from '../../../contract.ts';

export const periods = ['month', 'days30', 'days90'] as const;
export type Period = (typeof periods)[number];

const LENGTHS = { days30: 30, days90: 90 };

/**
 * The first and last day of a period up to now, in UTC as for quotas.
 *
 * @param now milliseconds since the epoch
 */
export function daysOf(period: Period, now: number): { from: string; to: string } {
  const to = dayOf(now);
  if (period === 'month') return { from: `${to.slice(0, 8)}01`, to };
  return { from: dayOf(now - (LENGTHS[period] - 1) * DAY_MS), to };
}

/**
 * Requests of the current month (UTC), as far as the usage covers it: by the remaining quota if it is known, since
 * moving to another plan resets a key's usage.
 *
 * @param now milliseconds since the epoch
 */
export function usedInMonth({ days, monthly_quota }: KeyUsage, now: number): number {
  const month = dayOf(now).slice(0, 7);
  const ofMonth = days.filter(({ date }) => date.startsWith(month));
  const remaining = ofMonth.at(-1)?.remaining ?? null;
  if (monthly_quota !== null && remaining !== null) return Math.max(0, monthly_quota - remaining);
  return ofMonth.reduce((sum, { used }) => sum + used, 0);
}
