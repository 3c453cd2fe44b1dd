import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { KeywordFacts } from '../../functions/shared/keywords/facts.ts';
import { NO_SEED } from '../../functions/shared/keywords/keyword.ts';
import { termsOf } from '../../functions/shared/keywords/terms.ts';
import { postingsOf } from '../../functions/shared/storage/keyword-index/keyword-index.ts';
import { sdkDocumentReader } from '../../functions/shared/storage/dynamodb/document-client.ts';
import { KEYWORD_INDEXES } from '../../functions/shared/storage/keyword-index/posting-keys.ts';
import {
  createKeywordSearch,
  type SearchRequest,
} from '../../functions/shared/storage/keyword-index/keyword-search.ts';
import { createPostingReader } from '../../functions/shared/storage/keyword-index/posting-list.ts';
import { createScoredLists } from '../../functions/shared/storage/scored-lists/scored-lists.ts';
import type { TableModel } from '../../infra/local/template/service-model.ts';

export const keywordsTable: TableModel = {
  name: 'keywords',
  partitionKey: 'list',
  sortKey: 'keyword',
  indexes: Object.entries(KEYWORD_INDEXES).map(([order, name]) => ({
    name,
    partitionKey: 'list',
    sortKey: `${order}_key`,
    projection: { ProjectionType: 'ALL' },
  })),
};

/** A search without words, filters and a text that was asked. */
export const anything: Omit<SearchRequest, 'limit'> = {
  wanted: [],
  engines: [],
  words: { min: 1, max: Infinity },
  score: { min: 0, max: 100 },
  sort: 'score',
  seed: NO_SEED,
  after: null,
  without: new Set(),
};

/** Items of a keyword as version 0.1 stores them: its facts, and a posting for each of its words. */
export function itemsOfVersion1({ short_ranks: _, ...facts }: KeywordFacts): Record<string, unknown>[] {
  const terms = termsOf(facts.keyword).map((term) => `term:${term}`);
  const postings = postingsOf({ facts, version: 1 }).filter(({ list }) => terms.includes(list));
  return [
    { list: `keyword:${facts.keyword}`, keyword: facts.keyword, facts: JSON.stringify(facts), version: 1, indexed: 1 },
    ...postings.map(({ version: __, score_2_key: ___, ...posting }) => posting),
  ];
}

/** The search of the endpoint, and the terms whose postings the worker is to rewrite. */
export function openSearch(documents: DynamoDBDocumentClient, now: () => number = Date.now) {
  const rewritten: string[] = [];
  const table = keywordsTable.name;
  const reader = sdkDocumentReader(documents);
  const scored = createScoredLists(documents, table, now);
  const readPostings = createPostingReader(reader, table);
  const rewrite = (term: string) => {
    rewritten.push(term);
    return Promise.resolve();
  };
  const loadKeeper = () => Promise.resolve({ ...scored, rewrite });
  const openWords = createKeywordSearch({ reader, table, readPostings, scored, loadKeeper, now });
  const search = async ({ wanted, ...request }: SearchRequest) => (await openWords(wanted))(request);
  return { openWords, search, scored, readPostings, rewritten };
}
