import { ApiError } from './api-error.ts';
import { readEnvelope } from './envelope.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Sends a request and returns `data` of the response.
 *
 * @throws {ApiError}
 */
export type Send = <Data>(
  method: Method,
  path: string,
  options?: { body?: unknown; signal?: AbortSignal },
) => Promise<Data>;

/**
 * @param base URL of the API, ending in a slash
 * @param accessToken returns the current token, renewed if necessary; `null`: nobody is signed in
 * @param onSignInRequired called when the API does not accept the token
 */
export function createSend(
  base: string,
  { accessToken, onSignInRequired }: { accessToken: () => Promise<string | null>; onSignInRequired: () => void },
): Send {
  return async function send<Data>(
    method: Method,
    path: string,
    { body, signal }: { body?: unknown; signal?: AbortSignal } = {},
  ) {
    const token = await accessToken();
    const headers = {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(new URL(path, base), {
      method,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new ApiError('', { code: 'unreachable', retryable: true, cause });
    });
    if (response.status === 401) onSignInRequired();
    return (await dataOf(response)) as Data;
  };
}

async function dataOf(response: Response): Promise<unknown> {
  const envelope = readEnvelope(await response.text());
  if (envelope === null) throw new ApiError('', { code: 'unreadable', status: response.status, retryable: true });
  if (envelope.success) return envelope.data;
  throw new ApiError(envelope.message, {
    code: envelope.error,
    status: response.status,
    retryable: envelope.retryable,
    requestId: envelope.request_id,
    details: envelope.details ?? [],
  });
}
