import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { KeyHolder } from '../storage/key-holders.ts';
import { createProviderRateLimit } from '../storage/provider-rate-limit.ts';
import { KEY_HOLDER_MS } from '../time/limits.ts';
import { createGatewayClient } from './client.ts';
import { readKeyHolder } from './read-key-holder.ts';

/**
 * Each reading takes two of the ten calls a second that the control plane takes of the whole account:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html. Half of them are left to others.
 */
const PACE = { key: 'api-gateway', intervalMs: 400 };

interface Options {
  documents: DynamoDBDocumentClient;
  /** The `Coordination` table. */
  table: string;
  stackName: string;
  now: () => number;
}

/**
 * Asks API Gateway who holds a key, at a pace over all instances, and within the time that callers wait for it.
 *
 * @returns throws where API Gateway does not answer in time, or too many ask
 */
export function createHolderReader({ documents, table, stackName, now }: Options) {
  const rateLimit = createProviderRateLimit(documents, table, now);
  const client = createGatewayClient({ maxAttempts: 2, retryMode: 'standard' });
  return async (keyId: string): Promise<KeyHolder> => {
    const abortSignal = AbortSignal.timeout(KEY_HOLDER_MS);
    await rateLimit.take(PACE, KEY_HOLDER_MS / 2);
    return readKeyHolder({ client, stackName, abortSignal }, keyId);
  };
}
