import * as z from 'zod';
import type { EngineId, Locale } from '../choices.ts';
import type { ProviderAddress } from '../../sources/providers/provider-client.ts';

/** A search engine's autocomplete. None of them is a supported API: each can fail or disappear at any time. */
export interface Engine extends ProviderAddress {
  id: EngineId;
  /** Media types of its responses, lower case; a response with another type is not the engine's. */
  contentTypes: readonly string[];
  /** Encoding of its responses, if they do not declare it. */
  charset?: string;
  /** @returns path and query of a request for suggestions */
  urlPath(query: string, locale: Locale): string;
  /**
   * Parses a response that is neither JSON nor JSONP.
   *
   * @throws if the text has another form
   */
  parse?: (text: string) => unknown;
  /** @returns the suggestions in the engine's order and spelling; null if the value has no documented form */
  read(value: unknown): string[] | null;
}

const SCRIPT_TYPES = ['text/javascript', 'application/javascript', 'application/x-javascript'];
const JSON_TYPES = ['application/json', 'text/json', 'application/x-suggestions+json'];

/** Engines declare the same response as a script or as JSON, depending on host and parameters. */
export const dataTypes: readonly string[] = [...SCRIPT_TYPES, ...JSON_TYPES];

/** @returns path and query, percent-encoded as UTF-8 */
export function pathWith(path: string, parameters: Record<string, string>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

const suggestions = z.tuple([z.string(), z.array(z.string())]).rest(z.unknown());

/**
 * Reads an array of the query, its completions, and further members (OpenSearch Suggestions 1.1).
 *
 * @returns the completions; null if the value has another form
 */
export function readOpenSearch(value: unknown): string[] | null {
  return suggestions.safeParse(value).data?.[1] ?? null;
}
