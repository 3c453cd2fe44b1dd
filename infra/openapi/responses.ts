import type { DocumentedError, ErrorName } from './errors.ts';
import { errors } from './errors.ts';
import { schemaRef } from './json-schema.ts';

/** Error responses by name: each has one status, which several errors may share. */
const named = {
  BadAction: ['UnsupportedAction', 'MissingParameter'],
  KeyRefused: ['MissingApiKey', 'InvalidApiKey'],
  AccountRefused: ['CredentialsRejected'],
  Blocked: ['Blocked'],
  NotFound: ['NotFound'],
  MethodNotAllowed: ['MethodNotAllowed'],
  DomainNotFound: ['DomainNotFound'],
  IdempotencyConflict: ['IdempotencyConflict'],
  TooLarge: ['TooLarge'],
  BadParameter: ['InvalidParameter'],
  BadParameterOrRefused: ['InvalidParameter', 'UpstreamRefused'],
  TooManyRequests: ['RateLimited'],
  PlanUsedUp: ['RateLimited', 'QuotaExceeded'],
  PlanOrDayUsedUp: ['RateLimited', 'QuotaExceeded', 'DomainAllowanceExceeded'],
  Internal: ['InternalError'],
  NothingLearnt: ['AllSourcesFailed'],
  UpstreamUnreadable: ['UpstreamUnreadable'],
  NotConfigured: ['NotConfigured'],
  TimeUp: ['GatewayTimeout'],
  UpstreamTimeUp: ['UpstreamTimeout', 'GatewayTimeout'],
} satisfies Record<string, ErrorName[]>;

export type ResponseName = keyof typeof named;

/** The key's three places. */
export const apiKeySecurity = [{ apiKeyHeader: [] }, { apiKeyQuery: [] }, { apiKeyBearer: [] }];

/** Headers of an answer that is JSON or CSV. */
export const tableHeaders = {
  Vary: { description: 'The answer depends on them', schema: { type: 'string', const: 'Accept, Accept-Encoding' } },
  'Content-Disposition': { description: 'With CSV alone: the name of a file', schema: { type: 'string' } },
};

/** Headers of a table that may be cut off. */
export const cut = {
  'X-Truncated': { description: 'With CSV alone, where it is cut off', schema: { type: 'string', const: 'true' } },
};
/** The same, where it goes on by a cursor. */
export const cutOff = {
  ...cut,
  'X-Next-Cursor': { description: 'With CSV alone, where it is cut off: next_cursor', schema: { type: 'string' } },
};

/** Headers of an answer that `If-None-Match` applies to. */
export const etag = {
  ETag: { description: 'Of what the answer says; for If-None-Match', schema: { type: 'string', pattern: '^W/"' } },
};

export const notModified = {
  description: 'What If-None-Match names is still what would be answered. Without a body',
  headers: etag,
};

/** `components.responses`. */
export function errorResponses() {
  return Object.fromEntries(Object.entries(named).map(([name, names]) => [name, errorResponse(names)]));
}

/** Responses of an operation by status, each a reference. */
export function errorRefs(...names: ResponseName[]) {
  return Object.fromEntries(
    names.map((name) => [String(errors[named[name][0]!].status), { $ref: `#/components/responses/${name}` }]),
  );
}

function errorResponse(names: ErrorName[]) {
  const documented = names.map((name): DocumentedError => errors[name]);
  const hinted = documented.filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  const refs = names.map(schemaRef);
  const examples = documented.map(({ slug, meaning, example }) => [slug, { summary: meaning, value: example }]);
  return {
    description: documented.map(({ slug, meaning }) => `\`${slug}\`: ${meaning}`).join('\n\n'),
    ...(hinted.length > 0 && retryAfter(hinted)),
    ...(names.includes('MethodNotAllowed') && { headers: allow }),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(examples) as Record<string, unknown>,
      },
    },
  };
}

const allow = {
  Allow: { description: 'The methods of the path', schema: { type: 'string', examples: ['GET, OPTIONS'] } },
};

function retryAfter(hinted: DocumentedError[]) {
  const hints = hinted.map(({ slug, retryAfterSeconds }) =>
    retryAfterSeconds === 'where known' ? `for ${slug} where it is known` : `${retryAfterSeconds} for ${slug}`,
  );
  const description = `Seconds after which another try makes sense: ${hints.join(', ')}`;
  return { headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } } };
}
