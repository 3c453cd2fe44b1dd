import { keywordOf, type Seed } from '../../keywords/keyword.ts';
import { compareKeys, inOrder, type Placed } from '../../keywords/order.ts';
import type { Sort } from '../../keywords/sorts.ts';
import type { KeywordOfVersion1 } from '../../keywords/version-1.ts';
import type { DocumentReader } from '../dynamodb/document-reader.ts';
import { KEYWORD_INDEXES, postingList, SCORE_KEY } from './posting-keys.ts';

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
  /** There are more postings, which cannot be read in this order yet. */
  isPartial: boolean;
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
export function openIndexedList(reader: DocumentReader, table: string, term: string, part: Part): PostingList {
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
    isPartial: false,
    read: 0,
    async readOn(most) {
      // A page of DynamoDB may be empty before the end.
      while (list.ahead.length === 0 && !list.isEnd) await readPage(most);
    },
  };

  async function readPage(most: number): Promise<void> {
    const { Items = [], LastEvaluatedKey } = await reader.query({
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

/** A posting as it is stored. */
interface StoredPosting {
  keyword: string;
  /** The keyword with its facts, as JSON. */
  entry: string;
  /** Version 0.1 wrote it. */
  isOld: boolean;
}

/** Postings of a term by keyword, whichever version wrote them. */
interface StoredPostings {
  postings: StoredPosting[];
  /** There are no more behind them. */
  isEnd: boolean;
}

/** @param most postings to read. @param after keyword behind which it begins */
export type PostingReader = (term: string, most: number, after: string | null) => Promise<StoredPostings>;

/** Reads postings as they are in the table, not in an index. */
export function createPostingReader(reader: DocumentReader, table: string): PostingReader {
  return async (term, most, after) => {
    const list = postingList(term);
    const postings: StoredPosting[] = [];
    let next: Record<string, unknown> | undefined = after === null ? undefined : { list, keyword: after };
    do {
      const { Items = [], LastEvaluatedKey } = await reader.query({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: '#list = :list',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':list': list },
        Limit: most - postings.length,
        ExclusiveStartKey: next,
      });
      postings.push(...Items.map(asStored));
      next = LastEvaluatedKey;
    } while (next && postings.length < most);
    return { postings, isEnd: next === undefined };
  };
}

const asStored = ({ keyword, entry, [SCORE_KEY]: key }: Record<string, unknown>) => ({
  keyword: keyword as string,
  entry: entry as string,
  isOld: key === undefined,
});

/** A list that was read as a whole, put into its order. */
export function openReadList({ postings, isEnd }: StoredPostings, { sort, range, after, seed }: Part): PostingList {
  const placed = inOrder(
    postings.map((posting) => keywordIn(posting, seed)),
    sort,
  );
  const ahead = placed.filter(
    ({ key }) =>
      (after === null || compareKeys(key, after) > 0) &&
      (range === null || (compareKeys(key, range.lowest) >= 0 && compareKeys(key, range.highest) <= 0)),
  );
  return { ahead, isEnd: true, isPartial: !isEnd, read: postings.length, readOn: () => Promise.resolve() };
}

const keywordIn = ({ entry }: { entry?: unknown }, seed: Seed) =>
  keywordOf(JSON.parse(entry as string) as KeywordOfVersion1, seed);
