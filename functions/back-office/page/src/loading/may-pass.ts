import { ApiError } from '../api/api-error.ts';

/** Whether an error may have gone when the same is asked again. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.retryable || error.status >= 500 || error.status === 401);
}
