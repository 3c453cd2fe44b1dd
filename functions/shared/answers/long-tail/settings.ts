import type { Settings } from '../../settings/settings.ts';
import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { suggestionSettings } from '../../keyword-research/settings.ts';

/** What answering `/api/v1/seo/long-tail` takes. */
export const longTailSettings = { ...itemClientSettings, ...suggestionSettings };

export type LongTailSettings = Settings<typeof longTailSettings>;
