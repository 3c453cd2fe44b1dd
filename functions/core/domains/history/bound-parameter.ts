import * as z from 'zod/mini';
import { BadValue, textParameter } from '../../platform/http/text-parameter.ts';

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z`;
const pattern = `^${DATE}(?:${TIME})?$`;
const BOUND = new RegExp(pattern);

interface Bound {
  description: string;
  /** What a bare date stands for. */
  timeOfDate: 'T00:00:00.000Z' | 'T23:59:59.999Z';
  example: string;
}

/** `from` or `to`: a date or a time in UTC (ISO 8601), read as a time with milliseconds. */
export function boundParameter({ description, timeOfDate, example }: Bound) {
  const read = (text: string) => {
    const time = Date.parse(text.includes('T') ? text : text + timeOfDate);
    // 30 February is another day when it is read.
    const isReal =
      BOUND.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
    if (isReal) return new Date(time).toISOString();
    throw new BadValue('must be a date (2026-11-21) or a time in UTC (2026-11-21T09:42:38Z)');
  };
  return z.optional(textParameter(read, { description, form: { type: 'string', pattern }, examples: [example] }));
}
