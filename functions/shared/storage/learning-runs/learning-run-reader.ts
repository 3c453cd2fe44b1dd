import type { DocumentReader } from '../dynamodb/document-reader.ts';

/** A run whose message was lost does not count as under way for longer. */
const LONGEST_MS = 15 * 60_000;

/** What was asked and learnt in a language. */
export interface LearningState {
  /** Any run is under way: each may have found keywords with any word. */
  isAny: boolean;
  /** Another number after each run has begun and after it has ended. */
  changes: number;
  /** Another number where questions that had answers were asked again. */
  refreshes: number;
}

export interface LearningRunReader {
  read(language: string): Promise<LearningState>;
}

/** The runs in a language are one list of the `Keywords` table. */
export const listOf = (language: string) => `learning:${language}`;

/** The item of the list that counts changes: no seed in the normal form has capitals. */
export const COUNTS = 'COUNTS';

/** Reads which runs are under way; a cached answer loads this file. */
export function createLearningRunReader(reader: DocumentReader, table: string, now: () => number): LearningRunReader {
  return {
    async read(language) {
      const { Items = [] } = await reader.query({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: '#list = :list',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':list': listOf(language) },
      });
      const { changes = 0, refreshes = 0 } = Items.find(({ keyword }) => keyword === COUNTS) ?? {};
      const isAny = Items.some(({ queued_at }) => (queued_at as number) > now() - LONGEST_MS);
      return { isAny, changes: changes as number, refreshes: refreshes as number };
    },
  };
}
