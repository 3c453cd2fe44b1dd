import { type EngineId, engineIds, type Locale } from '../choices.ts';
import type { ProviderMetrics } from '../keyword.ts';
import type { QueryKind } from '../score.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { updateItem } from '../../platform/dynamodb/table.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';

/** Suggestions of an engine, in its order; an empty list is an answer too. */
export interface StoredSuggestions {
  /** ISO 8601 time. */
  at: string;
  http_status: number | null;
  phrases: string[];
}

/** Metrics of keywords from a provider, for a query. */
export interface StoredMetrics {
  /** ISO 8601 time. */
  at: string;
  http_status: number | null;
  keywords: (Omit<ProviderMetrics, 'country' | 'fetched_at'> & { keyword: string })[];
}

/** All stored answers to one query. */
export type StoredAnswers = Partial<Record<EngineId, StoredSuggestions>> & {
  dataforseo?: StoredMetrics;
  /** Time up to which answers are in the index; ISO 8601. */
  learned_until?: string;
  /** The same for answers that were indexed as those to a seed, or to a seed and one character. */
  short_learned_until?: string;
};

/** Engines and providers to which queries are sent. */
export type SuggestionSource = EngineId | 'dataforseo';

export interface SuggestionCache {
  /** @returns the stored answers by query; queries without an answer are omitted */
  read(queries: string[], locale: Locale): Promise<Map<string, StoredAnswers>>;
  /** Stores an answer permanently; it replaces an earlier one from the same engine. */
  write<Id extends SuggestionSource>(
    query: string,
    locale: Locale,
    id: Id,
    answer: NonNullable<StoredAnswers[Id]>,
  ): Promise<void>;
  /** Stores that all answers up to a time (ISO 8601) are in the index, as those to a query of a kind. */
  recordLearned(query: string, locale: Locale, kind: QueryKind, until: string): Promise<void>;
}

/** Returns the key of the list with the answers to a query; the lease has the same name. */
export function suggestionList(query: string, { language, region }: Locale): string {
  return `suggestions:${language}-${region}:${query}`;
}

/**
 * Creates the store of answers in the `Keywords` table: one item for each query and locale, with one attribute for each
 * engine. Failures are not stored. Cached answers load this file.
 */
export function createSuggestionCache(db: DynamoDB, table: string): SuggestionCache {
  const keyOf = (query: string, locale: Locale) => ({ list: suggestionList(query, locale), keyword: query });

  async function set(query: string, locale: Locale, attribute: keyof StoredAnswers, value: unknown): Promise<void> {
    await updateItem({ db, table }, keyOf(query, locale), { set: { [attribute]: value } });
  }

  return {
    async read(queries, locale) {
      const keys = [...new Set(queries)].map((query) => keyOf(query, locale));
      const items = await getItems<{ keyword: string }>({ db, table }, keys, { consistent: true });
      return new Map(items.map((item) => [item.keyword, answersOf(item)]));
    },

    write: (query, locale, id, answer) => set(query, locale, id, answer),

    recordLearned: (query, locale, kind, until) =>
      set(query, locale, kind === 'modifier' ? 'learned_until' : 'short_learned_until', until),
  };
}

const ATTRIBUTES: ReadonlySet<string> = new Set([...engineIds, 'dataforseo', 'learned_until', 'short_learned_until']);

/** Returns the attributes that this version knows; a newer one may have added answers, which are preserved. */
function answersOf(item: object): StoredAnswers {
  return Object.fromEntries(Object.entries(item).filter(([name]) => ATTRIBUTES.has(name)));
}
