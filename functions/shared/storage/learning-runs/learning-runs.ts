import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { sdkDocumentReader } from '../dynamodb/document-client.ts';
import { createLearningRunReader, type LearningRunReader, listOf } from './learning-run-reader.ts';

/** Runs of questions to engines whose answers are not in the index yet. */
export interface LearningRuns extends LearningRunReader {
  /** @param queuedAt milliseconds since the epoch */
  begin(language: string, seed: string, queuedAt: number): Promise<void>;
  /** Ends a run, and none that was queued later with the same seed. */
  end(language: string, seed: string, queuedAt: number): Promise<void>;
}

/** One item a run, in the `Keywords` table. */
export function createLearningRuns(client: DynamoDBDocumentClient, table: string, now: () => number): LearningRuns {
  const keyOf = (language: string, seed: string) => ({ list: listOf(language), keyword: seed });
  return {
    ...createLearningRunReader(sdkDocumentReader(client), table, now),

    async begin(language, seed, queuedAt) {
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(language, seed),
        UpdateExpression: 'SET queued_at = :at',
        ExpressionAttributeValues: { ':at': queuedAt },
      });
      await client.send(update);
    },

    async end(language, seed, queuedAt) {
      const remove = new DeleteCommand({
        TableName: table,
        Key: keyOf(language, seed),
        ConditionExpression: 'queued_at <= :at',
        ExpressionAttributeValues: { ':at': queuedAt },
      });
      await ifConditionHolds(client.send(remove));
    },
  };
}
