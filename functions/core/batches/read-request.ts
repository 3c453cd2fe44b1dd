import * as z from 'zod/mini';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { BadValue, formatParameter, readBy, wholeNumberParameter } from '../platform/http/parameters.ts';
import { cursorParameter } from '../platform/http/paging.ts';
import { type BatchRequest, MAX_INPUT_BYTES, MAX_ROWS, MAX_ROWS_WITH_HISTORY } from './batch.ts';
import { rangeParameter } from '../domains/history/request.ts';
import { DEFAULT_RANGE } from '../domains/history/read-history.ts';
import { invalidParameter } from '../platform/http/errors.ts';
import { checkFieldNames } from '../platform/http/fields-parameter.ts';
import { fieldNames, MAX_FIELDS, type Members } from '../platform/http/fields.ts';
import { deliverMember } from '../deliveries/deliver-member.ts';
import { rowInput } from './row-input.ts';
import { readJsonBody } from '../platform/http/json-body.ts';
import { brokenRule, rule } from '../platform/http/rules.ts';
import { requestHeader } from '../platform/http/headers.ts';
import { domainMembers, historyMembers } from '../record/members.computed.ts';

/** Query parameters of a request for a new batch. */
export const newBatchParameters = z.object({ format: formatParameter() });

/** Query parameters of a request for a page of a batch. */
export const batchPageParameters = z.object({
  cursor: cursorParameter(),
  limit: wholeNumberParameter({
    name: 'Maximum number of rows in the response',
    min: 1,
    max: MAX_ROWS,
    default: MAX_ROWS,
  }),
  format: formatParameter(),
});

const domains = z
  .array(z.unknown().check(z.meta({ type: 'string', examples: ['example.com'] })), {
    error: ({ input }) => brokenRule(input === undefined ? 'required' : 'domain_list'),
  })
  .check(
    z.minLength(1, rule('one_domain')),
    z.maxLength(MAX_ROWS, rule('max_rows')),
    z.meta({
      description: `The domains in any form, one for each row of the response: up to ${MAX_ROWS}, or up to ${MAX_ROWS_WITH_HISTORY} with history, and ${MAX_INPUT_BYTES} bytes in all. A value that is not a domain does not affect the others`,
    }),
  );

const history = z
  .strictObject(
    { range: z.nullable(rangeParameter), fields: fieldsMember(historyMembers, 'snapshots.seo_score') },
    rule('object'),
  )
  .check(z.meta({ description: 'Include the history of each domain, in the format of /seo/history' }));

/**
 * Returns the body of a request for a batch.
 *
 * @param isReachable whether a receiver's host may be requested over http, because the operator resolves it
 */
export const batchBody = (isReachable: (host: string) => boolean) =>
  z
    .strictObject(
      {
        domains,
        refresh: yesOrNo('true: fetch all domains again, including cached ones. Default: false'),
        fields: fieldsMember(domainMembers, 'page.title'),
        history: z.nullish(history),
        paid: yesOrNo('true: also request paid sources. Default: false'),
        deliver: z._default(
          z.nullable(deliverMember(isReachable)).check(
            z.meta({
              description:
                "Where the end of the batch is sent, signed with the owner's secret (/api/v1/seo/watches/secret). Such a " +
                'batch is always stored. Default: null',
            }),
          ),
          null,
        ),
      },
      rule('json_object'),
    )
    .check(
      z.refine(({ domains, history }) => !history || domains.length <= MAX_ROWS_WITH_HISTORY, {
        path: ['domains'],
        ...rule('max_rows_with_history', { max: MAX_ROWS_WITH_HISTORY }),
      }),
      z.refine(({ domains }) => bytesOf(domains) <= MAX_INPUT_BYTES, {
        path: ['domains'],
        ...rule('max_input_bytes', { max: MAX_INPUT_BYTES }),
      }),
    );

const bytesOf = (domains: readonly unknown[]) =>
  domains.reduce<number>((sum, given) => sum + Buffer.byteLength(rowInput(given)), 0);

/**
 * Reads the JSON body of a request for a batch. All members but `domains` are optional; `fields`, `history` and its
 * members can be `null` as well, and lists of members can be empty.
 *
 * @throws {ServiceError} invalid_parameter listing every member that is invalid or unknown
 */
export function readBatchRequest(event: APIGatewayProxyEvent, isReachable: (host: string) => boolean): BatchRequest {
  const { history, deliver, ...given } = readJsonBody(event, batchBody(isReachable));
  const rest = { ...given, deliver: deliver?.url ?? null };
  if (!history) return { ...rest, history: null };
  return { ...rest, history: { range: history.range ?? DEFAULT_RANGE, fields: history.fields } };
}

/** `Idempotency-Key`: printable ASCII. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads the header `Idempotency-Key`.
 *
 * @returns `null` if it is absent or empty
 * @throws {ServiceError} invalid_parameter if it is too long or contains other than printable ASCII characters
 */
export function idempotencyKeyOf(event: APIGatewayProxyEvent): string | null {
  const key = requestHeader(event, 'idempotency-key').trim();
  if (key === '') return null;
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw invalidParameter('Idempotency-Key', 'printable_ascii');
}

function yesOrNo(description: string) {
  return z._default(z.boolean(rule('boolean')).check(z.meta({ description })), false);
}

/** Maximum length of a selection of members, in characters: an unknown name is compared with all known ones. */
const MAX_CHOICE_LENGTH = 10_000;

/** A list of names of members, also comma-separated ones; the value is in the format of the parameter `fields`. */
function fieldsMember(members: Members, example: string) {
  const read = (names: unknown[]) => {
    if (!names.every((name) => typeof name === 'string')) throw new BadValue('member_list');
    const text = names.join(',');
    if (text.length > MAX_CHOICE_LENGTH) throw new BadValue('max_characters', { max: MAX_CHOICE_LENGTH });
    const chosen = fieldNames(text);
    if (chosen.length === 0) return null;
    checkFieldNames(chosen, members);
    return text;
  };
  const names = z.array(z.unknown().check(z.meta({ type: 'string' })), rule('member_list'));
  const form = z.meta({
    description: `Up to ${MAX_FIELDS} members of \`data\`, with dots for nested members. Default: all`,
    examples: [[example]],
  });
  return z._default(z.nullable(z.pipe(names, readBy(read))).check(form), null);
}
