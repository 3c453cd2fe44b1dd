import { ServiceError } from '../shared/http/errors.ts';

/** 403. Thrown when a viewer asks for a change. */
export class NotPermitted extends ServiceError {
  readonly code = 'not_permitted';
  readonly status = 403;
  readonly retryable = false;
  override message = 'Only operators may change something. You may look at everything.';
}

/** 409. Thrown when dead letters are already being moved back to the queue. */
export class RetryUnderWay extends ServiceError {
  readonly code = 'conflict';
  readonly status = 409;
  readonly retryable = true;
  override message = 'Dead letters are being put back already. Look again in a moment.';
}
