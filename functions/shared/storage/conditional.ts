import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * A conditional write that lost is an answer, not an error.
 *
 * @returns what the write gives, or `null` where its condition did not hold
 */
export async function ifConditionHolds<Output>(write: Promise<Output>): Promise<Output | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}
