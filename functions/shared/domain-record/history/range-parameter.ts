import * as z from 'zod';
import { numberPattern } from '../../http/number-pattern.ts';
import type { ParameterForm } from '../../http/parameter-form.ts';
import { LONGEST_RANGE, type Range } from './window.ts';

const DEFAULT = '30d';
const units = Object.entries(LONGEST_RANGE).map(([unit, longest]) => numberPattern(longest) + unit);
const form: ParameterForm = { type: 'string', pattern: `^(?:${units.join('|')})$`, default: DEFAULT };

/** `range`: a window up to now, such as `30d`. */
export const rangeParameter = z
  .string()
  .default(DEFAULT)
  .refine((text) => new RegExp(form.pattern!).test(text), 'must be a number with d, w, m or y, from 1d to 10y')
  .transform((text): Range => ({ text, amount: parseInt(text), unit: text.at(-1) as Range['unit'] }))
  .meta({
    description: 'Time window up to now: a number and d (days), w (weeks), m (months) or y (years); 1d to 10y',
    form,
    examples: ['90d'],
  });
