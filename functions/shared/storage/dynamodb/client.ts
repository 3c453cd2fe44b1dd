import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { awsRequestLimits } from '../../aws/request-limits.ts';
import type { ItemClient } from './item-client.ts';

/** One client for all tables of a function. Region, credentials and a local endpoint come from the environment. */
export function createDynamoDB(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: awsRequestLimits,
  });
}

/** Makes the calls of an {@link ItemClient} through the SDK. */
export function sdkItemClient(client: DynamoDBClient): ItemClient {
  return {
    getItem: (input) => client.send(new GetItemCommand(input)),
    query: (input) => client.send(new QueryCommand(input)),
    batchGetItem: (input) => client.send(new BatchGetItemCommand(input)),
    putItem: (input) => client.send(new PutItemCommand(input)),
    updateItem: (input, { withinMs } = {}) =>
      client.send(new UpdateItemCommand(input), withinMs ? { abortSignal: AbortSignal.timeout(withinMs) } : {}),
  };
}
