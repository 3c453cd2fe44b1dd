import got, { RequestError, TimeoutError } from 'got';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import '../platform/network/attempt-timeout.ts';
import { ServiceError } from '../platform/http/errors.ts';

const CONNECT_MS = 3_000;
export const ANSWER_MS = 10_000;
/** Largest response, after decompression. */
const MAX_ANSWER_BYTES = 5_000_000;

const unpack = promisify(gunzip);

export interface UpstreamRequest {
  path: string;
  query: Record<string, string>;
  /** Sent by POST; without it, the request is a GET. */
  form?: Record<string, string>;
  /** A shorter limit than the default if the caller has less time; such a call is not retried. */
  timeoutMs?: number;
}

/**
 * Sends a request to upstream.
 *
 * @returns the text of the response
 * @throws {ServiceError} upstream_timeout without a connection after 3 s, or without a response in time, retries included
 * @throws {ServiceError} upstream_unreadable for an HTTP error, a missing response, or one of more than 5 MB
 */
type UpstreamHttp = (request: UpstreamRequest) => Promise<string>;

/** @param answerMs time limit, a retry included */
export function createUpstreamHttp(upstreamUrl: string, answerMs: number): UpstreamHttp {
  const client = got.extend({
    prefixUrl: upstreamUrl,
    headers: { 'user-agent': 'okhttp/3.12.11', accept: undefined, 'accept-encoding': 'gzip' },
    // A check-in or login is never retried: upstream may have performed it.
    retry: { limit: 1, methods: ['GET'], maxRetryAfter: CONNECT_MS },
    followRedirect: false,
    decompress: false,
    responseType: 'buffer',
  });
  return async ({ path, query, form, timeoutMs }) => {
    const limitMs = Math.min(answerMs, timeoutMs ?? answerMs);
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(new ServiceError('upstream_timeout')), limitMs);
    try {
      const call = client(path, {
        method: form ? 'POST' : 'GET',
        searchParams: query,
        ...(form && { form }),
        timeout: { connect: Math.min(CONNECT_MS, limitMs) },
        // A call with its own time limit is not retried.
        ...(timeoutMs !== undefined && { retry: { limit: 0 } }),
        signal: ended.signal,
      });
      void call.on('downloadProgress', ({ transferred }) => {
        if (transferred > MAX_ANSWER_BYTES) ended.abort(new ServiceError('upstream_unreadable'));
      });
      const { body, headers } = await call;
      return await textOf(body, headers['content-encoding']);
    } catch (error) {
      throw failureOf(error, ended.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Decompression stops at the size limit, which protects against decompression bombs. */
async function textOf(body: Uint8Array, coding: string | undefined): Promise<string> {
  const isPacked = coding !== undefined && /^\s*(?:x-)?gzip\s*$/i.test(coding);
  const bytes = isPacked ? await unpack(body, { maxOutputLength: MAX_ANSWER_BYTES }) : body;
  if (bytes.length > MAX_ANSWER_BYTES) throw new ServiceError('upstream_unreadable');
  return new TextDecoder().decode(bytes);
}

/** Replaces got's errors without wrapping them: they contain the URL with its query, and so `_key`. */
function failureOf(error: unknown, { aborted, reason }: AbortSignal): unknown {
  if (aborted) return reason;
  if (error instanceof TimeoutError) return new ServiceError('upstream_timeout');
  return error instanceof RequestError || isUnpackError(error) ? new ServiceError('upstream_unreadable') : error;
}

function isUnpackError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_BUFFER_TOO_LARGE' || (code?.startsWith('Z_') ?? false);
}
