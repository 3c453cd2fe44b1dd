import { createHash } from 'node:crypto';
import { DAY_MS, dayOf } from '../../../functions/core/platform/time/day.ts';

/** A number from 0 (inclusive) to 1 (exclusive) that depends only on the texts. */
export function share(...texts: string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** A whole number from `least` to `most` that depends only on the texts. */
export function between(least: number, most: number, ...texts: string[]): number {
  return least + Math.floor(share(...texts) * (most - least + 1));
}

/** @returns `YYYY-MM-DD` */
export function dayBefore(now: number, days: number): string {
  return dayOf(now - days * DAY_MS);
}

/** @returns first day of the month, `YYYY-MM-DD` */
export function monthBefore(now: number, months: number): string {
  const date = new Date(now);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
}
