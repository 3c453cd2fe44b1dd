import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { overrideSettings } from '../../network/settings.ts';
import { type Settings, text } from '../../settings/settings.ts';

/** What answering `/api/v1/seo/history` takes. */
export const historySettings = { ...itemClientSettings, ...overrideSettings, DOMAIN_HISTORY_TABLE: text };

export type HistorySettings = Settings<typeof historySettings>;
