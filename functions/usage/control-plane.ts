import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createGatewayClient } from '../shared/gateway/client.ts';
import { createHolderReader } from '../shared/gateway/paced-holder-reader.ts';
import { createDocumentClient } from '../shared/storage/dynamodb/document-client.ts';
import { createCountReader } from './read-count.ts';

interface Parts {
  client: DynamoDBClient;
  /** The `Coordination` table. */
  table: string;
  stackName: string;
  now: () => number;
}

/** What is asked of API Gateway: loaded only where it is. */
export function createControlPlane({ client, table, stackName, now }: Parts) {
  const documents = createDocumentClient(client);
  return {
    readHolder: createHolderReader({ documents, table, stackName, now }),
    readCount: createCountReader({
      gateway: createGatewayClient({ maxAttempts: 3 }),
      client,
      documents,
      table,
      stackName,
      now,
    }),
  };
}
