import { z } from 'zod';
import { forumUser } from '../../functions/core/forum/actions.ts';
import { upstreamRefusal } from '../../functions/core/forum/answer-schema.ts';
import { refusal } from '../../functions/core/forum/upstream-client.ts';
import { missingParameters, unsupportedAction } from '../../functions/core/forum/read-action.ts';
import { type DocumentedName, ERROR_MEANINGS } from '../../functions/core/platform/http/error-meanings.ts';
import { errorBody } from '../../functions/core/platform/http/envelope.ts';
import {
  type ErrorKind,
  ERRORS,
  invalidParameter,
  methodNotAllowed,
  ServiceError,
} from '../../functions/core/platform/http/errors.ts';
import { schemaRef } from './json-schema.ts';

/** The description of an error, in addition to its message and meaning. */
interface Description {
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

const descriptions: Partial<Record<DocumentedName, Description>> = {
  unsupported_action: {
    example: unsupportedAction(forumUser),
    extras: usage,
  },
  missing_parameter: {
    example: missingParameters(forumUser, 'comments', ['user_id']),
    extras: { ...usage, details },
  },
  upstream_rejected_credentials: {
    example: refusal({ code: 1102, msg: '账号或密码错误' }),
    extras: { upstream },
  },
  not_crawled: {
    example: new ServiceError('not_crawled', { values: { domain: 'shop.example' } }),
  },
  crawl_not_found: {
    example: new ServiceError('crawl_not_found', { values: { crawl: '20261128T093000000Z1f2e3d4c' } }),
  },
  no_audit: {
    example: new ServiceError('no_audit', { values: { domain: 'shop.example' } }),
  },
  domain_not_found: {
    example: new ServiceError('domain_not_found', { values: { domain: 'no-such-name.example' } }),
  },
  method_not_allowed: {
    example: methodNotAllowed(['GET', 'OPTIONS']),
  },
  batches_full: {
    example: new ServiceError('batches_full', { values: { max: 20 } }),
  },
  crawl_in_progress: {
    example: new ServiceError('crawl_in_progress', { retryAfterSeconds: 5 }),
  },
  watches_full: {
    example: new ServiceError('watches_full', { values: { max: 20 } }),
  },
  deliveries_full: {
    example: new ServiceError('deliveries_full', { values: { max: 100 } }),
  },
  snapshots_full: {
    example: new ServiceError('snapshots_full', { values: { max: 10_000 } }),
  },
  invalid_parameter: {
    example: invalidParameter('limit', 'from', { min: 1, max: 1_000 }),
  },
  not_verified: {
    example: new ServiceError('not_verified', { values: { domain: 'shop.example' } }),
  },
  proof_required: {
    example: new ServiceError('proof_required', { values: { domain: 'shop.example' } }),
  },
  upstream_refused: {
    example: refusal({ code: 104, msg: '用户不存在' }),
    extras: { upstream },
  },
  domain_allowance_exceeded: {
    example: new ServiceError('domain_allowance_exceeded', {
      message: "The key's owner has used the daily allowance of 1000 domains; it resets at 00:00 UTC.",
      retryAfterSeconds: 28_800,
    }),
    extras: { retry_after_seconds: retryAfter },
  },
  all_sources_failed: {
    example: new ServiceError('all_sources_failed', { message: 'No source answered: site: timeout, dns: timeout' }),
    hasHint: true,
  },
  service_busy: {
    example: new ServiceError('service_busy', { values: { limit: 100 } }),
    extras: { retry_after_seconds: retryAfter },
  },
};

function documented(name: DocumentedName): DocumentedError {
  const { example, extras, hasHint }: Description = descriptions[name] ?? {};
  const { status, retryAfterSeconds }: ErrorKind = ERRORS[name];
  const hint = hasHint ? ('if known' as const) : retryAfterSeconds;
  return {
    status,
    slug: name,
    meaning: ERROR_MEANINGS[name],
    example: JSON.parse(errorBody(example ?? new ServiceError(name), REQUEST_ID)) as Record<string, unknown>,
    schema: envelope(status, name, { ...(retryAfterSeconds && { retry_after_seconds: retryAfter }), ...extras }),
    ...(hint !== undefined && { retryAfterSeconds: hint }),
  };
}

/** Every error of both groups. */
export const errors = Object.fromEntries(
  (Object.keys(ERROR_MEANINGS) as DocumentedName[]).map((name) => [name, documented(name)]),
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
