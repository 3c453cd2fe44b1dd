import { asMessage, fillIn, type Message, type MessageParams } from './message.ts';

/** What all errors of a kind have in common. */
export interface ErrorKind {
  /** HTTP status. */
  status: number;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /** Whole seconds after which another try makes sense, where that is always the same. */
  retryAfterSeconds?: number;
  /** For people, without internals; `{name}` is the value of this name. Errors may have another one. */
  message: string;
  /** The stable code in the envelope's `error`, where it is not the name of the kind. */
  code?: string;
}

/**
 * Every error that callers may see: those of functions and those that the gateway responds with. OpenAPI document, guide
 * and gateway responses derive from it.
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
    message: 'Only operators may change something. You may look at everything.',
  },
  not_found: { status: 404, retryable: false, message: 'There is nothing at this path.' },
  domain_not_found: { status: 404, retryable: false, message: 'The domain name {domain} does not exist.' },
  domain_not_stored: {
    status: 404,
    retryable: false,
    message: 'Nothing is stored of this domain. Have it fetched first.',
  },
  method_not_allowed: { status: 405, retryable: false, message: 'This path has other methods: {methods}.' },
  idempotency_conflict: {
    status: 409,
    retryable: false,
    message:
      'This Idempotency-Key was used for another request within the last day. Use a new key for each new request.',
  },
  conflict: {
    status: 409,
    retryable: true,
    message: 'The key was changed by somebody else at the same time. Look at it again.',
  },
  lists_full: { status: 409, retryable: false, message: 'There are {max} lists, which is the most.' },
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
  domain_allowance_exceeded: { status: 429, retryable: true, message: 'The allowance of the day is used up.' },
  internal: {
    status: 500,
    retryable: true,
    message: 'Something went wrong on our side. The request id helps to find it.',
  },
  all_sources_failed: { status: 502, retryable: true, message: 'No source answered.' },
  upstream_unreadable: { status: 502, retryable: true, message: 'Upstream gave no readable answer.' },
  not_configured: {
    status: 503,
    retryable: false,
    message: 'The forum upstream is not configured in this deployment.',
  },
  gateway_timeout: {
    status: 504,
    retryable: true,
    message: 'The answer was not ready in time. Ask again in a moment.',
  },
  upstream_timeout: { status: 504, retryable: true, message: 'Upstream did not answer in time.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof ERRORS;

/** An invalid parameter, and what is wrong with it. */
export interface ParameterProblem {
  param: string;
  message: string | Message;
}

/** What one error has of its own. */
export interface ErrorFacts {
  /** In place of the message of its kind. */
  message?: string | Message;
  /** The values that the message of its kind contains. */
  params?: MessageParams;
  /** Where errors of this kind differ in it. */
  retryable?: boolean;
  /** Whole seconds after which another try makes sense, where that is known. */
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

/** Whether something that was thrown is a service error, of one of these kinds where any are given. */
export function isError(thrown: unknown, ...kinds: ErrorName[]): thrown is ServiceError {
  return thrown instanceof ServiceError && (kinds.length === 0 || kinds.includes(thrown.kind));
}

/** Of parameters that are invalid; lists all of them. */
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

/** Of one parameter that is invalid. @param message continues after the parameter's name */
export function invalidParameter(param: string, message: string | Message): ServiceError {
  return invalidParameters([{ param, message }]);
}

/** Of a domain that the operator has blocked. @param param that names the domain */
export function domainBlocked(param = 'domain'): ServiceError {
  return invalidParameters([{ param, message: ERRORS.domain_blocked.message }], 'domain_blocked');
}

/** @param methods those that the path has; `Allow` is required (RFC 9110, 15.5.6) */
export function methodNotAllowed(methods: readonly string[]): ServiceError {
  return new ServiceError('method_not_allowed', { params: { methods }, headers: { Allow: methods.join(', ') } });
}

/** An unexpected error becomes one that reveals nothing to callers; its cause is for the log. */
export function asServiceError(thrown: unknown): ServiceError {
  return isError(thrown) ? thrown : new ServiceError('internal', { cause: thrown });
}
