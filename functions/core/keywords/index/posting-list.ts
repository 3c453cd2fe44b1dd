import { type CountedFacts, inCountry, keywordOf, type Seed } from '../keyword.ts';
import { compareKeys, type SortedKeyword, UNKNOWN_VOLUME } from '../order.ts';
import type { Sort } from '../choices.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { between } from '../../platform/dynamodb/expressions.ts';
import { queryPage, type StartKey } from '../../platform/dynamodb/table.ts';

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

/**
 * Name of the list of those of them with metrics of a provider. Its sort keys in the index by recency are countries and
 * search volumes, so that the few keywords with metrics need no index of their own.
 */
export const volumeList = (term: string) => `volume:${term}`;

/** Prefix of the sort keys of keywords with metrics of a country. */
export const countryPrefix = (country: string) => `${country}#`;

/** The part of posting lists that a search reads. */
export interface Part {
  sort: Sort;
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

/** A part of a list that one query reads, page by page. */
interface Segment {
  name: string;
  index: (typeof INDEX_OF)[keyof typeof INDEX_OF];
  /** Sort keys of the requested order, both inclusive. */
  range: { lowest: string; highest: string };
  /** Prefixes of the sort keys: in the requested order, and in the index instead. */
  prefix: { requested: string; stored: string };
}

/** In the order by search volume, the keywords with a volume in the country come first, then the others by keyword. */
function segmentsOf(term: string, { sort, range, country }: Part): Segment[] {
  const name = postingList(term);
  const all = { lowest: FIRST, highest: LAST };
  if (sort !== 'search_volume') {
    return [{ name, index: INDEX_OF[sort], range: range ?? all, prefix: { requested: '', stored: '' } }];
  }
  const requested = `${UNKNOWN_VOLUME}#`;
  const unknown: Segment = {
    name,
    index: INDEX_OF.keyword,
    range: { lowest: requested + FIRST, highest: requested + LAST },
    prefix: { requested, stored: '' },
  };
  if (country === null) return [unknown];
  const known: Segment = {
    name: volumeList(term),
    index: INDEX_OF.recent,
    range: { lowest: FIRST, highest: UNKNOWN_VOLUME },
    prefix: { requested: '', stored: countryPrefix(country) },
  };
  return [known, unknown];
}

/** Opens the list of a term in the requested order. */
export function createPostingList(db: DynamoDB, table: string, term: string, part: Part): PostingList {
  const { after } = part;
  const start = after === null ? FIRST : after + AFTER_KEY;
  const startIn = ({ range: { lowest } }: Segment) => (compareKeys(start, lowest) > 0 ? start : lowest);
  const left = segmentsOf(term, part).filter((each) => compareKeys(startIn(each), each.range.highest) <= 0);
  let position: StartKey;
  const list: PostingList = {
    buffered: [],
    isEnd: left.length === 0,
    read: 0,
    async readMore(most) {
      // A page of DynamoDB may be empty before the end.
      while (list.buffered.length === 0 && !list.isEnd) await readPage(left[0]!, most);
    },
  };

  async function readPage(segment: Segment, most: number): Promise<void> {
    const { name, index, range, prefix } = segment;
    const storedKey = (key: string) => prefix.stored + key.slice(prefix.requested.length);
    const requestedKey = (key: string) => prefix.requested + key.slice(prefix.stored.length);
    const stored = between(storedKey(startIn(segment)), storedKey(range.highest));
    const conditions = { list: name, [index.key]: stored };
    const paging = { index: index.IndexName, limit: most, after: position };
    const { items, next } = await queryPage<Record<string, unknown>>({ db, table }, conditions, paging);
    position = next;
    if (!next) left.shift();
    list.isEnd = left.length === 0;
    list.read += items.length;
    list.buffered.push(
      ...items.map((item) => ({ key: requestedKey(item[index.key] as string), keyword: keywordIn(item, part) })),
    );
  }
  return list;
}

const keywordIn = ({ entry }: { entry?: unknown }, { seed, country }: Part) =>
  keywordOf(inCountry(JSON.parse(entry as string) as CountedFacts, country), seed);
