import { ServiceError } from '../shared/http/errors.ts';

/** 404: there is no such file. */
export class NotFound extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;

  constructor() {
    super('There is nothing at this path and method.');
  }
}
