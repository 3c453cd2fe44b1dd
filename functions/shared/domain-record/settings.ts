import { networkSettings } from '../network/settings.ts';
import { askingSettings, sourceUrls } from '../providers/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { storageSettings } from '../storage/settings.ts';

/** What fetching a record takes: endpoints do it while a caller waits, the worker in the background. */
export const recordSettings = { ...askingSettings, ...sourceUrls, ...networkSettings, ...storageSettings };

export type RecordSettings = Settings<typeof recordSettings>;
