import { asMessage, fillIn, type Message, type MessageParams } from './message.ts';

/** Properties that all errors of a kind share. */
export interface ErrorKind {
  /** HTTP status. */
  status: number;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /** Whole seconds after which to retry, if this is the same for all errors of the kind. */
  retryAfterSeconds?: number;
  /** Default message for people, without internal details; `{name}` is replaced with the value of this name. */
  message: string;
  /** The stable code in the envelope's `error`, if it differs from the name of the kind. */
  code?: string;
}

/**
 * Every error that callers may see, from functions and from API Gateway. The OpenAPI document and the gateway responses
 * derive from it. Each message states what is wrong, the value or parameter, and what to do.
 */
export const ERRORS = {
  unsupported_action: { status: 400, retryable: false, message: 'action 参数缺失或不受支持，支持的取值：{actions}' },
  missing_parameter: { status: 400, retryable: false, message: 'action={action} 缺少必填参数：{names}' },
  missing_api_key: {
    status: 401,
    retryable: false,
    message: 'Pass your API key in the header X-SEO-API-Key, or as Authorization: Bearer <key>.',
  },
  invalid_api_key: {
    status: 401,
    retryable: false,
    message:
      'The API key is unknown or disabled. Pass an active key, or request one from the operator of this service.',
  },
  sign_in_required: {
    status: 401,
    retryable: false,
    message: 'This request requires a valid access token. Sign in and repeat it.',
  },
  upstream_rejected_credentials: { status: 401, retryable: false, message: '{msg}' },
  blocked: {
    status: 403,
    retryable: false,
    message: 'The firewall of this service blocks your IP address. Send fewer requests and try again in a few minutes.',
  },
  not_permitted: {
    status: 403,
    retryable: false,
    message: 'Your account has read-only access. Sign in as an operator to make changes.',
  },
  not_found: {
    status: 404,
    retryable: false,
    message: 'No resource exists at this path. /openapi.json lists all paths.',
  },
  domain_not_found: {
    status: 404,
    retryable: false,
    message: 'The domain name {domain} does not exist. Check its spelling.',
  },
  domain_not_stored: {
    status: 404,
    retryable: false,
    message: 'No data are stored for this domain. Fetch it first.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'This path does not support the method of the request. Use one of: {methods}.',
  },
  idempotency_conflict: {
    status: 409,
    retryable: false,
    message:
      'This Idempotency-Key was used for another request within the last day. Use a new key for each new request.',
  },
  conflict: {
    status: 409,
    retryable: true,
    message: 'Another request changed the same item at the same time. Reload it and repeat the change.',
  },
  lists_full: {
    status: 409,
    retryable: false,
    message: 'There are already {max} lists, the maximum. Delete one before adding another.',
  },
  too_large: {
    status: 413,
    retryable: false,
    message: 'The request exceeds the size limits of API Gateway. Send a smaller request.',
  },
  invalid_parameter: {
    status: 422,
    retryable: false,
    message: 'The request is malformed. Check its path, query string, headers and body.',
  },
  domain_blocked: {
    code: 'invalid_parameter',
    status: 422,
    retryable: false,
    message: 'is blocked by the operator of this service',
  },
  upstream_refused: { status: 422, retryable: false, message: '{msg}' },
  rate_limited: {
    status: 429,
    retryable: true,
    retryAfterSeconds: 1,
    message: 'Too many requests in a short time. Wait one second, then send requests at a lower rate.',
  },
  quota_exceeded: {
    status: 429,
    retryable: true,
    retryAfterSeconds: 3_600,
    message: "The monthly quota of the key's plan is used up. Wait until the next month or use a larger plan.",
  },
  domain_allowance_exceeded: {
    status: 429,
    retryable: true,
    message: 'The daily allowance is used up. It resets at 00:00 UTC.',
  },
  internal: {
    status: 500,
    retryable: true,
    message: 'An internal error occurred. Try again, or report the request_id to the operator of this service.',
  },
  all_sources_failed: {
    status: 502,
    retryable: true,
    message: 'No data source returned a usable response. Try again later.',
  },
  upstream_unreadable: {
    status: 502,
    retryable: true,
    message: 'The forum upstream returned no valid response. Try again later.',
  },
  not_configured: {
    status: 503,
    retryable: false,
    message:
      'The forum upstream is not configured. The operator must set forumUpstreamUrl, forumMarketId and forumDeviceCode.',
  },
  gateway_timeout: {
    status: 504,
    retryable: true,
    message: 'The response was not ready within the time limit. Try again in a few seconds.',
  },
  upstream_timeout: {
    status: 504,
    retryable: true,
    message: 'The forum upstream did not respond within the time limit. Try again later.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof ERRORS;

/** An invalid parameter and the reason. */
export interface ParameterProblem {
  param: string;
  message: string | Message;
}

/** Properties of one error. */
export interface ErrorFacts {
  /** Replaces the default message of the kind. */
  message?: string | Message;
  /** Values of the placeholders in the default message. */
  params?: MessageParams;
  /** Replaces the value of the kind. */
  retryable?: boolean;
  /** Whole seconds after which to retry, if known. */
  retryAfterSeconds?: number | undefined;
  /** The rejected parameters with the reasons. */
  details?: { param: string; message: string }[];
  /** Members of the envelope in addition to those of every error. */
  extras?: Record<string, unknown>;
  /** Headers in addition to those of every error. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that callers may see. */
export class ServiceError extends Error {
  readonly kind: ErrorName;
  /** Stable; the envelope's `error`. */
  readonly code: string;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** The values that the message contains. */
  readonly params: MessageParams;
  readonly details: { param: string; message: string }[] | undefined;
  readonly extras: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(kind: ErrorName, facts: ErrorFacts = {}) {
    const common: ErrorKind = ERRORS[kind];
    const { text, params } = asMessage(facts.message ?? fillIn(common.message, facts.params ?? {}));
    super(text, { cause: facts.cause });
    this.kind = kind;
    this.code = common.code ?? kind;
    this.status = common.status;
    this.retryable = facts.retryable ?? common.retryable;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? common.retryAfterSeconds;
    this.params = params;
    this.details = facts.details;
    this.extras = facts.extras ?? {};
    this.headers = facts.headers ?? {};
  }
}

/** Returns whether a thrown value is a service error, and of one of these kinds if any are given. */
export function isError(thrown: unknown, ...kinds: ErrorName[]): thrown is ServiceError {
  return thrown instanceof ServiceError && (kinds.length === 0 || kinds.includes(thrown.kind));
}

/** Creates the error that lists all invalid parameters. */
export function invalidParameters(
  problems: ParameterProblem[],
  kind: 'invalid_parameter' | 'domain_blocked' = 'invalid_parameter',
): ServiceError {
  const read = problems.map(({ param, message }) => ({ param, message: asMessage(message) }));
  return new ServiceError(kind, {
    message: {
      text: read.map(({ param, message }) => `${param}: ${message.text}`).join('; '),
      params: Object.fromEntries(read.map(({ param, message }) => [param, message.params])),
    },
    details: read.map(({ param, message }) => ({ param, message: message.text })),
  });
}

/** Creates the error of one invalid parameter. @param message continues after the parameter's name */
export function invalidParameter(param: string, message: string | Message): ServiceError {
  return invalidParameters([{ param, message }]);
}

/** Creates the error of a domain that the operator has blocked. @param param name of the parameter with the domain */
export function domainBlocked(param = 'domain'): ServiceError {
  return invalidParameters([{ param, message: ERRORS.domain_blocked.message }], 'domain_blocked');
}

/** Creates the error of an unsupported method. @param methods of the path, for the header `Allow` (RFC 9110, 15.5.6) */
export function methodNotAllowed(methods: readonly string[]): ServiceError {
  return new ServiceError('method_not_allowed', { params: { methods }, headers: { Allow: methods.join(', ') } });
}

/** Converts an unexpected error into `internal`, which contains no details for callers; its cause is logged. */
export function asServiceError(thrown: unknown): ServiceError {
  return isError(thrown) ? thrown : new ServiceError('internal', { cause: thrown });
}
