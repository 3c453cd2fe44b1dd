import { overrideSettings } from '../shared/network/settings.ts';
import { storageSettings } from '../shared/storage/settings.ts';

export const snapshotSchedulerSettings = { ...overrideSettings, ...storageSettings };
