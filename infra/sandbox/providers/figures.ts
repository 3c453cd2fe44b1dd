import { createHash } from 'node:crypto';
import { DAY_MS, dayOf } from '../../../functions/shared/time/day.ts';

/** A number from 0 (inclusive) to 1 (exclusive) that depends only on the texts. */
export function share(...texts: string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** A whole number from `least` to `most` that depends only on the texts. */
export function between(least: number, most: number, ...texts: string[]): number {
  return least + Math.floor(share(...texts) * (most - least + 1));
}

/** The sandbox's own sites, as hosts or origins. */
const OWN_SITES = /^(?:https?:\/\/)?(?:www\.)?(?:shop|blog|broken)\.example$/;

/**
 * The figures of a domain: those of the table, else generated ones for the sandbox's own sites. Other domains have
 * none, so that a generated figure is never taken for a real one.
 */
export function figuresOf<Figures>(
  known: Record<string, Figures | null>,
  domain: string,
  made: () => Figures,
): Figures | null {
  if (Object.hasOwn(known, domain)) return known[domain]!;
  return OWN_SITES.test(domain) ? made() : null;
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
