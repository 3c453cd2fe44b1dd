import { z } from 'zod';
import { planNames } from './plans.ts';

/**
 * `data` of `/api/v1/usage`: source of the types, of response validation in tests and of the OpenAPI document. No
 * function loads it.
 */
const count = z.int().nonnegative();
const time = z.iso.datetime();

const allowance = z.strictObject({
  limit_per_day: count.describe("Maximum number of fetches per day (UTC), for all keys of the key's owner combined"),
  used: count.describe('Fetches today (UTC), without delay'),
  remaining: count.describe('Fetches left today'),
  resets_at: time.describe('Start of the next day (UTC)'),
});

/** `data` of `/api/v1/usage`. */
export const usageAnswer = z.strictObject({
  as_of: time.describe(
    "When the gateway's number of requests was read, at most a few minutes ago; the number itself is also delayed",
  ),
  plan: z.enum(planNames).describe("Name of the key's usage plan"),
  rate_per_second: z.number().nonnegative().describe('Sustained number of requests per second of the plan'),
  burst: count.describe('Maximum burst of requests of the plan'),
  quota: z
    .strictObject({
      limit: count.describe('Requests per month of the plan'),
      period: z.literal('month').describe('A calendar month (UTC)'),
      used: count.describe('Requests this month, as of `as_of`'),
      remaining: count.describe('Requests left this month, as of `as_of`'),
      resets_at: time.describe('Start of the next month (UTC)'),
    })
    .describe('Requests of this key on its plan; a change of the plan resets them'),
  domains: allowance.describe('Fetched domains; cached responses are not counted'),
  pages: allowance.describe('Fetched pages; cached responses are not counted'),
  days: z
    .array(
      z.strictObject({
        date: z.iso.date().describe('Day (UTC)'),
        requests: count.describe('Requests of the key on that day'),
      }),
    )
    .describe('The days of this month up to as_of, oldest first'),
});

export type UsageAnswer = z.infer<typeof usageAnswer>;
