/** What DynamoDB calls a condition that did not hold. */
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
