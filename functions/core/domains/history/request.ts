import * as z from 'zod/mini';
import {
  BadValue,
  formatParameter,
  numberPattern,
  textParameter,
  unlessInvalid,
  wholeNumberParameter,
} from '../../platform/http/parameters.ts';
import { rule } from '../../platform/http/rules.ts';
import { DEFAULT_RANGE, LONGEST_RANGE, type Range } from './read-history.ts';
import { cursorParameter } from '../../platform/http/paging.ts';
import { fieldsParameter } from '../../platform/http/fields-parameter.ts';
import { historyMembers } from '../../record/members.computed.ts';

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z`;
const boundPattern = `^${DATE}(?:${TIME})?$`;
const BOUND = new RegExp(boundPattern);

interface Bound {
  description: string;
  /** Time of a date without a time. */
  timeOfDate: 'T00:00:00.000Z' | 'T23:59:59.999Z';
  example: string;
}

/** Creates a parameter such as `from` or `to`: a date or a time in UTC (ISO 8601), converted to a time with milliseconds. */
export function boundParameter({ description, timeOfDate, example }: Bound) {
  const read = (text: string) => {
    const time = Date.parse(text.includes('T') ? text : text + timeOfDate);
    // Parsing converts 30 February to another day.
    const isReal =
      BOUND.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
    if (isReal) return new Date(time).toISOString();
    throw new BadValue('date_or_time');
  };
  return z.optional(
    textParameter(read, { description, form: { type: 'string', pattern: boundPattern }, examples: [example] }),
  );
}

const units = Object.entries(LONGEST_RANGE).map(
  ([unit, longest]) => `${numberPattern(longest)}[${unit}${unit.toUpperCase()}]`,
);
const rangePattern = `^(?:${units.join('|')})$`;
const RANGE = new RegExp(rangePattern);

/** The parameter `range`: a window up to now, such as `30d`. */
export const rangeParameter = z.optional(
  textParameter(readRange, {
    description:
      'Time window up to now: a number and d (days), w (weeks), m (months) or y (years), in any case; 1d to 10y',
    form: { type: 'string', pattern: rangePattern, default: DEFAULT_RANGE.text },
    examples: ['90d'],
  }),
);

function readRange(text: string): Range {
  if (!RANGE.test(text)) throw new BadValue('range', { min: '1d', max: '10y' });
  const range = text.toLowerCase();
  return { text: range, amount: parseInt(range), unit: range.at(-1) as Range['unit'] };
}

const MAX_LIMIT = 1_000;

const from = boundParameter({
  description:
    'Start of the time window, instead of range: a date or a time in UTC, not after to. Default: 30 days before `to`',
  timeOfDate: 'T00:00:00.000Z',
  example: '2026-10-01',
});
const to = boundParameter({
  description: 'End of the time window, instead of range: a date, which is included, or a time in UTC. Default: now',
  timeOfDate: 'T23:59:59.999Z',
  example: '2026-10-31T12:00:00Z',
});

/**
 * Parameters of `/api/v1/seo/history`.
 *
 * @param domain the parameter of this name. It is passed in, since checking a name loads the list of public suffixes,
 *   which a name with a history does not require
 */
export function historyParameters(domain: z.ZodMiniType<string, string>) {
  const shape = {
    domain,
    range: rangeParameter,
    from,
    to,
    fields: fieldsParameter(
      historyMembers,
      'domain, count, truncated and next_cursor',
      'snapshots.captured_at,snapshots.seo_score,summary.seo_score',
    ),
    cursor: cursorParameter(),
    limit: wholeNumberParameter({
      name: 'Maximum number of snapshots in the response',
      min: 1,
      max: MAX_LIMIT,
      default: 100,
    }),
    format: formatParameter(),
  };
  return z.object(shape).check(
    z.refine((given) => given.range === undefined || (given.from === undefined && given.to === undefined), {
      path: ['range'],
      ...rule('not_with_from_or_to'),
      when: unlessInvalid('range', 'from', 'to'),
    }),
    z.refine((given) => given.from === undefined || given.to === undefined || given.from <= given.to, {
      path: ['from'],
      ...rule('after_to'),
      when: unlessInvalid('from', 'to'),
    }),
  );
}
