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
      // Chinese is written in more ways than one, which the region tells apart.
      hl: language === 'zh' ? `${language}-${region}` : language,
      gl: region.toLowerCase(),
      ie: 'utf-8',
      // Without it the text is lost, with a status as if all were well.
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

/** Where the types stand depends on the client that asks; they are the last object. */
function suggestTypes(value: unknown): unknown[] {
  const parts = Array.isArray(value) ? (value as unknown[]) : [];
  const last = parts.findLast((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  return details.safeParse(last).data?.['google:suggesttype'] ?? [];
}

/** Some of its clients get what is completed in bold; a lone tag belongs to what people search for. */
function withoutMarks(phrase: string): string {
  if (!MARKED.test(phrase)) return phrase;
  return phrase.replace(/<\/?b>/gi, '').replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name]!);
}
