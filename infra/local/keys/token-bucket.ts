import type { Throttle } from '../template/service-model.ts';

/**
 * A token bucket: full at first, refilled at a constant rate.
 *
 * @returns takes one token; false when there is none
 */
export function createTokenBucket({ requestsPerSecond, burst }: Throttle, now: () => number): () => boolean {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * requestsPerSecond);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
