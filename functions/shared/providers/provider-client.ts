import got, { type Method } from 'got';
import { BadResponse, failureOf } from '../network/failures.ts';
import type { SourceKeys } from './keys.ts';
import type { Pace } from '../storage/turns.ts';
import type { BaseUrlSetting } from './settings.ts';

/** An answer in full, whatever its status. */
export interface ProviderResponse {
  /** Address that answered, after redirects. */
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** Media type without parameters, lower case; empty where there is none. */
  contentType: string;
  body: Buffer;
}

export interface ProviderRequest {
  timeoutMs: number;
  pace: Pace;
  method?: Extract<Method, 'GET' | 'POST'>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Whether an answer that came in good order is one; what it refuses counts as a failure of the provider. */
  accepts?: (response: ProviderResponse) => boolean;
  /** Ends the request when nobody waits for it any more. */
  signal?: AbortSignal;
}

/** HTTP for addresses that the operator or the provider's own documentation names, not strangers. */
export interface ProviderClient {
  /**
   * Asks when it is this request's turn; `Retry-After` and outages are remembered for all instances.
   *
   * @throws {NetworkFailure} where there is no answer, or a longer one than any provider gives
   * @throws {NotNow} where the turn is too far away, or the provider is down or wants to be left alone
   */
  request(url: string, options: ProviderRequest): Promise<ProviderResponse>;
}

/**
 * Base URL (scheme, host, port) of a provider, or what the operator has set instead.
 */
export type BaseUrl = (setting: BaseUrlSetting, provider: string) => string;

/** What any provider is asked with. */
export interface ProviderContext {
  /** HTTP for the providers' own addresses, at the pace that they ask for. */
  http: ProviderClient;
  baseUrl: BaseUrl;
  keys: SourceKeys;
}

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The plain way to a provider, without turns.
 *
 * @param userAgent names the service and a contact page, as providers ask for
 */
export function createProviderClient(userAgent: string): ProviderClient {
  const client = got.extend({
    headers: { 'user-agent': userAgent },
    throwHttpErrors: false,
    retry: { limit: 0 },
    maxRedirects: 3,
    responseType: 'buffer',
  });
  return {
    async request(url, { timeoutMs, method = 'GET', headers = {}, json, signal }) {
      const aborted = new AbortController();
      const call = client(url, {
        method,
        headers,
        timeout: { request: timeoutMs },
        signal: signal ? AbortSignal.any([signal, aborted.signal]) : aborted.signal,
        ...(json !== undefined && { json }),
      });
      void call.on('downloadProgress', ({ transferred }) => {
        if (transferred > MAX_BYTES) aborted.abort(new BadResponse());
      });
      try {
        const response = await call;
        return {
          url: response.url,
          status: response.statusCode,
          headers: response.headers,
          contentType: String(response.headers['content-type'] ?? '')
            .split(';', 1)[0]!
            .trim()
            .toLowerCase(),
          // got gives a plain Uint8Array.
          body: Buffer.from(response.body),
        };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}
