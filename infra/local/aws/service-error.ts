/** Thrown for an error of an emulated AWS service, as opposed to one of a function. */
export class AwsServiceError extends Error {
  readonly status: number;
  /** As in the header `x-amzn-ErrorType`. */
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}
