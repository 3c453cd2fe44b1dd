import type {
  BatchGetItemCommandInput,
  BatchGetItemCommandOutput,
  GetItemCommandInput,
  GetItemCommandOutput,
  PutItemCommandInput,
  QueryCommandInput,
  QueryCommandOutput,
  UpdateItemCommandInput,
  UpdateItemCommandOutput,
} from '@aws-sdk/client-dynamodb';

export interface CallOptions {
  /** Milliseconds after which the call ends with an error. */
  withinMs?: number;
}

/** The calls that cached answers and crawls need, with the SDK's inputs and outputs. */
export interface ItemClient {
  getItem(input: GetItemCommandInput): Promise<Pick<GetItemCommandOutput, 'Item'>>;
  /** One page: what is behind it begins at `LastEvaluatedKey`. */
  query(input: QueryCommandInput): Promise<Pick<QueryCommandOutput, 'Items' | 'LastEvaluatedKey'>>;
  /** What DynamoDB left out, because it is busy or the response is too large, is in `UnprocessedKeys`. */
  batchGetItem(
    input: BatchGetItemCommandInput,
  ): Promise<Pick<BatchGetItemCommandOutput, 'Responses' | 'UnprocessedKeys'>>;
  /**
   * @throws an error named `ConditionalCheckFailedException` where the condition did not hold: that may be for the call
   * itself, which is repeated where its answer was lost
   */
  putItem(input: PutItemCommandInput): Promise<object>;
  /** @throws an error named `ConditionalCheckFailedException` where the condition did not hold */
  updateItem(
    input: UpdateItemCommandInput,
    options?: CallOptions,
  ): Promise<Pick<UpdateItemCommandOutput, 'Attributes'>>;
}
