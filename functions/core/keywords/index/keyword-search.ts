import { compareKeys, type Criteria, evidenceKey, inOrder, meets, type Placed, wordCountKey } from '../order.ts';
import type { Seed } from '../keyword.ts';
import type { Sort } from '../choices.ts';
import { evidenceWithin } from '../score.ts';
import type { RequestedWords } from '../../analysis/words/terms.ts';
import { openPostingList, type Part, type PostingList } from './posting-list.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

/** Postings that one search reads; more only while it has found nothing. */
export const MOST_READ = 1_000;
const MOST_READ_FOR_NOTHING = 5_000;
/** Most words in whose lists a search looks to find the one that leads to all of them soonest. */
const MOST_WORDS = 4;
/** Postings to read at once where most of them may not meet the criteria. */
const PAGE = 100;

export interface SearchRequest extends Criteria {
  seed: Seed;
  sort: Sort;
  /** Most keywords to return. */
  limit: number;
  /** Sort key behind which the answer begins. */
  after: string | null;
  /** Keywords that the caller knows already, with a key of their own. */
  without: { has(keyword: string): boolean };
}

export interface SearchResult {
  /** The first ones of the order asked for. */
  keywords: Placed[];
  /**
   * All keywords of the index up to this sort key were looked at: `null` where all were. Whoever adds others from
   * elsewhere must not go beyond it.
   */
  end: string | null;
}

export type KeywordSearch = (request: SearchRequest) => Promise<SearchResult>;

/**
 * Searches the index of the `Keywords` table. With one word and no filter but that of the order's own value it reads
 * what it returns and one posting more from each list of the word. Otherwise it reads on until it has enough, in the
 * lists of the word that leads there soonest, and about {@link MOST_READ} postings. The order by search volume reads all
 * postings of the rarest word.
 */
export function createKeywordSearch(db: DynamoDB, table: string): KeywordSearch {
  return async (request) => {
    const words = wordsOf(request.wanted).slice(0, MOST_WORDS);
    if (words.length === 0) return { keywords: [], end: null };
    const opened = words.map((terms) => openWord(terms, request, db, table));
    const best = await (request.sort === 'search_volume' ? readRarest : readOn)(opened, request);
    return cut(best, request);
  };
}

/** @returns of each word the terms whose lists together have all keywords with it */
function wordsOf(wanted: RequestedWords[]): string[][] {
  const words = wanted.flatMap(({ terms, inflected }) =>
    inflected ? [[...new Set([...terms, inflected.stem])]] : terms.map((term) => [term]),
  );
  return [...new Map(words.map((terms) => [terms.join(' '), terms])).values()];
}

/** A word's keywords, as far as they were read. */
interface OpenedWord {
  lists: PostingList[];
  /** Meeting the criteria, in order. */
  found: Placed[];
  /** Sort key up to which its keywords were read. */
  end: string | null;
  isEnd: boolean;
  seen: Set<string>;
}

function openWord(terms: string[], request: SearchRequest, db: DynamoDB, table: string): OpenedWord {
  const lists = terms.map((term) => openPostingList(db, table, term, partOf(request)));
  return { lists, found: [], end: request.after, isEnd: false, seen: new Set() };
}

/** The part of each list that can meet the criteria, in the order asked for. */
function partOf({ sort, score, words, seed, after }: SearchRequest): Part {
  if (sort === 'search_volume') return { sort: 'keyword', range: null, after: null, seed };
  // `#` stands behind the value, and `$` comes after it.
  const rangeOf = (lowest: string, highest: string) => ({ lowest, highest: `${highest}$` });
  if (sort === 'word_count') {
    return { sort, range: rangeOf(wordCountKey(words.min), wordCountKey(Math.min(words.max, 999))), after, seed };
  }
  if (sort !== 'score') return { sort, range: null, after, seed };
  const { min, max } = evidenceWithin(score, seed.engines);
  return { sort, range: rangeOf(evidenceKey(max), evidenceKey(min)), after, seed };
}

/** Reads the words' lists until one of them gives enough, or is read to its end, or enough was read. */
async function readOn(words: OpenedWord[], request: SearchRequest): Promise<OpenedWord> {
  const enough = request.limit + 1;
  const first = Math.min(enough, words.length === 1 ? MOST_READ : PAGE);
  await Promise.all(words.map((word) => readPortion(word, request, first)));
  const best = words.reduce((one, other) => (isBetter(other, one) ? other : one));
  const others = words.filter((word) => word !== best).reduce((sum, word) => sum + readOf(word), 0);
  const isLeft = () => others + readOf(best) < (best.found.length > 0 ? MOST_READ : MOST_READ_FOR_NOTHING);
  while (!best.isEnd && best.found.length < enough && isLeft()) {
    await readPortion(best, request, Math.max(PAGE, enough - best.found.length));
  }
  return best;
}

/** Reads all words' lists until one of them is read to its end: there are no keywords with all words besides those. */
async function readRarest(words: OpenedWord[], request: SearchRequest): Promise<OpenedWord> {
  for (;;) {
    await Promise.all(words.map((word) => readPortion(word, request, MOST_READ)));
    const rarest = words.find(({ isEnd }) => isEnd);
    if (!rarest) continue;
    const found = inOrder(
      rarest.found.map(({ keyword }) => keyword),
      request.sort,
    );
    const { after } = request;
    return { ...rarest, found: found.filter(({ key }) => after === null || compareKeys(key, after) > 0) };
  }
}

const readOf = ({ lists }: OpenedWord) => lists.reduce((sum, { read }) => sum + read, 0);

/** A word whose lists are at their end has all there is; else the one with most of what is looked for. */
function isBetter(one: OpenedWord, other: OpenedWord): boolean {
  if (one.isEnd || other.isEnd) return one.isEnd && !other.isEnd;
  return one.found.length > other.found.length;
}

/** Reads on in a word's lists, and takes from them what comes before all that is not read yet, each keyword once. */
async function readPortion(word: OpenedWord, request: SearchRequest, most: number): Promise<void> {
  const { lists, seen } = word;
  await Promise.all(lists.filter(({ ahead, isEnd }) => ahead.length === 0 && !isEnd).map((list) => list.readOn(most)));
  const unread = lists.filter(({ isEnd, ahead }) => !isEnd && ahead.length > 0);
  const border = unread.map(({ ahead }) => ahead.at(-1)!.key).reduce(earlier, null);
  for (const placed of merged(lists.map((list) => takeUpTo(border, list)))) {
    if (seen.has(placed.keyword.keyword)) continue;
    seen.add(placed.keyword.keyword);
    if (!request.without.has(placed.keyword.keyword) && meets(placed.keyword, request)) word.found.push(placed);
  }
  word.end = border ?? word.end;
  word.isEnd = lists.every(({ ahead, isEnd }) => isEnd && ahead.length === 0);
}

const earlier = (one: string | null, other: string) => (one !== null && compareKeys(one, other) < 0 ? one : other);

/** @param border sort key of the last posting to take; `null`: all */
function takeUpTo(border: string | null, { ahead }: PostingList): Placed[] {
  let count = ahead.length;
  while (count > 0 && border !== null && compareKeys(ahead[count - 1]!.key, border) > 0) count -= 1;
  return ahead.splice(0, count);
}

/** Most words have one list that gives anything: nothing is to be sorted then. */
function merged(parts: Placed[][]): Placed[] {
  const all = parts.flat();
  if (parts.some((part) => part.length === all.length)) return all;
  return all.sort((one, other) => compareKeys(one.key, other.key));
}

function cut({ found, end, isEnd }: OpenedWord, { limit }: SearchRequest): SearchResult {
  const keywords = found.slice(0, limit);
  if (isEnd && found.length <= limit) return { keywords, end: null };
  return { keywords, end: found.length > limit ? keywords.at(-1)!.key : end };
}

/** Whether a keyword from elsewhere lies in the part of the order that a search has looked at. */
export const isUpTo = (end: string | null, { key }: Placed) => end === null || compareKeys(key, end) <= 0;
