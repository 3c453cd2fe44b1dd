import type { ErrorDetail } from './envelope.ts';

/** Thrown when the API responds with an error, or there is no readable response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable slug, such as `invalid_parameter`; the page adds `unreachable` and `unreadable`. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** Seconds after which the same request may succeed, if the service states them. */
  readonly retryAfterSeconds: number | null;
  readonly details: readonly ErrorDetail[];
  /** The values in the message. */
  readonly params: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    {
      code,
      status = 0,
      retryable,
      requestId = null,
      retryAfterSeconds = null,
      details = [],
      params = {},
      cause,
    }: {
      code: string;
      status?: number;
      retryable: boolean;
      requestId?: string | null;
      retryAfterSeconds?: number | null;
      details?: readonly ErrorDetail[];
      params?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    },
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = details;
    this.params = params;
  }
}
