import type { Keyword } from './keyword.ts';

/** Orders of a search. */
export const sorts = ['score', 'recent', 'word_count', 'keyword'] as const;
export type Sort = (typeof sorts)[number];

/** In the year 2286: until then, milliseconds since the epoch have 13 digits. */
const LATEST_MS = 9_999_999_999_999;

const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** Keys of the best scores come first. */
export const scoreKey = (score: number) => digits(100 - score, 3);

export const wordCountKey = (words: number) => digits(words, 3);

/**
 * The sort key of each order, ascending: best score first; last seen first; fewest words first, then best score; the
 * keyword itself. Ties are sorted by keyword.
 */
export const sortKeys: Record<Sort, (keyword: Keyword) => string> = {
  score: ({ score, keyword }) => `${scoreKey(score)}#${keyword}`,
  recent: ({ last_seen_at, keyword }) => `${digits(LATEST_MS - Date.parse(last_seen_at), 13)}#${keyword}`,
  word_count: ({ word_count, score, keyword }) => `${wordCountKey(word_count)}#${scoreKey(score)}#${keyword}`,
  keyword: ({ keyword }) => keyword,
};

/** Compares as DynamoDB does: by the octets of UTF-8, which is the order of code points. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** @returns the keywords, sorted */
export function inOrder(keywords: Keyword[], sort: Sort): Keyword[] {
  const keyed = keywords.map((keyword) => ({ keyword, key: Buffer.from(sortKeys[sort](keyword)) }));
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ keyword }) => keyword);
}
