import { DAY_MS } from '../../../../../core/platform/time/day.ts';

const DAYS = { never: null, day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;

/** @returns ISO 8601 time; `null`: never */
export function timeFromNow(choice: keyof typeof DAYS, now = Date.now()): string | null {
  const days = DAYS[choice];
  return days === null ? null : new Date(now + days * DAY_MS).toISOString();
}
