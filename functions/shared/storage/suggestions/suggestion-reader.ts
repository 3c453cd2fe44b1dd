import { type EngineId, engineIds, type Locale } from '../../keywords/engine-id.ts';
import type { ProviderMetrics } from '../../keywords/facts.ts';
import { batchGet } from '../dynamodb/batch-get.ts';
import type { DocumentReader } from '../dynamodb/document-reader.ts';

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

/** Who can be asked. */
export type Answerer = EngineId | 'dataforseo';

export interface SuggestionReader {
  /** @returns by question, what was answered; questions that nobody answered are left out */
  read(queries: string[], locale: Locale): Promise<Map<string, StoredAnswers>>;
}

/** Name of the list that holds what was answered to a question; work on it goes by the same name. */
export function suggestionList(query: string, { language, region }: Locale): string {
  return `suggestions:${language}-${region}:${query}`;
}

export const keyOf = (query: string, locale: Locale) => ({ list: suggestionList(query, locale), keyword: query });

/** Reads what engines answered from the `Keywords` table; a cached answer loads this file. */
export function createSuggestionReader(reader: DocumentReader, table: string): SuggestionReader {
  return {
    async read(queries, locale) {
      const keys = [...new Set(queries)].map((query) => keyOf(query, locale));
      const items = await batchGet(reader, table, keys, { consistent: true });
      return new Map(items.map((item) => [item.keyword as string, answersOf(item)]));
    },
  };
}

const ATTRIBUTES: ReadonlySet<string> = new Set([...engineIds, 'dataforseo', 'learned_until']);

/** What this version knows of; a newer one may have added answers, which stay where they are. */
function answersOf(item: Record<string, unknown>): StoredAnswers {
  return Object.fromEntries(Object.entries(item).filter(([name]) => ATTRIBUTES.has(name)));
}
