import type {
  GetItemCommandInput,
  GetItemCommandOutput,
  UpdateItemCommandInput,
  UpdateItemCommandOutput,
} from '@aws-sdk/client-dynamodb';

export interface CallOptions {
  /** Milliseconds after which the call ends with an error. */
  withinMs?: number;
}

/** The two calls that a cached answer needs, with the SDK's inputs and outputs. */
export interface ItemClient {
  getItem(input: GetItemCommandInput): Promise<Pick<GetItemCommandOutput, 'Item'>>;
  /** @throws an error named `ConditionalCheckFailedException` where the condition did not hold */
  updateItem(
    input: UpdateItemCommandInput,
    options?: CallOptions,
  ): Promise<Pick<UpdateItemCommandOutput, 'Attributes'>>;
}
