import {
  compareKeys,
  type Criteria,
  evidenceKey,
  meets,
  sortKeys,
  type SortedKeyword,
  wordCountKey,
} from '../order.ts';
import type { Seed } from '../keyword.ts';
import type { Sort } from '../choices.ts';
import { evidenceWithin } from '../score.ts';
import type { RequestedWords } from '../../analysis/language/terms.ts';
import { openPostingList, type Part, type PostingList } from './posting-list.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

/** Number of postings after which a search reads no more, whether it has found enough or nothing. */
export const MAX_READ = 1_000;
/** Maximum number of words whose lists a search reads to determine the word with the most matches. */
const MAX_WORDS = 4;
/** Number of postings per read if most of them may not meet the criteria. */
const PAGE = 100;

export interface SearchRequest extends Criteria {
  seed: Seed;
  /** Country whose metrics the keywords have; `null`: none. */
  country: string | null;
  sort: Sort;
  /** Maximum number of keywords to return. */
  limit: number;
  /** Sort key after which the result begins. */
  after: string | null;
  /** Keywords to exclude: the caller has them with a key of their own. */
  without: { has(keyword: string): boolean };
}

export interface SearchResult {
  /** The first keywords in the requested order. */
  keywords: SortedKeyword[];
  /**
   * Sort key up to which all keywords of the index were considered; `null`: all were. A caller that adds other keywords
   * must not add any after it.
   */
  end: string | null;
}

export type KeywordSearch = (request: SearchRequest) => Promise<SearchResult>;

/**
 * Creates the search in the index of the `Keywords` table. With one word and no filter other than the value of the sort
 * order, it reads the postings that it returns and one more from each list of the word. Otherwise it reads the lists of
 * the word with the most matches until it has enough, and at most about {@link MAX_READ} postings, however many there
 * are. The next page continues after the last one read, also if none matched.
 */
export function createKeywordSearch(db: DynamoDB, table: string): KeywordSearch {
  return async (request) => {
    const words = wordsOf(request.queryWords).slice(0, MAX_WORDS);
    if (words.length === 0) return { keywords: [], end: null };
    const opened = words.map((terms) => openWord(terms, request, db, table));
    return cut(await readUntilEnough(opened, request), request);
  };
}

/** @returns for each word the terms whose lists together contain all keywords with it */
function wordsOf(queryWords: RequestedWords[]): string[][] {
  const words = queryWords.flatMap(({ terms, inflected }) =>
    inflected ? [[...new Set([...terms, inflected.stem])]] : terms.map((term) => [term]),
  );
  return [...new Map(words.map((terms) => [terms.join(' '), terms])).values()];
}

/** The keywords of a word that have been read. */
interface OpenedWord {
  lists: PostingList[];
  /** Keywords that meet the criteria, in order. */
  found: SortedKeyword[];
  /** Sort key up to which its keywords were read. */
  end: string | null;
  isEnd: boolean;
  seen: Set<string>;
}

function openWord(terms: string[], request: SearchRequest, db: DynamoDB, table: string): OpenedWord {
  const lists = terms.map((term) => openPostingList(db, table, term, partOf(request)));
  return { lists, found: [], end: request.after, isEnd: false, seen: new Set() };
}

/** Returns the part of each list that can meet the criteria, in the requested order. */
function partOf({ sort, score, words, seed, country, after }: SearchRequest): Part {
  // `#` follows the value, and `$` sorts after `#`.
  const rangeOf = (lowest: string, highest: string) => ({ lowest, highest: `${highest}$` });
  if (sort === 'word_count') {
    return {
      sort,
      range: rangeOf(wordCountKey(words.min), wordCountKey(Math.min(words.max, 999))),
      after,
      seed,
      country,
    };
  }
  if (sort !== 'score') return { sort, range: null, after, seed, country };
  const { min, max } = evidenceWithin(score, seed.engines);
  return { sort, range: rangeOf(evidenceKey(max), evidenceKey(min)), after, seed, country };
}

/** Reads the lists of the words until one of them yields enough, is read completely, or the maximum is reached. */
async function readUntilEnough(words: OpenedWord[], request: SearchRequest): Promise<OpenedWord> {
  const enough = request.limit + 1;
  const first = Math.min(enough, words.length === 1 ? MAX_READ : PAGE);
  await Promise.all(words.map((word) => readPortion(word, request, first)));
  const best = words.reduce((one, other) => (isBetter(other, one) ? other : one));
  const others = words.filter((word) => word !== best).reduce((sum, word) => sum + readOf(word), 0);
  while (!best.isEnd && best.found.length < enough && others + readOf(best) < MAX_READ) {
    await readPortion(best, request, Math.max(PAGE, enough - best.found.length));
  }
  return best;
}

const readOf = ({ lists }: OpenedWord) => lists.reduce((sum, { read }) => sum + read, 0);

/** A word whose lists are read completely has all matches; otherwise the word with more matches is better. */
function isBetter(one: OpenedWord, other: OpenedWord): boolean {
  if (one.isEnd || other.isEnd) return one.isEnd && !other.isEnd;
  return one.found.length > other.found.length;
}

/** Reads more of a word's lists, and takes the postings that sort before all unread ones, each keyword once. */
async function readPortion(word: OpenedWord, request: SearchRequest, most: number): Promise<void> {
  const { lists, seen } = word;
  await Promise.all(
    lists.filter(({ buffered, isEnd }) => buffered.length === 0 && !isEnd).map((list) => list.readMore(most)),
  );
  const unread = lists.filter(({ isEnd, buffered }) => !isEnd && buffered.length > 0);
  const border = unread.map(({ buffered }) => buffered.at(-1)!.key).reduce(earlier, null);
  for (const placed of merged(lists.map((list) => takeUpTo(border, list)))) {
    if (seen.has(placed.keyword.keyword) || !isAtItsKey(placed, request)) continue;
    seen.add(placed.keyword.keyword);
    if (!request.without.has(placed.keyword.keyword) && meets(placed.keyword, request)) word.found.push(placed);
  }
  word.end = border ?? word.end;
  word.isEnd = lists.every(({ buffered, isEnd }) => isEnd && buffered.length === 0);
}

/** In the order by search volume, the list of all postings also has those that come earlier because of their volume. */
const isAtItsKey = ({ key, keyword }: SortedKeyword, { sort }: SearchRequest) =>
  sort !== 'search_volume' || key === sortKeys.search_volume(keyword);

const earlier = (one: string | null, other: string) => (one !== null && compareKeys(one, other) < 0 ? one : other);

/** @param border sort key of the last posting to take; `null`: all */
function takeUpTo(border: string | null, { buffered }: PostingList): SortedKeyword[] {
  let count = buffered.length;
  while (count > 0 && border !== null && compareKeys(buffered[count - 1]!.key, border) > 0) count -= 1;
  return buffered.splice(0, count);
}

/** Merges sorted parts. Usually only one part has postings, and nothing has to be sorted. */
function merged(parts: SortedKeyword[][]): SortedKeyword[] {
  const all = parts.flat();
  if (parts.some((part) => part.length === all.length)) return all;
  return all.sort((one, other) => compareKeys(one.key, other.key));
}

function cut({ found, end, isEnd }: OpenedWord, { limit }: SearchRequest): SearchResult {
  const keywords = found.slice(0, limit);
  if (isEnd && found.length <= limit) return { keywords, end: null };
  return { keywords, end: found.length > limit ? keywords.at(-1)!.key : end };
}

/** Returns whether a keyword of another origin is in the part of the order that a search has considered. */
export const isWithinEnd = (end: string | null, { key }: SortedKeyword) => end === null || compareKeys(key, end) <= 0;
