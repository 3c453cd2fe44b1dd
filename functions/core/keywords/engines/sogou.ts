import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';

export const sogou: Engine = {
  id: 'sogou',
  setting: 'SOGOU_SUGGEST_URL',
  baseUrl: 'https://sor.html5.qq.com',
  contentTypes: dataTypes,
  // Always, whatever the request and the response headers declare.
  charset: 'gbk',
  urlPath: (key) => pathWith('/api/getsug', { key }),
  read: readOpenSearch,
};
