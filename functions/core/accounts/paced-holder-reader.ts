import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { KeyHolder } from './key-holders.ts';
import { KEY_HOLDER_MS } from '../platform/time/limits.ts';
import { createGatewayClient } from './client.ts';
import { createControlPlaneTurns } from './control-plane-turns.ts';
import { readKeyHolder } from './read-key-holder.ts';

const CALLS = 2;

interface Options {
  db: DynamoDB;
  /** The `Coordination` table. */
  table: string;
  stackName: string;
  now: () => number;
}

/**
 * Asks API Gateway who holds a key, within the time that callers wait for it: the file is loaded only then.
 *
 * @returns throws where API Gateway does not answer in time, or too many ask
 */
export function createHolderReader({ db, table, stackName, now }: Options) {
  const takeTurn = createControlPlaneTurns(db, table, now, CALLS);
  const client = createGatewayClient({ maxAttempts: 2, retryMode: 'standard' });
  return async (keyId: string): Promise<KeyHolder> => {
    const abortSignal = AbortSignal.timeout(KEY_HOLDER_MS);
    await takeTurn(KEY_HOLDER_MS / 2);
    return readKeyHolder({ client, stackName, abortSignal }, keyId);
  };
}
