import * as z from 'zod';
import { domainParameter } from '../shared/domain/domain-parameter.ts';
import { LONGEST_RANGE } from './window.ts';

const RANGE = /^(?<amount>[1-9]\d{0,3})(?<unit>[dwmy])$/;
const MAX_LIMIT = 1_000;

/**
 * Parameters of `/api/v1/seo/history`.
 *
 * @param reachable hosts whose names are valid although they are reserved
 */
export function historyParameters(reachable: (host: string) => boolean) {
  return z.object({
    domain: domainParameter(reachable),
    range: z
      .string()
      .default('30d')
      .transform((text, context) => {
        const { amount, unit } = (RANGE.exec(text)?.groups ?? {}) as { amount?: string; unit?: 'd' | 'w' | 'm' | 'y' };
        if (unit && Number(amount) <= LONGEST_RANGE[unit]) return { text, amount: Number(amount), unit };
        context.addIssue({ code: 'custom', message: 'must be a number with d, w, m or y, from 1d to 10y' });
        return z.NEVER;
      })
      .describe('Time window up to now: a number and d (days), w, m or y; 1d to 10y'),
    limit: z
      .string()
      .regex(/^\d{1,9}$/, 'must be a whole number')
      .default('100')
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, `must be from 1 to ${MAX_LIMIT}`)
      .describe(`Most snapshots in the answer; 1 to ${MAX_LIMIT}`),
  });
}
