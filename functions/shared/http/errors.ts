/** An invalid parameter, and what is wrong with it. */
export interface ParameterProblem {
  param: string;
  message: string;
}

/**
 * An error that callers may see. `code` is the stable slug of the envelope's `error`; the message is for people and
 * contains no internals.
 */
export abstract class ServiceError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  /** Members of the envelope in addition to `message`. */
  extras(): Record<string, unknown> {
    return {};
  }
}

/** 422. Thrown when parameters are invalid; lists all of them. */
export class InvalidParameter extends ServiceError {
  readonly code = 'invalid_parameter';
  readonly status = 422;
  readonly problems: ParameterProblem[];

  constructor(problems: ParameterProblem[]) {
    super(problems.map(({ param, message }) => `${param}: ${message}`).join('; '));
    this.problems = problems;
  }

  override extras() {
    return { details: this.problems };
  }
}

/** 404. Thrown when there is nothing at this path and method. */
export class NotFound extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;
  override message = 'There is nothing at this path and method.';
}

/** 502. Thrown when no source answered, and no earlier answer is stored. */
export class AllSourcesFailed extends ServiceError {
  readonly code = 'all_sources_failed';
  readonly status = 502;
}

/** 504. Thrown when the response is not ready within the gateway's time limit. */
export class GatewayTimeout extends ServiceError {
  readonly code = 'gateway_timeout';
  readonly status = 504;
  override message = 'The answer was not ready in time. Ask again in a moment.';
}

/** 500. Replaces an unexpected error, which is only logged. */
export class InternalError extends ServiceError {
  readonly code = 'internal';
  readonly status = 500;

  constructor(cause?: unknown) {
    super('Something went wrong on our side. The request id helps to find it.', { cause });
  }
}
