import { ServiceError } from '../shared/http/errors.ts';

/** 403. Thrown when a viewer asks for a change. */
export class NotPermitted extends ServiceError {
  readonly code = 'not_permitted';
  readonly status = 403;
  readonly retryable = false;
  override message = 'Only operators may change something. You may look at everything.';
}

/** 404. Thrown when a list of keywords was deleted, or is somebody else's. */
export class UnknownList extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;
  readonly retryable = false;
  override message = 'You have no such list of keywords.';
}

/** 409. Thrown when a list of keywords, or their number, would be larger than it may be. */
export class ListsFull extends ServiceError {
  readonly code = 'lists_full';
  readonly status = 409;
  readonly retryable = false;
}

/** 404. Thrown when a dead letter was tried again or dropped meanwhile. */
export class UnknownLetter extends ServiceError {
  readonly code = 'not_found';
  readonly status = 404;
  readonly retryable = false;
  override message = 'There is no such dead letter: it was tried again, dropped, or is older than 30 days.';
}
