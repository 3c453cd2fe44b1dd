import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** One client for all tables of a function. Region, credentials and a local endpoint come from the environment. */
export function createDynamoDB(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 },
  });
}
