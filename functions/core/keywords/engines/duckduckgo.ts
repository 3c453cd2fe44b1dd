import * as z from 'zod';
import type { Locale } from '../engine-id.ts';
import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';

/** The response without `type=list`; sometimes also the empty response with it. */
const objects = z.array(z.object({ phrase: z.string() }));

/** The values of `kl` (duckduckgo.com/duckduckgo-help-pages/settings/params). */
const REGIONS = new Set(
  'xa-ar xa-en ar-es au-en at-de be-fr be-nl br-pt bg-bg ca-en ca-fr cl-es cn-zh co-es hr-hr cz-cs dk-da ee-et fi-fi fr-fr de-de gr-el hk-tzh hu-hu in-en id-id id-en ie-en il-he it-it jp-jp kr-kr lv-lv lt-lt my-ms my-en mx-es nl-nl nz-en no-no pe-es ph-en pl-pl pt-pt ro-ro ru-ru sg-en sk-sk sl-sl za-en es-es se-sv ch-de ch-fr ch-it tw-tzh th-th tr-tr ua-uk uk-en us-en ue-es ve-es vn-vi'.split(
    ' ',
  ),
);
const NO_REGION = 'wt-wt';
/** Its own names of countries and languages; one region stands for the Arab countries. */
const COUNTRIES: Record<string, string> = { GB: 'uk', SI: 'sl', AE: 'xa', EG: 'xa', SA: 'xa' };
const LANGUAGES: Record<string, string> = { ja: 'jp', ko: 'kr', nb: 'no', 'zh-Hant': 'tzh' };

function regionCode({ language, region }: Locale): string {
  if (language === 'es' && region === 'US') return 'ue-es';
  const code = `${COUNTRIES[region] ?? region.toLowerCase()}-${LANGUAGES[language] ?? language}`;
  return REGIONS.has(code) ? code : NO_REGION;
}

export const duckduckgo: Engine = {
  id: 'duckduckgo',
  setting: 'DUCKDUCKGO_SUGGEST_URL',
  baseUrl: 'https://duckduckgo.com',
  contentTypes: dataTypes,
  urlPath: (q, locale) => pathWith('/ac/', { q, type: 'list', kl: regionCode(locale) }),
  read: (value) => readOpenSearch(value) ?? objects.safeParse(value).data?.map(({ phrase }) => phrase) ?? null,
};
