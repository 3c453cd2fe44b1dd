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

/** Legacy parameters of DynamoDB. */
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
   * The write is idempotent: if the response to the first call was lost, a second call changes nothing, and its
   * condition may fail because of the first one. The light client makes such a write without the SDK.
   */
  repeatable?: boolean;
}

/**
 * Interface of DynamoDB for the stores: inputs and outputs of the SDK's document client, with plain JavaScript values.
 * Bytes are a `Uint8Array`, sets a `Set`; undefined members are omitted. If a condition does not hold, the call throws
 * an error named {@link CONDITION_FAILED}.
 *
 * Two clients implement it: `light-client.ts` for cached answers, and `sdk-client.ts`.
 */
export interface DynamoDB {
  get(input: GetInput, options?: CallOptions): Promise<Pick<GetCommandOutput, 'Item'>>;
  /** Reads one page; the next one begins after `LastEvaluatedKey`. */
  query(
    input: QueryInput,
    options?: CallOptions,
  ): Promise<Pick<QueryCommandOutput, 'Items' | 'Count' | 'LastEvaluatedKey'>>;
  put(input: PutInput, options?: WriteOptions): Promise<Pick<PutCommandOutput, 'Attributes'>>;
  update(input: UpdateInput, options?: WriteOptions): Promise<Pick<UpdateCommandOutput, 'Attributes'>>;
  delete(input: DeleteInput, options?: CallOptions): Promise<Pick<DeleteCommandOutput, 'Attributes'>>;
  /**
   * `UnprocessedKeys` contains the keys that DynamoDB did not read because of throttling or the size of the response.
   */
  batchGet(
    input: BatchGetInput,
    options?: CallOptions,
  ): Promise<Pick<BatchGetCommandOutput, 'Responses' | 'UnprocessedKeys'>>;
  /** `UnprocessedItems` contains the writes that DynamoDB did not make because of throttling. */
  batchWrite(input: BatchWriteInput, options?: CallOptions): Promise<Pick<BatchWriteCommandOutput, 'UnprocessedItems'>>;
}

/** Name of the error of a failed condition. */
export const CONDITION_FAILED = 'ConditionalCheckFailedException';

/**
 * Converts the error of a failed condition to a result.
 *
 * @returns the output of the write, or `null` if its condition did not hold
 */
export async function ifConditionHolds<Output>(write: Promise<Output>): Promise<Output | null> {
  try {
    return await write;
  } catch (error) {
    if ((error as Error).name === CONDITION_FAILED) return null;
    throw error;
  }
}
