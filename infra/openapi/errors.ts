import { z } from 'zod';
import { forumUser } from '../../functions/core/forum/actions.ts';
import { upstreamRefusal } from '../../functions/core/forum/answer-schema.ts';
import { refusal } from '../../functions/core/forum/upstream-client.ts';
import { missingParameters, unsupportedAction } from '../../functions/core/forum/read-action.ts';
import { errorBody } from '../../functions/core/platform/http/envelope.ts';
import {
  type ErrorKind,
  type ErrorName,
  ERRORS,
  invalidParameter,
  methodNotAllowed,
  ServiceError,
} from '../../functions/core/platform/http/errors.ts';
import { schemaRef } from './json-schema.ts';

/** The description of an error, in addition to the table of errors. */
interface Description {
  /** Condition of the error; by default, its message. */
  meaning?: string;
  /** An example with values; by default, the error without values. */
  example?: ServiceError;
  /** Schemas of members in addition to those of every error. */
  extras?: z.ZodRawShape;
  /** The response contains the time after which to retry, if it is known. */
  hasHint?: boolean;
}

/** An error in the document. */
interface DocumentedError {
  status: number;
  slug: string;
  /** Condition of the error. */
  meaning: string;
  example: Record<string, unknown>;
  schema: z.ZodObject;
  /** Time after which to retry: fixed, or sometimes known. */
  retryAfterSeconds?: number | 'if known';
}

const REQUEST_ID = '0f3c7a9e5b1d4c2e8f60a1b2c3d4e5f6';

export const parameterProblem = z.strictObject({
  param: z.string().describe('Name of the parameter; body for the body as a whole'),
  rule: z.string().describe('Stable id of the rule that the value breaks; rules may be added'),
  message: z.string().describe('Why it was rejected; the wording may change'),
  values: z.record(z.string(), z.unknown()).describe('The values in message, by name. Empty if there are none'),
});
const details = z
  .array(parameterProblem)
  .describe('All rejected parameters with their problems; only in errors about parameters');

const retryAfter = z
  .int()
  .min(1)
  .describe('Seconds after which to retry, if known; the same as in the header Retry-After');

const values = z
  .record(z.string(), z.unknown())
  .describe(
    'The values in message, by name, for messages in other languages: numbers, texts, lists and objects of these. For ' +
      'invalid_parameter, grouped by the name of the parameter. Empty if the message contains no values',
  );

/** Members that any error may have: clients can read them before they distinguish errors. */
const optionalMembers = { retry_after_seconds: retryAfter.optional(), details: details.optional() };

const upstream = upstreamRefusal.describe("Upstream's code and message");

const usage = {
  usage: z.record(z.string(), z.string()).describe('Format of the URL of each call, by its purpose in Chinese'),
  params: z
    .record(z.string(), z.array(z.string()))
    .describe('Parameters of each action, with their meaning in Chinese'),
  direct: z.record(z.string(), z.string()).describe('The equivalent upstream call of each action; 0 is a note'),
};

function envelope(status: number, slug: string, extras: z.ZodRawShape = {}) {
  return z.strictObject({
    code: z.literal(status).describe('The HTTP status'),
    success: z.literal(false),
    request_id: z.string().min(1).describe('Id of the request, which is also in the logs of the service'),
    error: z.literal(slug).describe('Stable error code'),
    message: z.string().describe('Error message for people; the wording may change'),
    values,
    retryable: z.boolean().describe('Whether the same request may succeed later'),
    ...optionalMembers,
    ...extras,
  });
}

/** Errors that only the back office returns, and `domain_blocked`, which callers receive with another code. */
type Undocumented =
  'sign_in_required' | 'not_permitted' | 'report_not_found' | 'domain_not_stored' | 'lists_full' | 'domain_blocked';

const descriptions: Record<Exclude<ErrorName, Undocumented>, Description> = {
  unsupported_action: {
    meaning: 'The action is missing or unknown; the body describes the usage of the endpoint.',
    example: unsupportedAction(forumUser),
    extras: usage,
  },
  missing_parameter: {
    meaning:
      'Required parameters of the action are missing or empty; all of them are listed. The body also describes the usage.',
    example: missingParameters(forumUser, 'comments', ['user_id']),
    extras: { ...usage, details },
  },
  missing_api_key: { meaning: 'The request contains no API key.' },
  invalid_api_key: { meaning: 'The API key is unknown or disabled.' },
  upstream_rejected_credentials: {
    meaning: 'Upstream does not accept the account, the password or the token.',
    example: refusal({ code: 1102, msg: '账号或密码错误' }),
    extras: { upstream },
  },
  blocked: { meaning: 'The optional firewall temporarily blocks the IP address of the caller.' },
  not_found: { meaning: "The path does not exist, or the key's owner has no such batch, crawl or watch." },
  not_crawled: {
    meaning: 'The site was never crawled, and no crawl of it is in progress.',
    example: new ServiceError('not_crawled', { values: { domain: 'shop.example' } }),
  },
  crawl_not_found: {
    meaning: 'No crawl of the domain with this id is stored.',
    example: new ServiceError('crawl_not_found', { values: { crawl: '20261128T093000000Z1f2e3d4c' } }),
  },
  no_audit: {
    meaning: 'Only parts of the site were crawled, so that the id of a crawl is required.',
    example: new ServiceError('no_audit', { values: { domain: 'shop.example' } }),
  },
  links_not_stored: { meaning: 'The crawl is stored without its links.' },
  no_comparison: { meaning: 'There is no complete crawl to compare with, or the domain of base has no audit.' },
  domain_not_found: {
    meaning: 'The domain name does not exist. A retry returns the same error.',
    example: new ServiceError('domain_not_found', { values: { domain: 'no-such-name.example' } }),
  },
  method_not_allowed: {
    meaning: 'The path does not support this method; the header Allow lists the supported ones.',
    example: methodNotAllowed(['GET', 'OPTIONS']),
  },
  idempotency_conflict: { meaning: 'The Idempotency-Key was used for another request within the last day.' },
  batches_full: {
    meaning: "The key's owner has the maximum number of batches in progress.",
    example: new ServiceError('batches_full', { values: { max: 20 } }),
  },
  crawl_in_progress: {
    meaning: "A crawl of the site by the key's owner is in progress, so that no other can start.",
    example: new ServiceError('crawl_in_progress', { retryAfterSeconds: 5 }),
  },
  conflict: { meaning: 'Another request changed the same item at the same time.' },
  watches_full: {
    meaning: "The key's owner has the maximum number of watches of its plan.",
    example: new ServiceError('watches_full', { values: { max: 20 } }),
  },
  deliveries_full: {
    meaning:
      "The key's owner has the maximum number of pending deliveries of batches and crawls to addresses that have not " +
      'answered a test delivery.',
    example: new ServiceError('deliveries_full', { values: { max: 100 } }),
  },
  snapshots_full: {
    meaning: 'The maximum number of domains with scheduled snapshots is reached.',
    example: new ServiceError('snapshots_full', { values: { max: 10_000 } }),
  },
  no_receiver: { meaning: 'The watch has no receiver that could be tested.' },
  too_large: { meaning: 'The request exceeds the limits of the gateway.' },
  invalid_parameter: {
    meaning:
      'Parameters have invalid values or are given twice; all of them are listed. There are no details if the gateway ' +
      'cannot read the request.',
    example: invalidParameter('limit', 'from', { min: 1, max: 1_000 }),
  },
  not_verified: {
    meaning: "The rate is above 1, and the key's owner has not proved control of the domain, or the proof has expired.",
    example: new ServiceError('not_verified', { values: { domain: 'shop.example' } }),
  },
  upstream_refused: {
    meaning: 'Upstream refused the call for a reason other than credentials.',
    example: refusal({ code: 104, msg: '用户不存在' }),
    extras: { upstream },
  },
  rate_limited: { meaning: 'Too many requests in a short time.' },
  quota_exceeded: { meaning: "The monthly quota of the key's plan is used up." },
  domain_allowance_exceeded: {
    meaning:
      "The daily (UTC) allowance of the key's owner does not suffice, or 100 hosts of one registrable domain were fetched. " +
      'Cached data are still returned.',
    example: new ServiceError('domain_allowance_exceeded', {
      message: "The key's owner has used the daily allowance of 1000 domains; it resets at 00:00 UTC.",
      retryAfterSeconds: 28_800,
    }),
    extras: { retry_after_seconds: retryAfter },
  },
  internal: { meaning: 'An internal error of this service.' },
  all_sources_failed: {
    meaning: 'No source returned data, and no data are stored.',
    example: new ServiceError('all_sources_failed', { message: 'No source answered: site: timeout, dns: timeout' }),
    hasHint: true,
  },
  upstream_unreadable: { meaning: 'Upstream returned an HTTP error, a body that is not JSON, or no response.' },
  not_configured: { meaning: 'The operator has not configured an upstream.' },
  service_busy: {
    meaning:
      'Too many fetches are in progress, of the owner of the key or of all callers; stored data are still returned.',
    example: new ServiceError('service_busy', { values: { limit: 100 } }),
    extras: { retry_after_seconds: retryAfter },
  },
  gateway_timeout: { meaning: 'The response was not ready within the time limit; retry shortly.' },
  upstream_timeout: { meaning: 'Upstream did not respond within the time limit.' },
};

export type DocumentedName = keyof typeof descriptions;

function documented(name: ErrorName, { meaning, example, extras, hasHint }: Description): DocumentedError {
  const { status, message, retryAfterSeconds }: ErrorKind = ERRORS[name];
  const hint = hasHint ? ('if known' as const) : retryAfterSeconds;
  return {
    status,
    slug: name,
    meaning: meaning ?? message,
    example: JSON.parse(errorBody(example ?? new ServiceError(name), REQUEST_ID)) as Record<string, unknown>,
    schema: envelope(status, name, { ...(retryAfterSeconds && { retry_after_seconds: retryAfter }), ...extras }),
    ...(hint !== undefined && { retryAfterSeconds: hint }),
  };
}

/** Every error of both groups. */
export const errors = Object.fromEntries(
  Object.entries(descriptions).map(([name, description]) => [name, documented(name as DocumentedName, description)]),
) as Record<DocumentedName, DocumentedError>;

/** Returns the name of an error's schema: `DomainNotFound` for `domain_not_found`. */
export function schemaName(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Responses that `errorRefs` refers to, by name: each has one status, which several errors may share. */
const referred = new Map<string, DocumentedName[]>();

/** Returns `components.responses`, after all operations were described. */
export function errorResponses() {
  const sorted = [...referred].toSorted(([, [one]], [, [other]]) => errors[one!].status - errors[other!].status);
  return Object.fromEntries(sorted.map(([name, names]) => [name, errorResponse(names)]));
}

/** Returns the error responses of an operation by status, as references. */
export function errorRefs(names: DocumentedName[]) {
  const inOrder = (Object.keys(ERRORS) as DocumentedName[]).filter((name) => names.includes(name));
  const byStatus = Map.groupBy(inOrder, (name) => errors[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => {
      const name = of.map(schemaName).join('Or');
      referred.set(name, of);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function errorResponse(names: DocumentedName[]) {
  const documented = names.map((name): DocumentedError => errors[name]);
  const withHint = documented.filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  const refs = names.map((name) => schemaRef(schemaName(name)));
  const headers = {
    ...(withHint.length > 0 && retryAfterHeader(withHint)),
    ...(names.includes('method_not_allowed') && allow),
    ...(names.includes('domain_allowance_exceeded') && limitHeaders),
  };
  const examples = documented.map(({ slug, meaning, example }) => [slug, { summary: meaning, value: example }]);
  return {
    description: documented.map(({ slug, meaning }) => `\`${slug}\`: ${meaning}`).join('\n\n'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(examples) as Record<string, unknown>,
      },
    },
  };
}

/** References to `limitFields`. */
export const limitHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** `components.headers`. */
export const headers = {
  'RateLimit-Policy': {
    description:
      'The limits that the response counts against (draft-ietf-httpapi-ratelimit-headers-10): q per w seconds. A response that ' +
      'counts nothing, such as a cached one, has neither field',
    schema: { type: 'string', examples: ['"domains";q=1000;w=86400'] },
  },
  RateLimit: {
    description: 'What is left of these limits: r, for t seconds',
    schema: { type: 'string', examples: ['"domains";r=999;t=28800'] },
  },
};

const allow = {
  Allow: { description: 'Methods of the path', schema: { type: 'string', examples: ['GET, OPTIONS'] } },
};

function retryAfterHeader(withHint: DocumentedError[]) {
  const hints = withHint.map(({ slug, retryAfterSeconds }) =>
    retryAfterSeconds === 'if known' ? `for ${slug} if known` : `${retryAfterSeconds} for ${slug}`,
  );
  const description = `Seconds after which to retry: ${hints.join(', ')}`;
  return { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } };
}
