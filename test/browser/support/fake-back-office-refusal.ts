/** A refusal, as the interface answers it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly details: { param: string; message: string }[];

  constructor(status: number, code: string, message: string, details: Refusal['details'] = []) {
    super(message);
    [this.status, this.code, this.details] = [status, code, details];
    this.retryable = status === 429 || status >= 500;
  }
}
