import { overrideSettings } from '../shared/network/settings.ts';
import { batchesSettings, pagesSettings, storageSettings } from '../shared/storage/settings.ts';

export const snapshotSchedulerSettings = {
  ...overrideSettings,
  ...storageSettings,
  ...batchesSettings,
  ...pagesSettings,
};
