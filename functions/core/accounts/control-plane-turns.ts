import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createProviderRateLimit } from '../platform/rate-limit.ts';

/**
 * The control plane takes ten calls a second of the whole account
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html): half of them are left to the back office
 * and to others.
 */
const CALL_MS = 200;

/**
 * Turns to call API Gateway's control plane, over all instances.
 *
 * @param calls so many calls are made in a turn
 * @returns waits for a turn, so long at most; throws where too many wait
 */
export function createControlPlaneTurns(
  db: DynamoDB,
  table: string,
  now: () => number,
  calls = 1,
): (maxWaitMs: number) => Promise<void> {
  const rateLimit = createProviderRateLimit(db, table, now);
  const pace = { key: 'api-gateway', intervalMs: calls * CALL_MS };
  return async (maxWaitMs) => {
    await rateLimit.take(pace, maxWaitMs);
  };
}
