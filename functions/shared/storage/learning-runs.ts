import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from './dynamodb/conditional.ts';

/** A run whose message was lost does not count as under way for longer. */
const LONGEST_MS = 15 * 60_000;

/** Runs of questions to engines whose answers are not in the index yet. */
export interface LearningRuns {
  /** @param queuedAt milliseconds since the epoch */
  begin(language: string, seed: string, queuedAt: number): Promise<void>;
  /** Ends a run, and none that was queued later with the same seed. */
  end(language: string, seed: string, queuedAt: number): Promise<void>;
  /** @returns whether any run in a language is under way: each may have found keywords with any word */
  isAny(language: string): Promise<boolean>;
}

/** One item a run, in the `Keywords` table; the runs in a language are one list. */
export function createLearningRuns(client: DynamoDBDocumentClient, table: string, now: () => number): LearningRuns {
  const listOf = (language: string) => `learning:${language}`;
  const keyOf = (language: string, seed: string) => ({ list: listOf(language), keyword: seed });
  return {
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

    async isAny(language) {
      const query = new QueryCommand({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: '#list = :list',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':list': listOf(language) },
      });
      const { Items = [] } = await client.send(query);
      return Items.some(({ queued_at }) => (queued_at as number) > now() - LONGEST_MS);
    },
  };
}
