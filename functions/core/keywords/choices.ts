/** The search engines that are asked for suggestions, in the order in which answers list them. */
export const engineIds = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'] as const;

export type EngineId = (typeof engineIds)[number];

/** The engines that have suggestions in Chinese and, in part, in English alone. */
const CHINESE_ENGINES: EngineId[] = ['baidu', 'so360', 'sogou'];

/** @returns the engines that are asked in a language */
export function enginesOf(language: string): EngineId[] {
  const hasAll = language === 'en' || language.startsWith('zh');
  return engineIds.filter((id) => hasAll || !CHINESE_ENGINES.includes(id));
}

/** Language and market that suggestions are asked in; both are part of the name under which answers are stored. */
export interface Locale {
  /** ISO 639-1, lower case; `zh` is simplified Chinese, `zh-Hant` traditional. */
  language: string;
  /** ISO 3166-1, upper case. */
  region: string;
}

/** Orders of a search for keywords. */
export const sorts = ['score', 'search_volume', 'recent', 'word_count', 'keyword'] as const;
export type Sort = (typeof sorts)[number];
