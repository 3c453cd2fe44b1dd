import type { ErrorDetail } from './envelope.ts';

/** Thrown when the API responds with an error, or there is no readable response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable slug, such as `invalid_parameter`; the page adds `unreachable` and `unreadable`. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly requestId: string | null;
  readonly details: readonly ErrorDetail[];

  constructor(
    message: string,
    {
      code,
      status = 0,
      requestId = null,
      details = [],
      cause,
    }: { code: string; status?: number; requestId?: string | null; details?: readonly ErrorDetail[]; cause?: unknown },
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
  }
}
