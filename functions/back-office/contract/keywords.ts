import * as z from 'zod';
import type { KeywordsAnswer } from '../../core/keywords/answer-schema.ts';
import type { ListedKeyword, ListSummary, StoredList } from '../../core/keywords/keyword-lists.ts';
import { keywordParameter } from '../../core/keywords/parameters.ts';
import type { LongTailAnswer } from '../../core/long-tail/answer-schema.ts';
import { ofLength } from '../../core/platform/http/parameters.ts';
import { rule } from '../../core/platform/http/rules.ts';
import { type Entries, typeOnly } from './entry.ts';

export type Keywords = KeywordsAnswer;
export type LongTail = LongTailAnswer;
export type { ListedKeyword };

/** A list of keywords that only its owner sees: without duplicates, in order of addition. */
export type KeywordList = StoredList;

export interface KeywordLists {
  lists: ListSummary[];
}

/** Of one list: at most about 200 KB, half of the size limit of an item. */
export const MAX_KEYWORDS = 500;
const MAX_NAME_LENGTH = 100;

const name = z
  .string(rule('text'))
  .trim()
  .refine(...ofLength(MAX_NAME_LENGTH));
/** Higher than any real value. */
const MAX_VALUE = 1_000_000_000_000;
const value = z
  .custom<number>(
    (value) => typeof value === 'number' && value >= 0 && value <= MAX_VALUE,
    rule('from', { min: 0, max: MAX_VALUE }),
  )
  .nullable()
  .default(null);
const keyword = keywordParameter('A keyword');
const keywords = z
  .array(
    z.strictObject(
      {
        keyword,
        language: z.string(rule('text')).max(20, rule('max_characters')).nullable().default(null),
        score: value,
        search_volume: value,
      },
      rule('object'),
    ),
    rule('keyword_list'),
  )
  .max(MAX_KEYWORDS, rule('max_keywords'));

const newList = z.strictObject({ name, keywords: keywords.default([]) }, rule('json_object'));

const listChange = z.strictObject(
  {
    name: z.exactOptional(name),
    add: keywords.default([]),
    remove: z.array(keyword, rule('keyword_list')).max(MAX_KEYWORDS, rule('max_keywords')).default([]),
  },
  rule('json_object'),
);
export type KeywordListChange = z.input<typeof listChange>;

/** The parameters of the public API except `refresh`. */
const research = typeOnly<Readonly<Record<string, string>>>();

/** Keyword research, where POST fetches again, and the keyword lists of the signed-in user. */
export const keywordContract = {
  keywords: { method: 'GET', pattern: 'keywords', query: research, answer: typeOnly<Keywords>() },
  refetchKeywords: { method: 'POST', pattern: 'keywords', query: research, answer: typeOnly<Keywords>() },
  longTail: { method: 'GET', pattern: 'long-tail', query: research, answer: typeOnly<LongTail>() },
  refetchLongTail: { method: 'POST', pattern: 'long-tail', query: research, answer: typeOnly<LongTail>() },
  /** The last changed one first. */
  keywordLists: { method: 'GET', pattern: 'keyword-lists', answer: typeOnly<KeywordLists>() },
  keywordList: { method: 'GET', pattern: 'keyword-lists/{id}', answer: typeOnly<KeywordList>() },
  /** 201 */
  createKeywordList: {
    method: 'POST',
    pattern: 'keyword-lists',
    isOwn: true,
    body: newList,
    answer: typeOnly<KeywordList>(),
  },
  changeKeywordList: {
    method: 'PATCH',
    pattern: 'keyword-lists/{id}',
    isOwn: true,
    body: listChange,
    answer: typeOnly<KeywordList>(),
  },
  deleteKeywordList: { method: 'DELETE', pattern: 'keyword-lists/{id}', isOwn: true, answer: typeOnly<object>() },
} as const satisfies Entries;
