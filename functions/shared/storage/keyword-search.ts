import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Criteria, meets } from '../keywords/criteria.ts';
import type { Keyword } from '../keywords/keyword.ts';
import { compareKeys, scoreKey, type Sort, sortKeys, wordCountKey } from '../keywords/order.ts';
import { KEYWORD_INDEXES, postingList } from './keyword-index.ts';

/** Most postings that one search reads. */
export const MOST_READ = 1_000;
/** Most lists that a search looks into to find the one that leads to its words soonest. */
const MOST_LISTS = 4;
/** Postings to read at once where most of them may not meet the criteria. */
const PAGE = 100;

export interface SearchRequest extends Criteria {
  sort: Sort;
  /** Most keywords to return. */
  limit: number;
}

export interface SearchResult {
  /** The first ones of the order asked for. */
  keywords: Keyword[];
  /**
   * All keywords of the index up to this sort key were looked at: `null` where all were. Whoever adds others from
   * elsewhere must not go beyond it.
   */
  end: string | null;
}

export type KeywordSearch = (request: SearchRequest) => Promise<SearchResult>;

/**
 * Searches the index of the `Keywords` table. With one word and no filter but that of the order's own figure it reads
 * what it returns and one posting more. Otherwise it reads on until it has enough, in the list of the word that leads
 * there soonest, and at most {@link MOST_READ} postings, however many are stored.
 */
export function createKeywordSearch(client: DynamoDBDocumentClient, table: string): KeywordSearch {
  async function readPage(list: PostingList, request: SearchRequest, most: number): Promise<void> {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        ...rangeQuery(list.term, request),
        Limit: most,
        ...(list.next && { ExclusiveStartKey: list.next }),
      }),
    );
    const read = Items.map(({ entry }) => JSON.parse(entry as string) as Keyword);
    list.read += read.length;
    list.last = read.at(-1) ?? list.last;
    list.next = LastEvaluatedKey ?? null;
    list.found.push(...read.filter((keyword) => meets(keyword, request)));
  }

  return async (request) => {
    const terms = [...new Set(request.wanted.flatMap((word) => word.terms))].slice(0, MOST_LISTS);
    if (terms.length === 0) return { keywords: [], end: null };
    const enough = request.limit + 1;
    const lists = terms.map((term): PostingList => ({ term, found: [], read: 0, last: null, next: undefined }));
    const first = Math.min(enough, terms.length === 1 ? MOST_READ : PAGE);
    await Promise.all(lists.map((list) => readPage(list, request, first)));
    const best = lists.reduce((one, other) => (isBetter(other, one) ? other : one));
    let left = MOST_READ - lists.reduce((sum, { read }) => sum + read, 0);
    while (best.next && best.found.length < enough && left > 0) {
      const before = best.read;
      await readPage(best, request, Math.min(left, Math.max(PAGE, enough - best.found.length)));
      left -= best.read - before;
    }
    return cut(best, request);
  };
}

interface PostingList {
  term: string;
  found: Keyword[];
  /** Postings that were read. */
  read: number;
  last: Keyword | null;
  /** Where the next page starts; `null` at the end of the list, undefined before its start. */
  next: Record<string, unknown> | null | undefined;
}

/** A list that is at its end has all there is; else the one with most of what is looked for. */
function isBetter(one: PostingList, other: PostingList): boolean {
  if (one.next === null || other.next === null) return one.next === null && other.next !== null;
  return one.found.length > other.found.length;
}

function cut({ found, last, next }: PostingList, { sort, limit }: SearchRequest): SearchResult {
  const keywords = found.slice(0, limit);
  if (next === null && found.length <= limit) return { keywords, end: null };
  const end = found.length > limit ? keywords.at(-1)! : last!;
  return { keywords, end: sortKeys[sort](end) };
}

/** The part of a term's list that can meet the criteria, in the order asked for. */
function rangeQuery(term: string, { sort, score, words }: SearchRequest) {
  const list = {
    ExpressionAttributeNames: { '#list': 'list' },
    ExpressionAttributeValues: { ':list': postingList(term) },
  };
  if (sort === 'keyword') return { ...list, KeyConditionExpression: '#list = :list' };
  if (sort === 'recent') return { ...list, IndexName: KEYWORD_INDEXES.recent, KeyConditionExpression: '#list = :list' };
  const [lowest, highest] =
    sort === 'score' ? [scoreKey(score.max), scoreKey(score.min)] : [wordCountKey(words.min), wordCountKey(words.max)];
  return {
    IndexName: KEYWORD_INDEXES[sort],
    KeyConditionExpression: '#list = :list AND #key BETWEEN :lowest AND :highest',
    ExpressionAttributeNames: { ...list.ExpressionAttributeNames, '#key': `${sort}_key` },
    // `#` stands behind the figure, and `$` comes after it.
    ExpressionAttributeValues: { ...list.ExpressionAttributeValues, ':lowest': lowest, ':highest': `${highest}$` },
  };
}

/** Whether a keyword from elsewhere lies in the part of the order that a search has looked at. */
export function isWithin(end: string | null, keyword: Keyword, sort: Sort): boolean {
  return end === null || compareKeys(sortKeys[sort](keyword), end) <= 0;
}
