import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';

export const sogou: Engine = {
  id: 'sogou',
  setting: 'SOGOU_SUGGEST_URL',
  baseUrl: 'https://sor.html5.qq.com',
  contentTypes: dataTypes,
  // Whatever it is asked for, and whatever its headers say.
  charset: 'gbk',
  urlPath: (key) => pathWith('/api/getsug', { key }),
  read: readOpenSearch,
};
