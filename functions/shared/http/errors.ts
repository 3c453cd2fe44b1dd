/** One parameter that was refused, and why. */
export interface ParameterProblem {
  param: string;
  message: string;
}

/**
 * An error that callers may see. `code` is the stable slug of the envelope's `error`; the message is for people and
 * names nothing from inside.
 */
export abstract class ServiceError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  /** Members that stand beside `message` in the envelope. */
  extras(): Record<string, unknown> {
    return {};
  }
}

/** 422: one or more parameters were refused; names them all at once. */
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

/** 404: there is nothing at this path and method. */
export class NotFound extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;
  override message = 'There is nothing at this path and method.';
}

/** 502: nothing could be learnt of the domain, and nothing was known of it before. */
export class AllSourcesFailed extends ServiceError {
  readonly code = 'all_sources_failed';
  readonly status = 502;
}

/** 504: the answer was not ready within the gateway's time. */
export class GatewayTimeout extends ServiceError {
  readonly code = 'gateway_timeout';
  readonly status = 504;
  override message = 'The answer was not ready in time. Ask again in a moment.';
}

/** 500: a defect. What happened is in the log only. */
export class InternalError extends ServiceError {
  readonly code = 'internal';
  readonly status = 500;

  constructor(cause?: unknown) {
    super('Something went wrong on our side. The request id helps to find it.', { cause });
  }
}
