import { DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { awsRequestLimits } from '../../aws/request-limits.ts';
import type { ItemClient } from './item-client.ts';

/** One client for all tables of a function. Region, credentials and a local endpoint come from the environment. */
export function createDynamoDB(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: awsRequestLimits,
  });
}

/** Makes the calls that a cached answer needs through the SDK. */
export function sdkItemClient(client: DynamoDBClient): ItemClient {
  return {
    getItem: (input) => client.send(new GetItemCommand(input)),
    updateItem: (input, { withinMs } = {}) =>
      client.send(new UpdateItemCommand(input), withinMs ? { abortSignal: AbortSignal.timeout(withinMs) } : {}),
  };
}
