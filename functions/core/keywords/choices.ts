/** The search engines whose suggestions are requested, in the order of answers. */
export const engineIds = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'] as const;

export type EngineId = (typeof engineIds)[number];

/** The engines whose suggestions are only in Chinese and, in part, in English. */
const CHINESE_ENGINES: EngineId[] = ['baidu', 'so360', 'sogou'];

/** @returns the engines that are requested in a language */
export function enginesOf(language: string): EngineId[] {
  const hasAll = language === 'en' || language.startsWith('zh');
  return engineIds.filter((id) => hasAll || !CHINESE_ENGINES.includes(id));
}

/** Language and market in which suggestions are requested; both are part of the key under which answers are stored. */
export interface Locale {
  /** ISO 639-1, lower case; `zh` is simplified Chinese, `zh-Hant` traditional. */
  language: string;
  /** ISO 3166-1, upper case. */
  region: string;
}

/** Sort orders of a keyword search. */
export const sorts = ['score', 'search_volume', 'recent', 'word_count', 'keyword'] as const;
export type Sort = (typeof sorts)[number];

/** BCP 47 tags of the languages in which engines are requested. */
export const languages =
  'ar bg bn cs da de el en es et fa fi fr gu he hi hr hu hy id it ja ka km kn ko lo lt lv ml ms my nb nl pa pl pt ro ru si sk sl sr sv ta te th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** ISO 3166-1 codes of the markets of at least one engine, and of the main market of each language. */
export const countries =
  'AE AM AR AT AU BD BE BG BR BY CA CH CL CN CO CZ DE DK EE EG ES FI FR GB GE GR HK HR HU ID IE IL IN IR IT JP KH KR KZ LA LK LT LV MM MX MY NL NO NZ PE PH PL PT RO RS RU SA SE SG SI SK TH TR TW UA US VE VN ZA'.split(
    ' ',
  );
