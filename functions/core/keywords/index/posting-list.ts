import { type CountedFacts, keywordOf, type Seed } from '../keyword.ts';
import { compareKeys, type Placed } from '../order.ts';
import type { Sort } from '../choices.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';

/** The orders of a posting list besides that of the table itself, which is by keyword. */
export const KEYWORD_INDEXES = {
  score_2: 'by_score_2',
  recent: 'by_recency',
  word_count: 'by_word_count',
} as const;

/** The sort key of score 2. */
export const SCORE_KEY = 'score_2_key';

/** Name of the list of keywords that contain a term. */
export const postingList = (term: string) => `term:${term}`;

/** The part of posting lists that a search reads. */
export interface Part {
  sort: Exclude<Sort, 'search_volume'>;
  /** Sort keys, both inclusive; `null`: no bound. */
  range: { lowest: string; highest: string } | null;
  /** Sort key behind which it begins. */
  after: string | null;
  seed: Seed;
}

/** The postings of one term, read in portions. */
export interface PostingList {
  /** Read, in order, and not taken yet. */
  ahead: Placed[];
  /** Nothing can be read behind `ahead`. */
  isEnd: boolean;
  /** Postings read so far. */
  read: number;
  /** Reads postings where none is ahead. @param most how many */
  readOn(most: number): Promise<void>;
}

const INDEX_OF = {
  score: { IndexName: KEYWORD_INDEXES.score_2, key: SCORE_KEY },
  recent: { IndexName: KEYWORD_INDEXES.recent, key: 'recent_key' },
  word_count: { IndexName: KEYWORD_INDEXES.word_count, key: 'word_count_key' },
  keyword: { IndexName: undefined, key: 'keyword' },
};

/** Indexes that searches read. */
export const SEARCHED_INDEXES = Object.values(INDEX_OF).flatMap(({ IndexName }) => IndexName ?? []);

/** Comes behind a key, and before every longer one: keywords have no control characters. */
const BEHIND = '\u0001';
const FIRST = ' ';
const LAST = '\u{10ffff}';

/** A list that is read from the index of its order. */
export function openPostingList(db: DynamoDB, table: string, term: string, part: Part): PostingList {
  const { IndexName, key } = INDEX_OF[part.sort];
  const lowest = part.range?.lowest ?? FIRST;
  const behind = part.after === null ? lowest : part.after + BEHIND;
  const bounds = {
    ':lowest': compareKeys(behind, lowest) > 0 ? behind : lowest,
    ':highest': part.range?.highest ?? LAST,
  };
  let next: Record<string, unknown> | undefined;
  const isEmpty = compareKeys(bounds[':lowest'], bounds[':highest']) > 0;
  const list: PostingList = {
    ahead: [],
    isEnd: isEmpty,
    read: 0,
    async readOn(most) {
      // A page of DynamoDB may be empty before the end.
      while (list.ahead.length === 0 && !list.isEnd) await readPage(most);
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
    list.ahead.push(...Items.map((item) => ({ key: item[key] as string, keyword: keywordIn(item, part.seed) })));
  }
  return list;
}

const keywordIn = ({ entry }: { entry?: unknown }, seed: Seed) =>
  keywordOf(JSON.parse(entry as string) as CountedFacts, seed);
