import type { Settings } from '../../settings/settings.ts';
import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { keySettings } from '../../gateway/settings.ts';
import { recordSettings } from '../../domain-record/settings.ts';

/** What answering `/api/v1/seo/query` takes. */
export const querySettings = { ...itemClientSettings, ...keySettings, ...recordSettings };

export type QuerySettings = Settings<typeof querySettings>;
