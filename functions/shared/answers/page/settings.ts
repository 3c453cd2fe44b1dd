import type { Settings } from '../../settings/settings.ts';
import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { keySettings } from '../../gateway/settings.ts';
import { pageSettings as visitSettings } from '../../pages/settings.ts';

/** What answering `/api/v1/seo/page` takes. */
export const pageSettings = { ...itemClientSettings, ...keySettings, ...visitSettings };

export type PageSettings = Settings<typeof pageSettings>;
