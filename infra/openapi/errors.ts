import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { z } from 'zod';
import { forumUser } from '../../functions/shared/forum/actions.ts';
import {
  CredentialsRejected,
  ForumNotConfigured,
  UpstreamRefused,
  UpstreamTimeout,
  UpstreamUnreadable,
} from '../../functions/shared/forum/errors.ts';
import { MissingParameter, UnsupportedAction } from '../../functions/shared/forum/usage.ts';
import { errorBody } from '../../functions/shared/http/envelope.ts';
import {
  AllSourcesFailed,
  DomainAllowanceExceeded,
  DomainNotFound,
  GatewayTimeout,
  IdempotencyConflict,
  InternalError,
  InvalidParameter,
  MethodNotAllowed,
  type ServiceError,
} from '../../functions/shared/http/errors.ts';
import { gatewayBody, gatewayErrors } from '../constructs/gateway-responses.ts';

/** An error in the document; slug and status are read from the code that responds with it. */
export interface DocumentedError {
  status: number;
  slug: string;
  /** When it is the response. */
  meaning: string;
  example: Record<string, unknown>;
  schema: z.ZodObject;
  /** When another try makes sense: the fixed hint of an error that the gateway makes, or one that is often known. */
  retryAfterSeconds?: number | 'where known';
}

const REQUEST_ID = '0f3c7a9e5b1d4c2e8f60a1b2c3d4e5f6';
const GATEWAY_REQUEST_ID = '0f3c7a9e-5b1d-4c2e-8f60-a1b2c3d4e5f6';

export const parameterProblem = z.strictObject({
  param: z.string().describe('Name of the parameter; body for the body as a whole'),
  message: z.string().describe('Why it was refused'),
});
const details = z
  .array(parameterProblem)
  .describe('Every parameter that was refused, and why; only where the error is about parameters');

export const upstreamRefusal = z.strictObject({
  code: z.int().nullable().describe("Upstream's code; null where it gave none"),
  msg: z.string().describe("Upstream's message, without credentials"),
});
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

/** An error that a function throws. */
function fromFunction(
  error: ServiceError,
  meaning: string,
  extras: z.ZodRawShape = {},
  retryAfterSeconds?: 'where known',
): DocumentedError {
  const example = JSON.parse(errorBody(error, REQUEST_ID)) as Record<string, unknown>;
  return {
    status: error.status,
    slug: error.code,
    meaning,
    example,
    schema: envelope(error.status, error.code, extras),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
}

/** An error that the gateway itself responds with. */
function fromGateway(type: ResponseType, meaning: string): DocumentedError {
  const error = gatewayErrors.find(([candidate]) => candidate === type)![1];
  const hint = error.retryAfterSeconds;
  const body = gatewayBody(error).replace('$context.requestId', GATEWAY_REQUEST_ID);
  return {
    status: error.status,
    slug: error.error,
    meaning,
    example: JSON.parse(body) as Record<string, unknown>,
    schema: envelope(error.status, error.error, hint === undefined ? {} : { retry_after_seconds: retryAfter }),
    ...(hint !== undefined && { retryAfterSeconds: hint }),
  };
}

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

const refusedLogin = { code: 1102, msg: '账号或密码错误' };

/** Every error of both groups, by the name of its schema. */
export const errors = {
  UnsupportedAction: fromFunction(
    new UnsupportedAction(forumUser),
    'The action is missing or unknown; the body tells how the endpoint is used.',
    usage,
  ),
  MissingParameter: fromFunction(
    new MissingParameter(forumUser, 'comments', ['user_id']),
    'Parameters that the action requires are missing or empty; all of them are named. The rest is the usage body.',
    { ...usage, details },
  ),
  MissingApiKey: fromGateway(ResponseType.ACCESS_DENIED, 'There is no API key in the request.'),
  InvalidApiKey: fromGateway(ResponseType.INVALID_API_KEY, 'The API key is unknown or disabled.'),
  CredentialsRejected: fromFunction(
    new CredentialsRejected(refusedLogin),
    'Upstream does not accept the account, the password or the token.',
    { upstream },
  ),
  Blocked: fromGateway(ResponseType.WAF_FILTERED, 'The optional firewall blocks the source address for a while.'),
  NotFound: fromGateway(
    ResponseType.MISSING_AUTHENTICATION_TOKEN,
    "Nothing is at this path, or no such batch of the key's owner.",
  ),
  MethodNotAllowed: fromFunction(
    new MethodNotAllowed(['GET', 'OPTIONS']),
    'Of any other method than those of this path, which the header Allow names.',
  ),
  DomainNotFound: fromFunction(
    new DomainNotFound('no-such-name.example'),
    'The domain name does not exist. Another try gets the same answer.',
  ),
  IdempotencyConflict: fromFunction(
    new IdempotencyConflict(),
    'The Idempotency-Key was used for another request within the last day.',
  ),
  TooLarge: fromGateway(ResponseType.REQUEST_TOO_LARGE, "The request is beyond the gateway's limits."),
  InvalidParameter: fromFunction(
    new InvalidParameter([{ param: 'limit', message: 'must be from 1 to 1000' }]),
    'Parameters have bad values or are given twice; all of them are named. A request that the gateway cannot read ' +
      'has no details.',
  ),
  UpstreamRefused: fromFunction(
    new UpstreamRefused({ code: 104, msg: '用户不存在' }),
    'Upstream refused the call, for any other reason than credentials.',
    { upstream },
  ),
  RateLimited: fromGateway(ResponseType.THROTTLED, 'Too many requests at once.'),
  QuotaExceeded: fromGateway(ResponseType.QUOTA_EXCEEDED, "The monthly quota of the key's plan is used up."),
  DomainAllowanceExceeded: fromFunction(
    new DomainAllowanceExceeded(
      "1000 domains were fetched anew today (UTC): that is all that the key's owner may have.",
      28_800,
    ),
    "What may be fetched anew in a day (UTC) for the key's owner is used up, or 100 hosts of one registrable domain " +
      'were fetched. What is cached is answered as before.',
    { retry_after_seconds: retryAfter },
  ),
  InternalError: fromFunction(new InternalError(), 'A defect of this service.'),
  AllSourcesFailed: fromFunction(
    new AllSourcesFailed('No source answered: site: timeout, dns: timeout'),
    'None of those who were asked answered, and nothing was known before.',
    {},
    'where known',
  ),
  UpstreamUnreadable: fromFunction(
    new UpstreamUnreadable(),
    'Upstream answered with no JSON, with an HTTP error, or not at all.',
  ),
  NotConfigured: fromFunction(new ForumNotConfigured(), 'The operator has set no upstream.'),
  GatewayTimeout: fromFunction(new GatewayTimeout(), 'The answer was not ready in time; ask again in a moment.'),
  UpstreamTimeout: fromFunction(new UpstreamTimeout(), 'Upstream did not answer in time.'),
} satisfies Record<string, DocumentedError>;

export type ErrorName = keyof typeof errors;
