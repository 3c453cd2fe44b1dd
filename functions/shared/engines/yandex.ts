import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';
import { readScript } from './read-script.ts';

/** Languages that it supports. */
const LANGUAGES = ['ru', 'en', 'tr'];

export const yandex: Engine = {
  id: 'yandex',
  setting: 'YANDEX_SUGGEST_URL',
  baseUrl: 'https://suggest.yandex.com',
  contentTypes: [...dataTypes, 'text/plain'],
  urlPath: (part, { language }) =>
    pathWith('/suggest-ff.cgi', { part, uil: LANGUAGES.includes(language) ? language : 'en', v: '3', sn: '10' }),
  parse(text) {
    try {
      return readScript(text);
    } catch {
      // Sometimes there is other text before the array.
      return readScript(text.slice(Math.max(0, text.indexOf('['))));
    }
  },
  read: readOpenSearch,
};
