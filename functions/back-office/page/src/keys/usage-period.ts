import { DAY_MS, dayOf } from '../../../../core/platform/time/day.ts';

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
