import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { ItemClient } from './item-client.ts';

type Plain = Record<string, unknown>;
type Marshalled = Record<string, AttributeValue>;

type GetInput = Omit<GetCommandInput, 'AttributesToGet'>;
type QueryInput = Omit<QueryCommandInput, 'AttributesToGet' | 'KeyConditions' | 'QueryFilter'>;
type BatchGetInput = Pick<BatchGetCommandInput, 'RequestItems'>;

/** The calls that read, with plain JavaScript values: inputs and outputs of the SDK's document client. */
export interface DocumentReader {
  get(input: GetInput): Promise<Pick<GetCommandOutput, 'Item'>>;
  /** One page: what is behind it begins at `LastEvaluatedKey`. */
  query(input: QueryInput): Promise<Pick<QueryCommandOutput, 'Items' | 'LastEvaluatedKey'>>;
  batchGet(input: BatchGetInput): Promise<Pick<BatchGetCommandOutput, 'Responses' | 'UnprocessedKeys'>>;
}

/** Reads through a client that a cached answer can afford, and turns values as the document client does. */
export function createDocumentReader(items: ItemClient): DocumentReader {
  return {
    async get({ Key, ...input }) {
      const { Item } = await items.getItem({ ...input, Key: asStored(Key!) });
      return Item ? { Item: unmarshall(Item) } : {};
    },

    async query({ ExpressionAttributeValues: values, ExclusiveStartKey: start, ...input }) {
      const { Items, LastEvaluatedKey } = await items.query({
        ...input,
        ...(values && { ExpressionAttributeValues: asStored(values) }),
        ...(start && { ExclusiveStartKey: asStored(start) }),
      });
      return {
        ...(Items && { Items: Items.map((item) => unmarshall(item)) }),
        ...(LastEvaluatedKey && { LastEvaluatedKey: unmarshall(LastEvaluatedKey) }),
      };
    },

    async batchGet({ RequestItems = {} }) {
      const { Responses = {}, UnprocessedKeys = {} } = await items.batchGetItem({
        RequestItems: eachOf(RequestItems, ({ Keys = [], ...how }) => ({ ...how, Keys: Keys.map(asStored) })),
      });
      return {
        Responses: eachOf(Responses, (found) => found.map((item) => unmarshall(item))),
        UnprocessedKeys: eachOf(UnprocessedKeys, ({ Keys = [], ...how }) => ({
          ...how,
          Keys: Keys.map((key) => unmarshall(key)),
        })),
      };
    },
  };
}

const asStored = (values: Plain): Marshalled => marshall(values, { removeUndefinedValues: true });

function eachOf<From, To>(members: Record<string, From>, turn: (member: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, turn(member)]));
}
