import type { Query } from '../../api/api.ts';

const SEARCH = [
  'q',
  'domain',
  'language',
  'country',
  'engine',
  'word_count',
  'score_min',
  'score_max',
  'sort',
] as const;
const LONG_TAIL = ['keyword', 'language', 'country'] as const;

/** What is looked for, by the names that the interface has for it; an empty text is not given. */
export type KeywordSearch = Record<(typeof SEARCH)[number], string>;
export type LongTailSearch = Record<(typeof LONG_TAIL)[number], string>;

/** What the query of an address says: the interface's own parameters. */
export const searchOfQuery = (query: string): KeywordSearch => read(query, SEARCH);
export const longTailOfQuery = (query: string): LongTailSearch => read(query, LONG_TAIL);

/** What of a search is given, as the interface and the address have it. */
export function parametersOf(search: KeywordSearch | LongTailSearch): Query {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
}

export const queryOf = (search: KeywordSearch | LongTailSearch) => new URLSearchParams(parametersOf(search)).toString();

/**
 * The query of a long tail's address.
 *
 * @param from query of the search that somebody comes from, to go back to
 */
export function longTailQuery(search: LongTailSearch, from?: string): string {
  return new URLSearchParams({ ...parametersOf(search), ...(from && { from }) }).toString();
}

function read<Name extends string>(query: string, names: readonly Name[]): Record<Name, string> {
  const given = new URLSearchParams(query);
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])) as Record<Name, string>;
}
