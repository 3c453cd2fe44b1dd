import type { Settings } from '../../settings/settings.ts';
import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { keySettings } from '../../gateway/settings.ts';
import { recordSettings } from '../../domain-record/settings.ts';
import { suggestionSettings } from '../../keyword-research/settings.ts';

/** What answering `/api/v1/seo/keywords` takes. */
export const keywordsSettings = { ...itemClientSettings, ...keySettings, ...recordSettings, ...suggestionSettings };

export type KeywordsSettings = Settings<typeof keywordsSettings>;
