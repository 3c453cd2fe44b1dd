import { fetchSlotSettings } from '../accounts/settings.ts';
import { recordSettings } from '../domains/settings.ts';
import { readingSettings } from '../platform/settings/common.ts';
import { fromHost, optionalText, text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';
import { providerSettings, sourceUrlSettings } from '../sources/settings.ts';

/** Scheme, host and port that replace those of an engine; the path is unchanged. */
const baseUrl = fromHost(optionalText);

/** Base URLs of engines. */
export const engineUrlSettings = {
  DATAFORSEO_URL: sourceUrlSettings.DATAFORSEO_URL,
  /** Base URL of Google's suggestions. */
  GOOGLE_SUGGEST_URL: baseUrl,
  /** Base URL of Bing's suggestions. */
  BING_SUGGEST_URL: baseUrl,
  /** Base URL of DuckDuckGo's suggestions. */
  DUCKDUCKGO_SUGGEST_URL: baseUrl,
  /** Base URL of Baidu's suggestions. */
  BAIDU_SUGGEST_URL: baseUrl,
  /** Base URL of Yandex's suggestions. */
  YANDEX_SUGGEST_URL: baseUrl,
  /** Base URL of 360's suggestions. */
  SO360_SUGGEST_URL: baseUrl,
  /** Base URL of Sogou's suggestions. */
  SOGOU_SUGGEST_URL: baseUrl,
};

/** Base URLs of all providers. */
export const baseUrlSettings = { ...sourceUrlSettings, ...engineUrlSettings };

export const learningQueueSettings = {
  /** Queue of keywords to be indexed. */
  LEARNING_QUEUE_URL: text,
};
export type LearningQueueSettings = SettingsOf<typeof learningQueueSettings>;

/** Settings of fetching the suggestions of engines. */
export const suggestionSettings = {
  ...providerSettings,
  ...engineUrlSettings,
  ...learningQueueSettings,
  KEYWORDS_TABLE: recordSettings.KEYWORDS_TABLE,
};
export type SuggestionSettings = SettingsOf<typeof suggestionSettings>;

/** Settings of `/api/v1/seo/keywords`. */
export const keywordsSettings = { ...readingSettings, ...fetchSlotSettings, ...recordSettings, ...suggestionSettings };
export type KeywordsSettings = SettingsOf<typeof keywordsSettings>;
