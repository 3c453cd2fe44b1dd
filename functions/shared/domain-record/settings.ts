import type { Settings } from '../settings/settings.ts';
import { storageSettings } from '../storage/settings.ts';
import { siteAskingSettings } from './site-asking-settings.ts';

/** What fetching a record takes: endpoints do it while a caller waits, the worker in the background. */
export const recordSettings = { ...siteAskingSettings, ...storageSettings };

export type RecordSettings = Settings<typeof recordSettings>;
