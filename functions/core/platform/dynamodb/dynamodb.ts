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

/**
 * Returns the parts of a query of all items with a partition key, or of those whose sort key has a prefix.
 *
 * @param key name and value of the partition key
 * @param prefix name and prefix of the sort key
 */
export function inPartition(key: Record<string, string>, prefix: Record<string, string> = {}) {
  const [partition, ...sort] = Object.entries({ ...key, ...prefix });
  const begins = sort.map(([name]) => ` AND begins_with(#${name}, :${name})`);
  return {
    KeyConditionExpression: `#${partition![0]} = :${partition![0]}${begins.join('')}`,
    ...namesAndValues([partition!, ...sort]),
  };
}

/**
 * Returns the parts of an update that set attributes, and remove those that are undefined.
 *
 * @param operand returns the operand that an attribute is set to, by the attribute's name; `:name` is its value
 */
export function settingOf(attributes: object, operand = (name: string) => `:${name}`) {
  const entries: [string, unknown][] = Object.entries(attributes);
  const [kept, removed] = [true, false].map((isKept) =>
    entries.filter(([, value]) => (value !== undefined) === isKept),
  );
  const setting = kept!.map(([name]) => `#${name} = ${operand(name)}`).join(', ');
  const removing = removed!.map(([name]) => `#${name}`).join(', ');
  return {
    UpdateExpression: [setting && `SET ${setting}`, removing && `REMOVE ${removing}`].filter(Boolean).join(' '),
    ...namesAndValues(entries),
  };
}

/** Returns names and known values of attributes as `#name` and `:name`. DynamoDB accepts no empty list of values. */
function namesAndValues(attributes: [string, unknown][]) {
  const known = attributes.filter(([, value]) => value !== undefined);
  return {
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
    ...(known.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])),
    }),
  };
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
