/** The search engines that are asked for suggestions, in the order in which answers list them. */
export const engineIds = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'] as const;

export type EngineId = (typeof engineIds)[number];

/** Language and country that suggestions are asked in. */
export interface Locale {
  /** ISO 639-1, lower case. */
  language: string;
  /** ISO 3166-1, upper case. */
  region: string;
}
