import * as z from 'zod';
import { MOST_PER_DAY } from '../core/accounts/key-tags.ts';
import { invalidParameter } from '../core/platform/http/errors.ts';
import { message } from '../core/platform/http/message.ts';
import { asCheck, isWholeNumber } from '../core/platform/http/parameters.ts';
import type { Days } from './gateway-keys/key-usage.ts';
import { DAY_MS, dayOf } from '../core/platform/time/day.ts';

const MAX_DAYS = 90;

const plan = z.string({ error: 'must be the name of a plan' });
const note = z.string({ error: 'must be text' }).trim().max(500, 'must have at most 500 characters');

const owner = z
  .string({ error: 'must be the owner of a key' })
  .regex(/^[a-z0-9]{1,64}$/i, 'must be the owner of a key');

/** With a zone, in whole seconds or finer; it becomes UTC. */
const future = (now: () => number) =>
  z.iso
    .datetime({ offset: true, error: 'must be a time with its zone, such as 2027-01-31T00:00:00Z' })
    .transform((time) => new Date(time).toISOString())
    .refine((time) => Date.parse(time) > now(), 'must lie in the future')
    .nullable()
    .optional();

export const newKey = z.strictObject({
  name: z
    .string({ error: 'must be text' })
    .trim()
    .min(1, 'must have at least 1 character')
    .max(100, 'must have at most 100 characters'),
  plan,
  note: note.default(''),
  owner: owner.optional(),
  expires_at: future(Date.now),
});

export const replacement = z.strictObject({
  disable: z.boolean({ error: 'must be true or false' }).default(false),
  old_expires_at: future(Date.now),
});

const perDay = z
  .custom<number>(
    isWholeNumber(0, MOST_PER_DAY),
    asCheck(message`must be a whole number from ${{ min: 0 }} to ${{ max: MOST_PER_DAY }}, or null`),
  )
  .nullable()
  .optional();

export const ownerChange = z
  .strictObject({ domains_per_day: perDay, pages_per_day: perDay })
  .refine((change) => Object.keys(change).length > 0, 'must have domains_per_day or pages_per_day');

export const keyChange = z.strictObject({
  enabled: z.boolean({ error: 'must be true or false' }).optional(),
  plan: plan.optional(),
  note: note.optional(),
  expires_at: future(Date.now),
});

const date = z.iso.date('must be a date, YYYY-MM-DD').optional();
export const usageParameters = z.object({ from: date, to: date });

/**
 * The days of a usage request; by default the current month up to today (UTC).
 *
 * @throws {ServiceError} invalid_parameter when `to` is before `from`, or the range is too long
 */
export function usageDays(given: { from?: string | undefined; to?: string | undefined }, now: number): Days {
  const to = given.to ?? dayOf(now);
  const from = given.from ?? `${to.slice(0, 7)}-01`;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw invalidParameter('to', 'must not lie before from');
  if (days > MAX_DAYS) throw invalidParameter('from', message`must be at most ${{ max: MAX_DAYS }} days back`);
  return { from, to };
}
