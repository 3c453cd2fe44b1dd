import { type EngineId, engineIds, type Locale } from '../choices.ts';
import type { ProviderMetrics } from '../keyword.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';

/** What an engine suggested, in its order; none is an answer too. */
export interface StoredSuggestions {
  /** ISO 8601 time. */
  at: string;
  http_status: number | null;
  phrases: string[];
}

/** What a provider of search data knows of a question's keywords. */
export interface StoredMetrics {
  /** ISO 8601 time. */
  at: string;
  http_status: number | null;
  keywords: (Omit<ProviderMetrics, 'fetched_at'> & { keyword: string })[];
}

/** All that was answered to one question so far. */
export type StoredAnswers = Partial<Record<EngineId, StoredSuggestions>> & {
  dataforseo?: StoredMetrics;
  /** Until when answers are in the index; ISO 8601 time. */
  learned_until?: string;
};

/** Engines and providers that answer questions. */
export type Answerer = EngineId | 'dataforseo';

export interface SuggestionCache {
  /** @returns by question, what was answered; questions without any answer are left out */
  read(queries: string[], locale: Locale): Promise<Map<string, StoredAnswers>>;
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

/** Name of the list that holds what was answered to a question; work on it goes by the same name. */
export function suggestionList(query: string, { language, region }: Locale): string {
  return `suggestions:${language}-${region}:${query}`;
}

/**
 * What engines answered, in the `Keywords` table: one item a question and locale, whose attributes are the engines. Only
 * answers are kept there, never that one failed. A cached answer loads this file.
 */
export function createSuggestionCache(db: DynamoDB, table: string): SuggestionCache {
  const keyOf = (query: string, locale: Locale) => ({ list: suggestionList(query, locale), keyword: query });

  async function set(query: string, locale: Locale, attribute: keyof StoredAnswers, value: unknown): Promise<void> {
    await db.update({
      TableName: table,
      Key: keyOf(query, locale),
      UpdateExpression: 'SET #attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    });
  }

  return {
    async read(queries, locale) {
      const keys = [...new Set(queries)].map((query) => keyOf(query, locale));
      const items = await getItems(db, table, keys, { consistent: true });
      return new Map(items.map((item) => [item.keyword as string, answersOf(item)]));
    },

    write: (query, locale, id, answer) => set(query, locale, id, answer),

    noteLearned: (query, locale, until) => set(query, locale, 'learned_until', until),
  };
}

const ATTRIBUTES: ReadonlySet<string> = new Set([...engineIds, 'dataforseo', 'learned_until']);

/** What this version knows of; a newer one may have added answers, which stay where they are. */
function answersOf(item: Record<string, unknown>): StoredAnswers {
  return Object.fromEntries(Object.entries(item).filter(([name]) => ATTRIBUTES.has(name)));
}
