import * as z from 'zod/mini';
import { boundParameter } from './bound-parameter.ts';
import { rangeParameter } from './range-parameter.ts';
import {
  cursorParameter,
  formatParameter,
  unlessInvalid,
  wholeNumberParameter,
} from '../../platform/http/common-parameters.ts';
import { fieldsParameter } from '../../platform/http/fields-parameter.ts';
import { historyMembers } from '../../record/members.computed.ts';

const MAX_LIMIT = 1_000;

const from = boundParameter({
  description:
    'Start of the time window, instead of range: a date or a time in UTC, not after to. 30 days before to where only that is given',
  timeOfDate: 'T00:00:00.000Z',
  example: '2026-10-01',
});
const to = boundParameter({
  description:
    'End of the time window, instead of range: a date, which is in it, or a time in UTC. Now where it is absent',
  timeOfDate: 'T23:59:59.999Z',
  example: '2026-10-31T12:00:00Z',
});

/**
 * Parameters of `/api/v1/seo/history`.
 *
 * @param domain the parameter of this name: checking names takes the list of public suffixes, which a name with a history
 *   does not need
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
    limit: wholeNumberParameter({ name: 'Most snapshots in the answer', min: 1, max: MAX_LIMIT, default: 100 }),
    format: formatParameter(),
  };
  return z.object(shape).check(
    z.refine((given) => given.range === undefined || (given.from === undefined && given.to === undefined), {
      path: ['range'],
      error: 'cannot be given together with from or to',
      when: unlessInvalid('range', 'from', 'to'),
    }),
    z.refine((given) => given.from === undefined || given.to === undefined || given.from <= given.to, {
      path: ['from'],
      error: 'must not be after to',
      when: unlessInvalid('from', 'to'),
    }),
  );
}
