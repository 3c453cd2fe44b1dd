import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { COUNTS, listOf } from './learning-run-reader.ts';

/** Runs of questions to engines whose answers are not in the index yet. */
export interface LearningRuns {
  /**
   * Begins a run, or says that its questions were asked.
   *
   * @param queuedAt milliseconds since the epoch
   * @param isRefresh questions are asked again that had answers
   */
  begin(language: string, seed: string, queuedAt: number, isRefresh: boolean): Promise<void>;
  /** Ends a run, and none that was queued later with the same seed. */
  end(language: string, seed: string, queuedAt: number): Promise<void>;
}

/** One item a run, and one that counts, in the `Keywords` table. */
export function createLearningRuns(client: DynamoDBDocumentClient, table: string): LearningRuns {
  const keyOf = (language: string, keyword: string) => ({ list: listOf(language), keyword });

  async function count(language: string, isRefresh: boolean): Promise<void> {
    const update = new UpdateCommand({
      TableName: table,
      Key: keyOf(language, COUNTS),
      UpdateExpression: 'ADD changes :one, refreshes :refreshes',
      ExpressionAttributeValues: { ':one': 1, ':refreshes': isRefresh ? 1 : 0 },
    });
    await client.send(update);
  }

  return {
    async begin(language, seed, queuedAt, isRefresh) {
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(language, seed),
        UpdateExpression: 'SET queued_at = :at',
        ExpressionAttributeValues: { ':at': queuedAt },
      });
      await client.send(update);
      await count(language, isRefresh);
    },

    async end(language, seed, queuedAt) {
      const remove = new DeleteCommand({
        TableName: table,
        Key: keyOf(language, seed),
        ConditionExpression: 'queued_at <= :at',
        ExpressionAttributeValues: { ':at': queuedAt },
      });
      await ifConditionHolds(client.send(remove));
      await count(language, false);
    },
  };
}
