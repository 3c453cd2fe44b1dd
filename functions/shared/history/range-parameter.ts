import * as z from 'zod';
import { LONGEST_RANGE, type Range } from './window.ts';

const RANGE = /^(?<amount>[1-9]\d{0,3})(?<unit>[dwmy])$/;

/** `range`: a window up to now, such as `30d`. */
export const rangeParameter = z
  .string()
  .default('30d')
  .transform((text, context): Range => {
    const { amount, unit } = (RANGE.exec(text)?.groups ?? {}) as { amount?: string; unit?: Range['unit'] };
    if (unit && Number(amount) <= LONGEST_RANGE[unit]) return { text, amount: Number(amount), unit };
    context.addIssue({ code: 'custom', message: 'must be a number with d, w, m or y, from 1d to 10y' });
    return z.NEVER;
  })
  .describe('Time window up to now: a number and d (days), w, m or y; 1d to 10y');
