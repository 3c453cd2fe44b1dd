import * as z from 'zod/mini';
import { numberPattern } from '../../platform/http/number-pattern.ts';
import { message } from '../../platform/http/message.ts';
import { BadValue, textParameter } from '../../platform/http/text-parameter.ts';
import { DEFAULT_RANGE, LONGEST_RANGE, type Range } from './window.ts';

const units = Object.entries(LONGEST_RANGE).map(
  ([unit, longest]) => `${numberPattern(longest)}[${unit}${unit.toUpperCase()}]`,
);
const pattern = `^(?:${units.join('|')})$`;
const RANGE = new RegExp(pattern);

/** `range`: a window up to now, such as `30d`. */
export const rangeParameter = z.optional(
  textParameter(readRange, {
    description:
      'Time window up to now: a number and d (days), w (weeks), m (months) or y (years), in any case; 1d to 10y',
    form: { type: 'string', pattern, default: DEFAULT_RANGE.text },
    examples: ['90d'],
  }),
);

function readRange(text: string): Range {
  if (!RANGE.test(text))
    throw new BadValue(message`must be a number with d, w, m or y, from ${{ min: '1d' }} to ${{ max: '10y' }}`);
  const range = text.toLowerCase();
  return { text: range, amount: parseInt(range), unit: range.at(-1) as Range['unit'] };
}
