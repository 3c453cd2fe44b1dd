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

/** What the document has of an error beside what the table of errors has. */
interface Description {
  /** When it is the response; by default, its message. */
  meaning?: string;
  /** An error with values; by default, one without. */
  example?: ServiceError;
  /** Schemas of members in addition to those of every error. */
  extras?: z.ZodRawShape;
  /** The answer has the time after which to retry, where that is known. */
  hasHint?: boolean;
}

/** An error in the document. */
interface DocumentedError {
  status: number;
  slug: string;
  /** When it is the response. */
  meaning: string;
  example: Record<string, unknown>;
  schema: z.ZodObject;
  /** When another try makes sense: a fixed hint, or one that is often known. */
  retryAfterSeconds?: number | 'where known';
}

const REQUEST_ID = '0f3c7a9e5b1d4c2e8f60a1b2c3d4e5f6';

export const parameterProblem = z.strictObject({
  param: z.string().describe('Name of the parameter; body for the body as a whole'),
  message: z.string().describe('Why it was refused'),
});
const details = z
  .array(parameterProblem)
  .describe('Every parameter that was refused, and why; only where the error is about parameters');

const retryAfter = z
  .int()
  .min(1)
  .describe('Seconds after which another try makes sense, where that is known; the header Retry-After says the same');

const params = z
  .record(z.string(), z.unknown())
  .describe(
    'The values that message contains, by name, for messages in other languages: numbers, texts, lists and objects of ' +
      'them. Of invalid_parameter, by the name of the parameter. Empty where it contains none',
  );

/** Members that any error may have: readers can look at them before they know which error it is. */
const optionalMembers = { retry_after_seconds: retryAfter.optional(), details: details.optional() };

const upstream = upstreamRefusal.describe("Upstream's own words");

const usage = {
  usage: z.record(z.string(), z.string()).describe('By what a call does, in Chinese: the form of its address'),
  params: z
    .record(z.string(), z.array(z.string()))
    .describe('By action: its parameters, with what each of them means in Chinese'),
  direct: z.record(z.string(), z.string()).describe('By action: the call of upstream that it stands for; 0 is a note'),
};

function envelope(status: number, slug: string, extras: z.ZodRawShape = {}) {
  return z.strictObject({
    code: z.literal(status).describe('The HTTP status'),
    success: z.literal(false),
    request_id: z.string().min(1).describe('Identifier of the request; operators find it in their logs'),
    error: z.literal(slug).describe('What went wrong; stable, for programs'),
    message: z.string().describe('What went wrong, for people; the wording may change'),
    params,
    retryable: z.boolean().describe('Whether the same request may succeed later, unchanged'),
    ...optionalMembers,
    ...extras,
  });
}

/** Errors of the back office alone, and the one that callers see under another code. */
type Undocumented =
  'sign_in_required' | 'not_permitted' | 'domain_not_stored' | 'conflict' | 'lists_full' | 'domain_blocked';

const descriptions: Record<Exclude<ErrorName, Undocumented>, Description> = {
  unsupported_action: {
    meaning: 'The action is missing or unknown; the body tells how the endpoint is used.',
    example: unsupportedAction(forumUser),
    extras: usage,
  },
  missing_parameter: {
    meaning:
      'Parameters that the action requires are missing or empty; all of them are named. The rest is the usage body.',
    example: missingParameters(forumUser, 'comments', ['user_id']),
    extras: { ...usage, details },
  },
  missing_api_key: { meaning: 'There is no API key in the request.' },
  invalid_api_key: { meaning: 'The API key is unknown or disabled.' },
  upstream_rejected_credentials: {
    meaning: 'Upstream does not accept the account, the password or the token.',
    example: refusal({ code: 1102, msg: '账号或密码错误' }),
    extras: { upstream },
  },
  blocked: { meaning: 'The optional firewall blocks the source address for a while.' },
  not_found: { meaning: "Nothing is at this path, or no such batch of the key's owner." },
  domain_not_found: {
    meaning: 'The domain name does not exist. Another try gets the same answer.',
    example: new ServiceError('domain_not_found', { params: { domain: 'no-such-name.example' } }),
  },
  method_not_allowed: {
    meaning: 'Of any other method than those of this path, which the header Allow names.',
    example: methodNotAllowed(['GET', 'OPTIONS']),
  },
  idempotency_conflict: { meaning: 'The Idempotency-Key was used for another request within the last day.' },
  too_large: { meaning: "The request is beyond the gateway's limits." },
  invalid_parameter: {
    meaning:
      'Parameters have bad values or are given twice; all of them are named. A request that the gateway cannot read ' +
      'has no details.',
    example: invalidParameter('limit', 'must be from 1 to 1000'),
  },
  upstream_refused: {
    meaning: 'Upstream refused the call, for any other reason than credentials.',
    example: refusal({ code: 104, msg: '用户不存在' }),
    extras: { upstream },
  },
  rate_limited: {},
  quota_exceeded: { meaning: "The monthly quota of the key's plan is used up." },
  domain_allowance_exceeded: {
    meaning:
      "The daily allowance (UTC) of the key's owner is used up, or 100 hosts of one registrable domain " +
      'were fetched. What is cached is answered as before.',
    example: new ServiceError('domain_allowance_exceeded', {
      message: "The key's owner has used the daily allowance of 1000 domains; it resets at 00:00 UTC.",
      retryAfterSeconds: 28_800,
    }),
    extras: { retry_after_seconds: retryAfter },
  },
  internal: { meaning: 'A defect of this service.' },
  all_sources_failed: {
    meaning: 'None of those who were asked answered, and nothing was known before.',
    example: new ServiceError('all_sources_failed', { message: 'No source answered: site: timeout, dns: timeout' }),
    hasHint: true,
  },
  upstream_unreadable: { meaning: 'Upstream answered with no JSON, with an HTTP error, or not at all.' },
  not_configured: { meaning: 'The operator has set no upstream.' },
  gateway_timeout: { meaning: 'The answer was not ready in time; ask again in a moment.' },
  upstream_timeout: {},
};

export type DocumentedName = keyof typeof descriptions;

function documented(name: ErrorName, { meaning, example, extras, hasHint }: Description): DocumentedError {
  const { status, message, retryAfterSeconds }: ErrorKind = ERRORS[name];
  const hint = hasHint ? ('where known' as const) : retryAfterSeconds;
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

/** The name of an error's schema: `domain_not_found` is `DomainNotFound`. */
export function schemaName(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Responses that `errorRefs` refers to, by name: each has one status, which several errors may share. */
const referred = new Map<string, DocumentedName[]>();

/** `components.responses`, once all operations are described. */
export function errorResponses() {
  const sorted = [...referred].toSorted(([, [one]], [, [other]]) => errors[one!].status - errors[other!].status);
  return Object.fromEntries(sorted.map(([name, names]) => [name, errorResponse(names)]));
}

/** Responses of an operation by status, each a reference. */
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
  const hinted = documented.filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  const refs = names.map((name) => schemaRef(schemaName(name)));
  const examples = documented.map(({ slug, meaning, example }) => [slug, { summary: meaning, value: example }]);
  return {
    description: documented.map(({ slug, meaning }) => `\`${slug}\`: ${meaning}`).join('\n\n'),
    ...(hinted.length > 0 && retryAfterHeader(hinted)),
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

function retryAfterHeader(hinted: DocumentedError[]) {
  const hints = hinted.map(({ slug, retryAfterSeconds }) =>
    retryAfterSeconds === 'where known' ? `for ${slug} where it is known` : `${retryAfterSeconds} for ${slug}`,
  );
  const description = `Seconds after which another try makes sense: ${hints.join(', ')}`;
  return { headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } } };
}
