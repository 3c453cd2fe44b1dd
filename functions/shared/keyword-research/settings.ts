import { askingSettings, engineUrls } from '../providers/settings.ts';
import { type Settings, text } from '../settings/settings.ts';

/** What asking engines takes. */
export const suggestionSettings = { ...askingSettings, ...engineUrls, KEYWORDS_TABLE: text, WORK_QUEUE_URL: text };

export type SuggestionSettings = Settings<typeof suggestionSettings>;
