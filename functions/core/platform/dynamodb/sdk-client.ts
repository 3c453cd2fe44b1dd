import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { awsRequestLimits } from '../aws-request-limits.ts';
import type { CallOptions, DynamoDB } from './dynamodb.ts';

/** Region, credentials and a local endpoint come from the environment. */
const createClient = () => new DynamoDBClient({ maxAttempts: 4, requestHandler: awsRequestLimits });

/**
 * Creates a client with the SDK's document client, one for all tables of a function. Loading it takes too long for a
 * cached answer. The SDK repeats every call whose response was lost, so a write that is not idempotent needs a
 * condition.
 */
export function createSdkDynamoDB(client = createClient()): DynamoDB {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    get: (input, options) => documents.send(new GetCommand(input), limitOf(options)),
    query: (input, options) => documents.send(new QueryCommand(input), limitOf(options)),
    put: (input, options) => documents.send(new PutCommand(input), limitOf(options)),
    update: (input, options) => documents.send(new UpdateCommand(input), limitOf(options)),
    delete: (input, options) => documents.send(new DeleteCommand(input), limitOf(options)),
    batchGet: (input, options) => documents.send(new BatchGetCommand(input), limitOf(options)),
    batchWrite: (input, options) => documents.send(new BatchWriteCommand(input), limitOf(options)),
  };
}

const limitOf = ({ withinMs }: CallOptions = {}) =>
  withinMs === undefined ? {} : { abortSignal: AbortSignal.timeout(withinMs) };
