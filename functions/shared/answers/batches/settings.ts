import type { Settings } from '../../settings/settings.ts';
import { batchSettings } from '../../batches/settings.ts';
import { itemClientSettings } from '../../storage/dynamodb/settings.ts';
import { keySettings } from '../../gateway/settings.ts';
import { overrideSettings } from '../../network/settings.ts';

/** What answering `/api/v1/seo/batches` takes. */
export const batchesSettings = { ...itemClientSettings, ...overrideSettings, ...keySettings, ...batchSettings };

export type BatchesSettings = Settings<typeof batchesSettings>;
