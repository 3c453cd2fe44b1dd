import { retryAfterMs } from '../../platform/network/retry-after.ts';
import type { Outcome, ProviderRateLimit } from '../../platform/rate-limit.ts';
import type { ProviderClient, ProviderRequest, ProviderResponse } from './provider-client.ts';
import { isOutage } from './read-response.ts';

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
        outcome = outcomeOf(response, options);
        return response;
      } finally {
        // A request that we aborted is no failure of the provider.
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
