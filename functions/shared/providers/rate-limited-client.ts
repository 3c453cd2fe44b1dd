import { retryAfterMs } from '../network/retry-after.ts';
import type { Outcome, ProviderRateLimit } from '../storage/provider-rate-limit.ts';
import type { ProviderClient, ProviderResponse } from './provider-client.ts';

/**
 * A client that keeps to the rate limit of each provider over all instances: it waits for a slot, obeys `Retry-After`, and
 * stops sending to a provider that is down.
 *
 * @param maxWaitMs longest wait for a slot
 */
export function createRateLimitedClient(
  plain: ProviderClient,
  rateLimit: ProviderRateLimit,
  maxWaitMs: number,
): ProviderClient {
  return {
    async request(url, options) {
      const slot = await rateLimit.take(options.pace, maxWaitMs);
      let outcome: Outcome = 'failed';
      try {
        options.signal?.throwIfAborted();
        const response = await plain.request(url, options);
        outcome = outcomeOf(response);
        if (outcome === 'answered' && options.accepts?.(response) === false) outcome = 'failed';
        return response;
      } finally {
        // A request that we aborted is no failure of the provider.
        await slot.end(options.signal?.aborted ? 'abandoned' : outcome);
      }
    },
  };
}

/** Errors of the request itself (4xx) are no failures of the provider. */
function outcomeOf({ status, headers }: ProviderResponse): Outcome {
  if (status !== 429 && status < 500) return 'answered';
  const waitMs = retryAfterMs(String(headers['retry-after'] ?? ''), Date.now());
  return waitMs === null ? 'failed' : { retryAfterMs: waitMs };
}
