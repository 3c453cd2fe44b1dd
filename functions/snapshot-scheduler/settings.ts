import { overrideSettings } from '../shared/network/settings.ts';
import {
  batchesSettings,
  crawlQueueSettings,
  operationsSettings,
  pagesSettings,
  siteCrawlsSettings,
  storageSettings,
} from '../shared/storage/settings.ts';

export const snapshotSchedulerSettings = {
  ...overrideSettings,
  ...storageSettings,
  ...batchesSettings,
  ...pagesSettings,
  ...siteCrawlsSettings,
  ...crawlQueueSettings,
  ...operationsSettings,
};
