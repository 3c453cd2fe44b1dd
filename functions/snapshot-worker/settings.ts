import { recordSettings } from '../shared/domain-record/settings.ts';
import { flag } from '../shared/settings/settings.ts';
import { crawlPagesSettings } from '../shared/site-audits/settings.ts';
import {
  batchesSettings,
  crawlQueueSettings,
  operationsSettings,
  siteCrawlsSettings,
} from '../shared/storage/settings.ts';

export const snapshotWorkerSettings = {
  ...recordSettings,
  ...batchesSettings,
  ...siteCrawlsSettings,
  ...crawlQueueSettings,
  ...crawlPagesSettings,
  ...operationsSettings,
  WEEKLY_SITE_CRAWLS: flag,
};
