import { type DocumentedError, type DocumentedName, errors, schemaName } from './errors.ts';
import { schemaRef } from './json-schema.ts';

/** Error responses by name: each has one status, which several errors may share. */
const named = {
  BadAction: ['unsupported_action', 'missing_parameter'],
  KeyRefused: ['missing_api_key', 'invalid_api_key'],
  AccountRefused: ['upstream_rejected_credentials'],
  Blocked: ['blocked'],
  NotFound: ['not_found'],
  MethodNotAllowed: ['method_not_allowed'],
  DomainNotFound: ['domain_not_found'],
  IdempotencyConflict: ['idempotency_conflict'],
  TooLarge: ['too_large'],
  BadParameter: ['invalid_parameter'],
  BadParameterOrRefused: ['invalid_parameter', 'upstream_refused'],
  TooManyRequests: ['rate_limited'],
  PlanUsedUp: ['rate_limited', 'quota_exceeded'],
  PlanOrDayUsedUp: ['rate_limited', 'quota_exceeded', 'domain_allowance_exceeded'],
  Internal: ['internal'],
  NothingLearnt: ['all_sources_failed'],
  UpstreamUnreadable: ['upstream_unreadable'],
  NotConfigured: ['not_configured'],
  TimeUp: ['gateway_timeout'],
  UpstreamTimeUp: ['upstream_timeout', 'gateway_timeout'],
} satisfies Record<string, DocumentedName[]>;

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

function errorResponse(names: DocumentedName[]) {
  const documented = names.map((name): DocumentedError => errors[name]);
  const hinted = documented.filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  const refs = names.map((name) => schemaRef(schemaName(name)));
  const examples = documented.map(({ slug, meaning, example }) => [slug, { summary: meaning, value: example }]);
  return {
    description: documented.map(({ slug, meaning }) => `\`${slug}\`: ${meaning}`).join('\n\n'),
    ...(hinted.length > 0 && retryAfter(hinted)),
    ...(names.includes('method_not_allowed') && { headers: allow }),
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
