import { batchesTableSettings } from '../batches/settings.ts';
import { crawlQueueSettings, siteCrawlsSettings } from '../crawls/settings.ts';
import { deliverySettings } from '../deliveries/settings.ts';
import { storageSettings } from '../domains/settings.ts';
import { operationsTableSettings } from '../operations/settings.ts';
import { pagesTableSettings } from '../pages/settings.ts';
import { overrideSettings } from '../platform/settings/common.ts';

/** Settings of deleting a domain: all tables, the queue of crawls, and the hosts of the runner. */
export const deletionSettings = {
  ...storageSettings,
  ...batchesTableSettings,
  ...pagesTableSettings,
  ...siteCrawlsSettings,
  ...operationsTableSettings,
  WATCHES_TABLE: deliverySettings.WATCHES_TABLE,
  ...crawlQueueSettings,
  ...overrideSettings,
};
