import got, { type Method } from 'got';
import '../../platform/network/attempt-timeout.ts';
import { failureOf, NetworkFailure, retryAfterMs } from '../../platform/network/failures.ts';
import type { SourceKeys } from './keys.ts';
import type { Outcome, ProviderRateLimit, RateLimit } from '../../platform/rate-limit.ts';
import type { BaseUrlSetting } from '../settings.ts';

/** A complete response, of any status. */
export interface ProviderResponse {
  /** Address after redirects. */
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** Media type without parameters, lower case; empty without a content type. */
  contentType: string;
  body: Buffer;
}

export interface ProviderRequest {
  timeoutMs: number;
  rateLimit: RateLimit;
  method?: Extract<Method, 'GET' | 'POST'>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /**
   * Whether a response counts as an answer, and not as a failure of the provider. By default, all responses except outages
   * (`isOutage`) do, since errors of the request itself are not failures of the provider.
   */
  accepts?: (response: ProviderResponse) => boolean;
  /** Aborts the request. */
  signal?: AbortSignal;
}

/** HTTP client for addresses from the operator's settings or the provider's documentation, never from callers. */
export interface ProviderClient {
  /**
   * Sends the request when the provider's rate limit allows it; `Retry-After` and outages are stored for all instances.
   *
   * @throws {NetworkFailure} if there is no response, or it is too large
   * @throws {ProviderUnavailable} if the next slot is too late, the provider is down, or it has requested a pause
   */
  request(url: string, options: ProviderRequest): Promise<ProviderResponse>;
}

/** The address of a provider. */
export interface ProviderAddress {
  /** Scheme, host and port. */
  baseUrl: string;
  /** Setting with another base URL, such as `TRANCO_URL`. */
  setting: BaseUrlSetting;
}

/** @returns the base URL of a provider, or that of the operator's setting */
export type BaseUrl = (address: ProviderAddress) => string;

/** Dependencies of every request to a provider. */
export interface ProviderContext {
  /** Client that respects the providers' rate limits. */
  http: ProviderClient;
  baseUrl: BaseUrl;
  keys: SourceKeys;
}

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Creates a client without rate limits.
 *
 * @param userAgent contains the service and a contact page, as providers require
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
        if (transferred > MAX_BYTES) aborted.abort(new NetworkFailure('bad_response'));
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
          // got returns a plain Uint8Array.
          body: Buffer.from(response.body),
        };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/**
 * Creates a client that respects the rate limit of each provider over all instances: it waits for a slot, respects
 * `Retry-After`, and sends no requests to a provider that is down.
 *
 * @param maxWaitMs maximum wait for a slot
 */
export function createRateLimitedClient(
  plain: ProviderClient,
  rateLimit: ProviderRateLimit,
  maxWaitMs: number,
): ProviderClient {
  return {
    async request(url, options) {
      const slot = await rateLimit.take(options.rateLimit, maxWaitMs);
      let outcome: Outcome = 'failed';
      try {
        options.signal?.throwIfAborted();
        const response = await plain.request(url, options);
        outcome = outcomeOf(response, options);
        return response;
      } finally {
        // A request that the caller aborted is not a failure of the provider.
        await slot.end(options.signal?.aborted ? 'abandoned' : outcome);
      }
    },
  };
}

function outcomeOf(response: ProviderResponse, { accepts }: ProviderRequest): Outcome {
  if (accepts ? accepts(response) : !isOutage(response)) return 'answered';
  const waitMs = retryAfterMs(String(response.headers['retry-after'] ?? ''), Date.now());
  return waitMs === null ? 'failed' : { retryAfterMs: waitMs };
}

/**
 * Creates the rate limits of batches, which use half of each provider's rate limit, over all instances. A request first
 * takes a slot of batches, which have twice the interval, and then one of the provider. If the provider accepts one request
 * at a time, batches pause after each of theirs for as long as it took. A request that waits for a slot of batches does not
 * yet occupy a slot of the provider. Pauses and outages of the provider apply to batches too.
 *
 * @param now milliseconds since the epoch
 */
export function createHalfRateLimit(rateLimit: ProviderRateLimit, now: () => number): ProviderRateLimit {
  return createPartialRateLimit(rateLimit, now, ofBatches);
}

function ofBatches({ key, intervalMs, ...rest }: RateLimit): RateLimit {
  return { ...rest, key: `${key} batch`, intervalMs: 2 * intervalMs };
}

/** Part of a rate limit that the requests of one owner can use. */
const OWNER_PART = 3 / 4;
/** A request that has waited for the owner's other requests waits at least as long for its slot of the provider. */
const OWNER_LEAST_WAIT_MS = 1_000;

/**
 * Creates the rate limits of requests on behalf of owners, each of whom uses a part of a provider's rate limit, over all
 * instances. The requests of an owner wait for each other, and not in the queue of the provider: an owner who sends too
 * many has to wait for the own ones, others do not. Requests without an owner use the whole rate limit.
 *
 * @param now milliseconds since the epoch
 */
export function createOwnerRateLimit(rateLimit: ProviderRateLimit, now: () => number): ProviderRateLimit {
  const owners = createPartialRateLimit(rateLimit, now, ofOwner, OWNER_LEAST_WAIT_MS);
  return { take: (limit, maxWaitMs) => (limit.owner === undefined ? rateLimit : owners).take(limit, maxWaitMs) };
}

function ofOwner({ key, intervalMs, owner }: RateLimit): RateLimit {
  return { key: `${key} owner#${owner}`, intervalMs: Math.ceil(intervalMs / OWNER_PART) };
}

/**
 * Creates rate limits of which a part is used: each request first takes a slot of the part, then one of the provider.
 *
 * @param leastWaitMs wait for the slot of the provider, however long that for the slot of the part was
 */
function createPartialRateLimit(
  rateLimit: ProviderRateLimit,
  now: () => number,
  partOf: (limit: RateLimit) => RateLimit,
  leastWaitMs = 0,
): ProviderRateLimit {
  return {
    async take(limit, maxWaitMs) {
      const latest = now() + maxWaitMs;
      const partSlot = await rateLimit.take(partOf(limit), maxWaitMs);
      const slot = await rateLimit.take(limit, Math.max(leastWaitMs, latest - now())).catch(async (error: unknown) => {
        await partSlot.end('abandoned');
        throw error;
      });
      const begun = now();
      return {
        async end(outcome) {
          try {
            await slot.end(outcome);
          } finally {
            await partSlot.end('abandoned', now() - begun);
          }
        },
      };
    },
  };
}

/** Whether the provider is unavailable or limits requests, so that the response contains no result. */
export function isOutage({ status }: ProviderResponse): boolean {
  return status === 429 || status >= 500;
}
