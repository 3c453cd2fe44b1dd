import { ApiError } from '../api/client.ts';

/**
 * Waits.
 *
 * @throws when `signal` is aborted
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Whether an error may have gone when the same is asked again. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.retryable || error.status >= 500 || error.status === 401);
}
