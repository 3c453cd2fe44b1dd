import { NO_SEED } from '../../functions/core/keywords/keyword.ts';
import type { DynamoDB } from '../../functions/core/platform/dynamodb/dynamodb.ts';
import { KEYWORD_INDEXES } from '../../functions/core/keywords/index/posting-list.ts';
import { createKeywordSearch, type SearchRequest } from '../../functions/core/keywords/index/keyword-search.ts';
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

/** A search without words, filters and an entered text. */
export const anything: Omit<SearchRequest, 'limit'> = {
  queryWords: [],
  engines: [],
  words: { min: 1, max: Infinity },
  score: { min: 0, max: 100 },
  sort: 'score',
  seed: NO_SEED,
  country: 'US',
  after: null,
  without: new Set(),
};

/** The search of the endpoint. */
export const createSearch = (db: DynamoDB) => createKeywordSearch(db, keywordsTable.name);
