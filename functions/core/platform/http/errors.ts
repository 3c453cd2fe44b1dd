import { asMessage, fillIn, type Message, type MessageParams } from './message.ts';

/** Properties of all errors of a kind. */
export interface ErrorKind {
  /** HTTP status. */
  status: number;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /** Whole seconds after which to retry, if that is constant. */
  retryAfterSeconds?: number;
  /** Default message, without internals; `{name}` is replaced by the value of this name. */
  message: string;
  /** The stable code in the envelope's `error`, if it is not the name of the kind. */
  code?: string;
}

/**
 * All errors that callers may receive, from functions and from the gateway. The OpenAPI document, the guide and the
 * gateway's responses derive from them.
 */
export const ERRORS = {
  unsupported_action: { status: 400, retryable: false, message: 'action 参数缺失或不受支持，支持的取值：{actions}' },
  missing_parameter: { status: 400, retryable: false, message: 'action={action} 缺少必填参数：{names}' },
  missing_api_key: {
    status: 401,
    retryable: false,
    message: 'Pass your API key in the header X-SEO-API-Key, or as Authorization: Bearer <key>.',
  },
  invalid_api_key: { status: 401, retryable: false, message: 'This API key is unknown or disabled.' },
  sign_in_required: { status: 401, retryable: false, message: 'Sign in first.' },
  upstream_rejected_credentials: { status: 401, retryable: false, message: '{msg}' },
  blocked: { status: 403, retryable: false, message: 'This request was blocked.' },
  not_permitted: {
    status: 403,
    retryable: false,
    message: 'Only operators may make changes. Your account may only read.',
  },
  not_found: { status: 404, retryable: false, message: 'This path does not exist.' },
  domain_not_found: { status: 404, retryable: false, message: 'The domain name {domain} does not exist.' },
  domain_not_stored: {
    status: 404,
    retryable: false,
    message: 'No data is stored for this domain. Request its record first.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'This method is not allowed. Allowed methods: {methods}.',
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
    message: 'The key was changed by another request. Reload it and try again.',
  },
  lists_full: { status: 409, retryable: false, message: 'The maximum of {max} lists is reached. Delete one first.' },
  too_large: { status: 413, retryable: false, message: 'The request is too large.' },
  invalid_parameter: { status: 422, retryable: false, message: 'The request could not be read.' },
  domain_blocked: {
    code: 'invalid_parameter',
    status: 422,
    retryable: false,
    message: 'is blocked by the operator of this service',
  },
  upstream_refused: { status: 422, retryable: false, message: '{msg}' },
  rate_limited: { status: 429, retryable: true, retryAfterSeconds: 1, message: 'Too many requests at once.' },
  quota_exceeded: {
    status: 429,
    retryable: true,
    retryAfterSeconds: 3_600,
    message: "The plan's quota is used up.",
  },
  domain_allowance_exceeded: { status: 429, retryable: true, message: 'The daily allowance is used up.' },
  internal: {
    status: 500,
    retryable: true,
    message: 'An internal error occurred. Report it with the request id.',
  },
  all_sources_failed: { status: 502, retryable: true, message: 'No source answered.' },
  upstream_unreadable: { status: 502, retryable: true, message: 'Upstream returned an unreadable response.' },
  not_configured: {
    status: 503,
    retryable: false,
    message: 'The forum upstream is not configured in this deployment.',
  },
  gateway_timeout: {
    status: 504,
    retryable: true,
    message: 'The answer was not ready in time. Retry shortly.',
  },
  upstream_timeout: { status: 504, retryable: true, message: 'Upstream did not answer in time.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof ERRORS;

/** An invalid parameter, and why it is invalid. */
export interface ParameterProblem {
  param: string;
  message: string | Message;
}

/** Properties of one error. */
export interface ErrorFacts {
  /** Replaces the message of its kind. */
  message?: string | Message;
  /** The values that the message of its kind contains. */
  params?: MessageParams;
  /** Replaces the value of its kind. */
  retryable?: boolean;
  /** Whole seconds after which to retry, if known. */
  retryAfterSeconds?: number | undefined;
  /** The parameters that were refused, and why. */
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

/** Whether a thrown value is a service error, and of one of these kinds if any are given. */
export function isError(thrown: unknown, ...kinds: ErrorName[]): thrown is ServiceError {
  return thrown instanceof ServiceError && (kinds.length === 0 || kinds.includes(thrown.kind));
}

/** Creates the error for invalid parameters; it lists all of them. */
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

/** Creates the error for one invalid parameter. @param message continues after the parameter's name */
export function invalidParameter(param: string, message: string | Message): ServiceError {
  return invalidParameters([{ param, message }]);
}

/** Creates the error for a domain that the operator has blocked. @param param the parameter with the domain */
export function domainBlocked(param = 'domain'): ServiceError {
  return invalidParameters([{ param, message: ERRORS.domain_blocked.message }], 'domain_blocked');
}

/** @param methods methods of the path; the header `Allow` is required (RFC 9110, section 15.5.6) */
export function methodNotAllowed(methods: readonly string[]): ServiceError {
  return new ServiceError('method_not_allowed', { params: { methods }, headers: { Allow: methods.join(', ') } });
}

/** Converts an unexpected error into one without internals for callers; its cause is for the log. */
export function asServiceError(thrown: unknown): ServiceError {
  return isError(thrown) ? thrown : new ServiceError('internal', { cause: thrown });
}
