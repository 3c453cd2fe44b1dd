import type { DocumentReader } from '../dynamodb/document-reader.ts';

/** A run whose message was lost does not count as under way for longer. */
const LONGEST_MS = 15 * 60_000;

export interface LearningRunReader {
  /** @returns whether any run in a language is under way: each may have found keywords with any word */
  isAny(language: string): Promise<boolean>;
}

/** The runs in a language are one list of the `Keywords` table. */
export const listOf = (language: string) => `learning:${language}`;

/** Reads which runs are under way; a cached answer loads this file. */
export function createLearningRunReader(reader: DocumentReader, table: string, now: () => number): LearningRunReader {
  return {
    async isAny(language) {
      const { Items = [] } = await reader.query({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: '#list = :list',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':list': listOf(language) },
      });
      return Items.some(({ queued_at }) => (queued_at as number) > now() - LONGEST_MS);
    },
  };
}
