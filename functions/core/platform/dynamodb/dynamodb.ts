import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';

/** Parameters that DynamoDB keeps for its first clients. */
type Legacy =
  'AttributesToGet' | 'AttributeUpdates' | 'ConditionalOperator' | 'Expected' | 'KeyConditions' | 'QueryFilter';

export type GetInput = Omit<GetCommandInput, Legacy>;
export type QueryInput = Omit<QueryCommandInput, Legacy>;
export type PutInput = Omit<PutCommandInput, Legacy>;
export type UpdateInput = Omit<UpdateCommandInput, Legacy>;
export type DeleteInput = Omit<DeleteCommandInput, Legacy>;
export type BatchGetInput = Pick<BatchGetCommandInput, 'RequestItems'>;
export type BatchWriteInput = Pick<BatchWriteCommandInput, 'RequestItems'>;

export interface CallOptions {
  /** Milliseconds after which the call ends with an error. */
  withinMs?: number;
}

export interface WriteOptions extends CallOptions {
  /**
   * The call may be made twice: where the response to the first one was lost, the second one changes nothing, and its
   * condition may fail because of the first one. The light client makes such a write without the SDK.
   */
  repeatable?: boolean;
}

/**
 * DynamoDB as the stores use it: inputs and outputs of the SDK's document client, with plain JavaScript values. Bytes are
 * a `Uint8Array`, sets a `Set`; members that are undefined are left out. A condition that does not hold is an error named
 * {@link CONDITION_FAILED}.
 *
 * Two clients implement it: `open-dynamodb.ts` for cached answers, and `sdk-client.ts`.
 */
export interface DynamoDB {
  get(input: GetInput, options?: CallOptions): Promise<Pick<GetCommandOutput, 'Item'>>;
  /** One page: the next one begins after `LastEvaluatedKey`. */
  query(
    input: QueryInput,
    options?: CallOptions,
  ): Promise<Pick<QueryCommandOutput, 'Items' | 'Count' | 'LastEvaluatedKey'>>;
  put(input: PutInput, options?: WriteOptions): Promise<Pick<PutCommandOutput, 'Attributes'>>;
  update(input: UpdateInput, options?: WriteOptions): Promise<Pick<UpdateCommandOutput, 'Attributes'>>;
  delete(input: DeleteInput, options?: CallOptions): Promise<Pick<DeleteCommandOutput, 'Attributes'>>;
  /** What DynamoDB left out, because it is busy or the response is too large, is in `UnprocessedKeys`. */
  batchGet(
    input: BatchGetInput,
    options?: CallOptions,
  ): Promise<Pick<BatchGetCommandOutput, 'Responses' | 'UnprocessedKeys'>>;
  /** What DynamoDB left out, because it is busy, is in `UnprocessedItems`. */
  batchWrite(input: BatchWriteInput, options?: CallOptions): Promise<Pick<BatchWriteCommandOutput, 'UnprocessedItems'>>;
}

/** Name of the error of a condition that did not hold. */
export const CONDITION_FAILED = 'ConditionalCheckFailedException';

/**
 * A conditional write that lost is an answer, not an error.
 *
 * @returns what the write gives, or `null` where its condition did not hold
 */
export async function ifConditionHolds<Output>(write: Promise<Output>): Promise<Output | null> {
  try {
    return await write;
  } catch (error) {
    if ((error as Error).name === CONDITION_FAILED) return null;
    throw error;
  }
}
