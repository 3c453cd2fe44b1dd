import * as z from 'zod';
import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';

const details = z.object({ 'google:suggesttype': z.array(z.unknown()) });

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;
const MARKED = /<b>.*?<\/b>/is;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export const google: Engine = {
  id: 'google',
  setting: 'GOOGLE_SUGGEST_URL',
  baseUrl: 'https://suggestqueries.google.com',
  contentTypes: dataTypes,
  urlPath: (q, { language, region }) =>
    pathWith('/complete/search', {
      client: 'firefox',
      // The region selects simplified or traditional Chinese.
      hl: language === 'zh' ? `${language}-${region}` : language,
      gl: region.toLowerCase(),
      ie: 'utf-8',
      // Without it characters are lost, with status 200.
      oe: 'utf-8',
      q,
    }),
  read(value) {
    const types = suggestTypes(value);
    return (
      readOpenSearch(value)
        ?.filter((phrase, index) => types[index] !== 'NAVIGATION' && !ADDRESS.test(phrase.trim()))
        .map(withoutMarks) ?? null
    );
  },
};

/** The position of the types depends on the `client` parameter; they are in the last object. */
function suggestTypes(value: unknown): unknown[] {
  const parts = Array.isArray(value) ? (value as unknown[]) : [];
  const last = parts.findLast((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  return details.safeParse(last).data?.['google:suggesttype'] ?? [];
}

/** For some values of `client`, completions are in bold; a single tag is part of a search phrase. */
function withoutMarks(phrase: string): string {
  if (!MARKED.test(phrase)) return phrase;
  return phrase.replace(/<\/?b>/gi, '').replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name]!);
}
