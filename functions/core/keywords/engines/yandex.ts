import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';
import { readScript } from './read-script.ts';

/** Languages of its interface. */
const LANGUAGES = ['ru', 'en', 'tr'];
/** Its ids of countries (yandex.cloud/docs/search-api/reference/regions); for others it has no ranking of their own. */
const COUNTRIES: Record<string, string> = { RU: '225', UA: '187', BY: '149', KZ: '159', TR: '983' };

export const yandex: Engine = {
  id: 'yandex',
  setting: 'YANDEX_SUGGEST_URL',
  baseUrl: 'https://suggest.yandex.com',
  contentTypes: [...dataTypes, 'text/plain'],
  urlPath(part, { language, region }) {
    const uil = LANGUAGES.includes(language) ? language : 'en';
    const lr = COUNTRIES[region];
    return pathWith('/suggest-ff.cgi', { part, uil, v: '3', sn: '10', ...(lr !== undefined && { lr }) });
  },
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
