import { askingSettings, engineUrls } from '../providers/settings.ts';
import { type Settings, text } from '../settings/settings.ts';
import { queueSettings } from '../storage/settings.ts';

/** What asking engines takes. */
export const suggestionSettings = { ...askingSettings, ...engineUrls, ...queueSettings, KEYWORDS_TABLE: text };

export type SuggestionSettings = Settings<typeof suggestionSettings>;
