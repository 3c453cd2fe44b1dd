import { asMessage, message, type Message, type MessageParams } from './message.ts';

/** An invalid parameter, and what is wrong with it. */
export interface ParameterProblem {
  param: string;
  message: string | Message;
}

/**
 * An error that callers may see. `code` is the stable slug of the envelope's `error`; the message is for people and
 * contains no internals.
 */
export abstract class ServiceError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  /** Whether the same request may succeed later, unchanged. */
  abstract readonly retryable: boolean;
  /** Whole seconds after which another try makes sense; undefined where that is not known. */
  readonly retryAfterSeconds?: number | undefined;
  /** The values that the message contains. */
  readonly params: MessageParams;

  constructor(message: string | Message = '', options?: ErrorOptions) {
    const { text, params } = asMessage(message);
    super(text, options);
    this.params = params;
  }

  /** Members of the envelope in addition to those of every error. */
  extras(): Record<string, unknown> {
    return {};
  }
  /** Headers in addition to those of every error. */
  headers(): Record<string, string> {
    return {};
  }
}

/** 422. Thrown when parameters are invalid; lists all of them. */
export class InvalidParameter extends ServiceError {
  readonly code = 'invalid_parameter';
  readonly status = 422;
  readonly retryable = false;
  readonly problems: { param: string; message: string }[];

  constructor(problems: ParameterProblem[]) {
    const read = problems.map(({ param, message }) => ({ param, message: asMessage(message) }));
    super({
      text: read.map(({ param, message }) => `${param}: ${message.text}`).join('; '),
      params: Object.fromEntries(read.map(({ param, message }) => [param, message.params])),
    });
    this.problems = read.map(({ param, message }) => ({ param, message: message.text }));
  }

  override extras() {
    return { details: this.problems };
  }
}

/** 422. Thrown for a domain that the operator has blocked. */
export class DomainBlocked extends InvalidParameter {
  /** @param param that names the domain */
  constructor(param = 'domain') {
    super([{ param, message: 'is blocked by the operator of this service' }]);
  }
}

/** 404. Thrown when there is nothing at this path, or nothing that belongs to the caller. */
export class NotFound extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;
  readonly retryable = false;

  constructor(message = 'There is nothing at this path.') {
    super(message);
  }
}

/** 405. Thrown when the path exists, and the method does not. */
export class MethodNotAllowed extends ServiceError {
  readonly code = 'method_not_allowed';
  readonly status = 405;
  readonly retryable = false;
  private readonly methods: readonly string[];

  /** @param methods those that the path has */
  constructor(methods: readonly string[]) {
    super(message`This path has other methods: ${{ methods }}.`);
    this.methods = methods;
  }

  /** `Allow` is required (RFC 9110, 15.5.6). */
  override headers() {
    return { Allow: this.methods.join(', ') };
  }
}

/** 404. Thrown when nothing is stored of a domain and it may not be fetched here. */
export class DomainNotStored extends ServiceError {
  readonly code = 'domain_not_stored';
  readonly status = 404;
  readonly retryable = false;
  override message = 'Nothing is stored of this domain. Have it fetched first.';
}

/** 404. Thrown when the domain name does not exist. */
export class DomainNotFound extends ServiceError {
  readonly code = 'domain_not_found';
  readonly status = 404;
  readonly retryable = false;

  /** @param domain ASCII host name, as it was looked up */
  constructor(domain: string) {
    super(message`The domain name ${{ domain }} does not exist.`);
  }
}

/** 409. Thrown when an `Idempotency-Key` is used again with another request. */
export class IdempotencyConflict extends ServiceError {
  readonly code = 'idempotency_conflict';
  readonly status = 409;
  readonly retryable = false;
  override message =
    'This Idempotency-Key was used for another request within the last day. Use a new key for each new request.';
}

/** 429. Thrown when what may be fetched anew in a day (UTC) is used up. */
export class DomainAllowanceExceeded extends ServiceError {
  readonly code = 'domain_allowance_exceeded';
  readonly status = 429;
  readonly retryable = true;
  override readonly retryAfterSeconds: number;

  /** @param retryAfterSeconds whole seconds until the next day begins */
  constructor(message: string | Message, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 502. Thrown when no source answered, and no earlier answer is stored. */
export class AllSourcesFailed extends ServiceError {
  readonly code = 'all_sources_failed';
  readonly status = 502;
  readonly retryable = true;
  override readonly retryAfterSeconds: number | undefined;

  /** @param retryAfterSeconds whole seconds until a source that failed may be asked again, where that is known */
  constructor(message: string | Message, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 504. Thrown when the response is not ready within the gateway's time limit. */
export class GatewayTimeout extends ServiceError {
  readonly code = 'gateway_timeout';
  readonly status = 504;
  readonly retryable = true;
  override message = 'The answer was not ready in time. Ask again in a moment.';
}

/** 500. Replaces an unexpected error, which is only logged. */
export class InternalError extends ServiceError {
  readonly code = 'internal';
  readonly status = 500;
  readonly retryable = true;

  constructor(cause?: unknown) {
    super('Something went wrong on our side. The request id helps to find it.', { cause });
  }
}
