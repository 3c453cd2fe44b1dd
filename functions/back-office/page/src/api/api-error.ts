import type { ErrorDetail } from './envelope.ts';

/** An answer of the interface that is no success, or none at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable slug, such as `invalid_parameter`; `unreachable` and `unreadable` are the page's own. */
  readonly code: string;
  /** HTTP status; 0 where there was no answer. */
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
