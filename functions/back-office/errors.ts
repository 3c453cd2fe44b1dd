import { ServiceError } from '../shared/http/errors.ts';

/** 409. Thrown when dead letters are already being moved back to the queue. */
export class RetryUnderWay extends ServiceError {
  readonly code = 'conflict';
  readonly status = 409;
  readonly retryable = true;
  override message = 'Dead letters are being put back already. Look again in a moment.';
}
