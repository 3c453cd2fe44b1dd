import { ServiceError } from '../shared/http/errors.ts';

/** 403. Thrown when a viewer asks for a change. */
export class NotPermitted extends ServiceError {
  readonly code = 'not_permitted';
  readonly status = 403;
  readonly retryable = false;
  override message = 'Only operators may change something. You may look at everything.';
}

/** 409. Thrown when a list of keywords, or their number, would be larger than it may be. */
export class ListsFull extends ServiceError {
  readonly code = 'lists_full';
  readonly status = 409;
  readonly retryable = false;
}
