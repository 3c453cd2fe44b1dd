import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentReader } from './document-reader.ts';

/** The SDK's client that takes and returns plain JavaScript values; too large for the path of a cached answer. */
export function createDocumentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Reads through the SDK's document client. */
export function sdkDocumentReader(client: DynamoDBDocumentClient): DocumentReader {
  return {
    get: (input) => client.send(new GetCommand(input)),
    query: (input) => client.send(new QueryCommand(input)),
    batchGet: (input) => client.send(new BatchGetCommand(input)),
  };
}
