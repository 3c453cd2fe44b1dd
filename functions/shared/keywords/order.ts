import type { Keyword } from './keyword.ts';

/** Orders of a search. */
export const sorts = ['score', 'recent', 'word_count', 'keyword'] as const;
export type Sort = (typeof sorts)[number];

/** Past the year 2286, and as many digits as milliseconds since the epoch have until then. */
const LATEST_MS = 9_999_999_999_999;

const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** Keys of the best scores come first. */
export const scoreKey = (score: number) => digits(100 - score, 3);

export const wordCountKey = (words: number) => digits(words, 3);

/**
 * A key for each order, which ascends: best score first, last seen first, fewest words first and of these the best
 * score, and the keyword itself. Of equals the keyword decides.
 */
export const sortKeys: Record<Sort, (keyword: Keyword) => string> = {
  score: ({ score, keyword }) => `${scoreKey(score)}#${keyword}`,
  recent: ({ last_seen_at, keyword }) => `${digits(LATEST_MS - Date.parse(last_seen_at), 13)}#${keyword}`,
  word_count: ({ word_count, score, keyword }) => `${wordCountKey(word_count)}#${scoreKey(score)}#${keyword}`,
  keyword: ({ keyword }) => keyword,
};

/** As DynamoDB compares texts: by the octets of UTF-8, which is the order of code points. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** @returns the keywords in the order asked for */
export function inOrder(keywords: Keyword[], sort: Sort): Keyword[] {
  const keyed = keywords.map((keyword) => ({ keyword, key: Buffer.from(sortKeys[sort](keyword)) }));
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ keyword }) => keyword);
}
