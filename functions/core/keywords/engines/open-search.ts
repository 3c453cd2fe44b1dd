import * as z from 'zod';

const suggestions = z.tuple([z.string(), z.array(z.string())]).rest(z.unknown());

/**
 * Reads an array of the query, its completions, and further members (OpenSearch Suggestions 1.1).
 *
 * @returns the completions; null where the value has another form
 */
export function readOpenSearch(value: unknown): string[] | null {
  return suggestions.safeParse(value).data?.[1] ?? null;
}
