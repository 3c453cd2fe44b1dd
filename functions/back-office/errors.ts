import { ServiceError } from '../shared/http/errors.ts';

/** 409: dead letters are being put back already. */
export class RetryUnderWay extends ServiceError {
  readonly code = 'conflict';
  readonly status = 409;
  override message = 'Dead letters are being put back already. Look again in a moment.';
}
