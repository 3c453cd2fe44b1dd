import type { Pace, ProviderRateLimit } from '../../platform/rate-limit.ts';

/**
 * The rate limits as batches have them: half of each is left to all others, over all instances. A request takes a turn
 * among those of batches, at twice the interval, before it takes one of the provider's. Where the provider gets one
 * request at a time, batches rest after each of theirs for as long as it took. Who waits for the turn of batches is not in
 * the line of the provider yet. What stops the provider for others stops it for batches as well.
 *
 * @param now milliseconds since the epoch
 */
export function createHalfRateLimit(rateLimit: ProviderRateLimit, now: () => number): ProviderRateLimit {
  return {
    async take(pace, maxWaitMs) {
      const latest = now() + maxWaitMs;
      const turn = await rateLimit.take(ofBatches(pace), maxWaitMs);
      const slot = await rateLimit.take(pace, Math.max(0, latest - now())).catch(async (error: unknown) => {
        await turn.end('abandoned');
        throw error;
      });
      const begun = now();
      return {
        async end(outcome) {
          try {
            await slot.end(outcome);
          } finally {
            await turn.end('abandoned', now() - begun);
          }
        },
      };
    },
  };
}

function ofBatches({ key, intervalMs, ...rest }: Pace): Pace {
  return { ...rest, key: `${key} batch`, intervalMs: 2 * intervalMs };
}
