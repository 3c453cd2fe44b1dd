import { keySettings } from '../shared/gateway/settings.ts';
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
  STACK_NAME: keySettings.STACK_NAME,
  ...overrideSettings,
  ...storageSettings,
  ...batchesSettings,
  ...pagesSettings,
  ...siteCrawlsSettings,
  ...crawlQueueSettings,
  ...operationsSettings,
};
