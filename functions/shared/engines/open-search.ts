import * as z from 'zod';

const suggestions = z.tuple([z.string(), z.array(z.string())]).rest(z.unknown());

/**
 * Reads an array of the query, its completions, and whatever an engine adds (OpenSearch Suggestions 1.1).
 *
 * @returns the completions; null where the value is something else
 */
export function readOpenSearch(value: unknown): string[] | null {
  return suggestions.safeParse(value).data?.[1] ?? null;
}
