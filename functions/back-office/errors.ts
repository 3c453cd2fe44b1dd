import { ServiceError } from '../shared/http/errors.ts';

/** 404: there is nothing at this path and method. */
export class NotFound extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;

  constructor() {
    super('There is nothing at this path and method.');
  }
}

/** 409: dead letters are being put back already. */
export class RetryUnderWay extends ServiceError {
  readonly code = 'conflict';
  readonly status = 409;

  constructor() {
    super('Dead letters are being put back already. Look again in a moment.');
  }
}
