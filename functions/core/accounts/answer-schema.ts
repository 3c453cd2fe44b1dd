import { z } from 'zod';
import { planNames } from '../platform/settings/catalogue.ts';

/**
 * `data` of `/api/v1/usage`: source of the types, of the check of responses in tests and of the OpenAPI description. No
 * function loads it.
 */
const count = z.int().nonnegative();
const time = z.iso.datetime();

const allowance = z.strictObject({
  limit_per_day: count.describe(
    "Most that may be fetched anew in a day (UTC), for all keys of the key's owner together",
  ),
  used: count.describe('What was fetched anew today; it never lags'),
  remaining: count.describe('What is left of today'),
  resets_at: time.describe('When the next day begins'),
});

/** `data` of `/api/v1/usage`. */
export const usageAnswer = z.strictObject({
  as_of: time.describe("When the gateway's count of requests was read, minutes ago at most; the count itself lags too"),
  plan: z.enum(planNames).describe('Name of the usage plan that the key is on'),
  rate_per_second: z.number().nonnegative().describe('Requests a second that the plan allows in the long run'),
  burst: count.describe('Requests that the plan allows at once'),
  quota: z
    .strictObject({
      limit: count.describe('Requests that the plan allows in a month'),
      period: z.literal('month').describe('A calendar month (UTC)'),
      used: count.describe('Requests of this month, as of as_of'),
      remaining: count.describe('What was left of the month, as of as_of'),
      resets_at: time.describe('When the next month begins'),
    })
    .describe('Requests of this key on its plan; a move to another plan begins anew'),
  domains: allowance.describe('Domains that were fetched anew: not those that were cached'),
  pages: allowance.describe('Pages that were fetched anew: not those that were cached'),
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
