import type { QuestionKind } from './score.ts';

/** One letter or digit of a script whose characters are no words. */
const ONE_LETTER = /^[^\P{L}\p{sc=Han}]$|^\p{N}$/u;

/**
 * How a question is made of its seed. A single Han character is a word, hence a modifier.
 *
 * @param query, seed in the normal form
 */
export function questionKind(query: string, seed: string): QuestionKind {
  if (query === seed) return 'seed';
  const isLonger = query.startsWith(seed) || query.endsWith(seed);
  const rest = query.startsWith(seed) ? query.slice(seed.length) : query.slice(0, -seed.length);
  return isLonger && ONE_LETTER.test(rest.trim()) ? 'letter' : 'modifier';
}

/** @returns the seed that questions were made of: the shortest of them, since every other one is longer */
export function seedOf(queries: readonly string[]): string {
  return queries.reduce((shortest, query) => (query.length < shortest.length ? query : shortest), queries[0] ?? '');
}
