import type { EngineId, Sort } from './choices.ts';
import type { Keyword } from './keyword.ts';
import { matches, type RequestedWords } from '../analysis/language/terms.ts';
import { MAX_EVIDENCE } from './score.ts';

/** Conditions of a keyword other than its words. Limits are inclusive. */
export interface Filters {
  /** At least one of these engines suggests it; an empty list: no condition. */
  engines: readonly EngineId[];
  words: { min: number; max: number };
  /** A keyword without a score meets only 0 to 100. */
  score: { min: number; max: number };
}

export interface Criteria extends Filters {
  /** Words that it contains, in any order; an empty list matches all keywords. */
  queryWords: RequestedWords[];
}

export function meets(keyword: Keyword, criteria: Criteria): boolean {
  return passes(keyword, criteria) && matches(keyword.keyword, criteria.queryWords, keyword.language);
}

export function passes({ score, word_count, ranks }: Keyword, { engines, words, score: bounds }: Filters): boolean {
  return (
    isWithin(score, bounds) &&
    word_count >= words.min &&
    word_count <= words.max &&
    (engines.length === 0 || engines.some((engine) => ranks[engine] !== undefined))
  );
}

function isWithin(score: number | null, { min, max }: Filters['score']): boolean {
  return score === null ? min === 0 && max === 100 : score >= min && score <= max;
}

/** In the year 2286: until then, milliseconds since the epoch have 13 digits. */
const LATEST_MS = 9_999_999_999_999;
const MAX_SEARCH_VOLUME = 999_999_999_999;

const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** Keys with the most evidence come first. */
export const evidenceKey = (evidence: number) => digits(MAX_EVIDENCE - evidence, 7);

/**
 * The sort key of each order, ascending: best score first; most searches first, unknown ones last; last seen first;
 * fewest words first, then best score; the keyword itself. Ties are sorted by keyword.
 */
export const sortKeys: Record<Sort, (keyword: Keyword) => string> = {
  score: ({ evidence, keyword }) => `${evidenceKey(evidence)}#${keyword}`,
  search_volume: ({ metrics, keyword }) => `${volumeKey(metrics?.search_volume ?? null)}#${keyword}`,
  recent: ({ last_seen_at, keyword }) => recentKey(last_seen_at, keyword),
  word_count: ({ word_count, evidence, keyword }) => `${wordCountKey(word_count)}#${evidenceKey(evidence)}#${keyword}`,
  keyword: ({ keyword }) => keyword,
};

export const wordCountKey = (words: number) => digits(words, 3);

const recentKey = (lastSeenAt: string, keyword: string) =>
  `${digits(LATEST_MS - Date.parse(lastSeenAt), 13)}#${keyword}`;

/** Comes after all digits. */
export const UNKNOWN_VOLUME = '~';
const volumeKey = (volume: number | null) =>
  volume === null ? UNKNOWN_VOLUME : digits(MAX_SEARCH_VOLUME - Math.min(volume, MAX_SEARCH_VOLUME), 12);

/** Compares as DynamoDB does: by the octets of UTF-8, which is the order of code points. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** A keyword with its sort key in one order. */
export interface SortedKeyword {
  key: string;
  keyword: Keyword;
}

/** @returns the keywords with their keys, sorted */
export function inOrder(keywords: Keyword[], sort: Sort): SortedKeyword[] {
  const keyed = keywords.map((keyword) => {
    const key = sortKeys[sort](keyword);
    return { key, keyword, octets: Buffer.from(key) };
  });
  return keyed
    .sort((one, other) => Buffer.compare(one.octets, other.octets))
    .map(({ key, keyword }) => ({ key, keyword }));
}
