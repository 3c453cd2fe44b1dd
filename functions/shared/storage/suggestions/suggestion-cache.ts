import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Locale } from '../../keywords/engine-id.ts';
import { sdkDocumentReader } from '../dynamodb/document-client.ts';
import {
  type Answerer,
  createSuggestionReader,
  keyOf,
  type StoredAnswers,
  type SuggestionReader,
} from './suggestion-reader.ts';

export interface SuggestionCache extends SuggestionReader {
  /** Keeps an answer for good; it takes the place of an earlier one from the same engine. */
  write<Id extends Answerer>(
    query: string,
    locale: Locale,
    id: Id,
    answer: NonNullable<StoredAnswers[Id]>,
  ): Promise<void>;
  /** Notes that all answers up to a time (ISO 8601) are in the index. */
  noteLearned(query: string, locale: Locale, until: string): Promise<void>;
}

/**
 * What engines answered, in the `Keywords` table: one item a question and locale, whose attributes are the engines. Only
 * answers are kept there, never that one failed.
 */
export function createSuggestionCache(client: DynamoDBDocumentClient, table: string): SuggestionCache {
  async function set(query: string, locale: Locale, attribute: keyof StoredAnswers, value: unknown): Promise<void> {
    await client.send(
      new UpdateCommand({
        TableName: table,
        Key: keyOf(query, locale),
        UpdateExpression: 'SET #attribute = :value',
        ExpressionAttributeNames: { '#attribute': attribute },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  }

  return {
    ...createSuggestionReader(sdkDocumentReader(client), table),

    write: (query, locale, id, answer) => set(query, locale, id, answer),

    noteLearned: (query, locale, until) => set(query, locale, 'learned_until', until),
  };
}
