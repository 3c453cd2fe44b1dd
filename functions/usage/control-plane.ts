import type { DynamoDB } from '../core/platform/dynamodb/dynamodb.ts';
import { createGatewayClient, createHolderReader } from '../core/accounts/control-plane.ts';
import { createCountReader } from './read-count.ts';

interface Parts {
  db: DynamoDB;
  /** The `Coordination` table. */
  table: string;
  stackName: string;
  now: () => number;
}

/** What is asked of API Gateway: loaded only where it is. */
export function createControlPlane({ db, table, stackName, now }: Parts) {
  return {
    readHolder: createHolderReader({ db, table, stackName, now }),
    readCount: createCountReader({
      gateway: createGatewayClient({ maxAttempts: 3 }),
      db,
      table,
      stackName,
      now,
    }),
  };
}
