import type { Query } from '../api/api.ts';

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

/** The parameters of a search, as the API names them; an empty text is not sent. */
export type KeywordSearch = Record<(typeof SEARCH)[number], string>;
export type LongTailSearch = Record<(typeof LONG_TAIL)[number], string>;

/** Returns the parameters that the query of an address states. */
export const searchOfQuery = (query: string): KeywordSearch => read(query, SEARCH);
export const longTailOfQuery = (query: string): LongTailSearch => read(query, LONG_TAIL);

/** Returns the parameters that are not empty, as they are sent and as they are in the address. */
export function parametersOf(search: KeywordSearch | LongTailSearch): Query {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
}

export const queryOf = (search: KeywordSearch | LongTailSearch) => new URLSearchParams(parametersOf(search)).toString();

/**
 * Returns the query of the address of a long tail.
 *
 * @param from query of the search that led to it, to return to
 */
export function longTailQuery(search: LongTailSearch, from?: string): string {
  return new URLSearchParams({ ...parametersOf(search), ...(from && { from }) }).toString();
}

function read<Name extends string>(query: string, names: readonly Name[]): Record<Name, string> {
  const given = new URLSearchParams(query);
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])) as Record<Name, string>;
}
