import { KEYWORD_INDEXES } from '../../functions/shared/storage/keyword-index.ts';
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
