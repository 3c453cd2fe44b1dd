import type { KeyUsage } from '../../../contract.ts';
import { dayOf } from '../../../../core/platform/time/day.ts';

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
