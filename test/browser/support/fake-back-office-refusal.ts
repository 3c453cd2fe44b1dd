import { type ErrorDetail, invalidParameter } from '../../../functions/core/platform/http/errors.ts';
import type { MessageParams } from '../../../functions/core/platform/http/message.ts';
import type { Rule } from '../../../functions/core/platform/http/rules.ts';

/** An error response of the API. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly details: ErrorDetail[];

  constructor(status: number, code: string, message: string, details: Refusal['details'] = []) {
    super(message);
    [this.status, this.code, this.details] = [status, code, details];
    this.retryable = status === 429 || status >= 500;
  }
}

/** Returns the error response for an invalid parameter. */
export function refusalOf(param: string, rule: Rule, params?: MessageParams): Refusal {
  const { code, details } = invalidParameter(param, rule, params);
  return new Refusal(422, code, 'A parameter is not valid', details);
}
