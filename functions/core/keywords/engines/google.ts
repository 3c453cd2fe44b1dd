import * as z from 'zod';
import type { Locale } from '../engine-id.ts';
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
  urlPath: (q, locale) =>
    pathWith('/complete/search', {
      client: 'firefox',
      hl: interfaceLanguage(locale),
      gl: locale.region === 'GB' ? 'uk' : locale.region.toLowerCase(),
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

/** Google's own codes, where they are not ISO 639 (developers.google.com/custom-search/docs, languages and countries). */
const INTERFACE_LANGUAGES: Record<string, string> = { zh: 'zh-CN', 'zh-Hant': 'zh-TW', he: 'iw', nb: 'no' };

function interfaceLanguage({ language, region }: Locale): string {
  if (language === 'pt') return region === 'BR' ? 'pt-BR' : 'pt-PT';
  return INTERFACE_LANGUAGES[language] ?? language;
}

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
