import { type CountedFacts, inCountry, keywordOf, type Seed } from '../keyword.ts';
import { compareKeys, type SortedKeyword } from '../order.ts';
import type { Sort } from '../choices.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

/** The indexes with other orders of a posting list than that of the table, which is by keyword. */
export const KEYWORD_INDEXES = {
  score_2: 'by_score_2',
  recent: 'by_recency',
  word_count: 'by_word_count',
} as const;

/** The sort key of score version 2. */
export const SCORE_KEY = 'score_2_key';

/** Name of the list of keywords that contain a term. */
export const postingList = (term: string) => `term:${term}`;

/** The part of posting lists that a search reads. */
export interface Part {
  sort: Exclude<Sort, 'search_volume'>;
  /** Sort keys, both inclusive; `null`: no limit. */
  range: { lowest: string; highest: string } | null;
  /** Sort key after which it begins. */
  after: string | null;
  seed: Seed;
  /** Country whose metrics the keywords have; `null`: none. */
  country: string | null;
}

/** The postings of one term, read in portions. */
export interface PostingList {
  /** Postings that were read and not taken yet, in order. */
  buffered: SortedKeyword[];
  /** There is nothing to read after `buffered`. */
  isEnd: boolean;
  /** Number of postings read so far. */
  read: number;
  /** Reads postings if none is buffered. @param most maximum number */
  readMore(most: number): Promise<void>;
}

const INDEX_OF = {
  score: { IndexName: KEYWORD_INDEXES.score_2, key: SCORE_KEY },
  recent: { IndexName: KEYWORD_INDEXES.recent, key: 'recent_key' },
  word_count: { IndexName: KEYWORD_INDEXES.word_count, key: 'word_count_key' },
  keyword: { IndexName: undefined, key: 'keyword' },
};

/** Indexes that searches read. */
export const SEARCHED_INDEXES = Object.values(INDEX_OF).flatMap(({ IndexName }) => IndexName ?? []);

/** Suffix that sorts after a key and before every longer one: keywords have no control characters. */
const AFTER_KEY = '\u0001';
const FIRST = ' ';
const LAST = '\u{10ffff}';

/** Opens the list of a term in the index of the requested order. */
export function openPostingList(db: DynamoDB, table: string, term: string, part: Part): PostingList {
  const { IndexName, key } = INDEX_OF[part.sort];
  const lowest = part.range?.lowest ?? FIRST;
  const start = part.after === null ? lowest : part.after + AFTER_KEY;
  const bounds = {
    ':lowest': compareKeys(start, lowest) > 0 ? start : lowest,
    ':highest': part.range?.highest ?? LAST,
  };
  let next: Record<string, unknown> | undefined;
  const isEmpty = compareKeys(bounds[':lowest'], bounds[':highest']) > 0;
  const list: PostingList = {
    buffered: [],
    isEnd: isEmpty,
    read: 0,
    async readMore(most) {
      // A page of DynamoDB may be empty before the end.
      while (list.buffered.length === 0 && !list.isEnd) await readPage(most);
    },
  };

  async function readPage(most: number): Promise<void> {
    const { Items = [], LastEvaluatedKey } = await db.query({
      TableName: table,
      IndexName,
      KeyConditionExpression: '#list = :list AND #key BETWEEN :lowest AND :highest',
      ExpressionAttributeNames: { '#list': 'list', '#key': key },
      ExpressionAttributeValues: { ':list': postingList(term), ...bounds },
      Limit: most,
      ExclusiveStartKey: next,
    });
    next = LastEvaluatedKey;
    list.isEnd = next === undefined;
    list.read += Items.length;
    list.buffered.push(...Items.map((item) => ({ key: item[key] as string, keyword: keywordIn(item, part) })));
  }
  return list;
}

const keywordIn = ({ entry }: { entry?: unknown }, { seed, country }: Part) =>
  keywordOf(inCountry(JSON.parse(entry as string) as CountedFacts, country), seed);
