import type { Settings } from '../settings/settings.ts';
import { storageSettings } from '../storage/settings.ts';
import { existenceSettings } from './existence-settings.ts';

/** What fetching a record takes: endpoints do it while a caller waits, the worker in the background. */
export const recordSettings = { ...existenceSettings, ...storageSettings };

export type RecordSettings = Settings<typeof recordSettings>;
