import { batchQueueSettings, completionQueueSettings } from '../batches/settings.ts';
import { crawlQueueSettings, reportQueueSettings } from '../crawls/settings.ts';
import { deliveryQueueSettings } from '../deliveries/settings.ts';
import { workQueueSettings } from '../domains/settings.ts';
import { learningQueueSettings } from '../keywords/settings.ts';
import { itemClientSettings } from '../platform/settings/common.ts';
import { text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

export const operationsTableSettings = {
  /** Table of failed jobs and of the journal of operators' changes. */
  OPERATIONS_TABLE: text,
};

/** All queues of background work. */
export const queueSettings = {
  ...workQueueSettings,
  ...learningQueueSettings,
  ...batchQueueSettings,
  ...completionQueueSettings,
  ...crawlQueueSettings,
  ...reportQueueSettings,
  ...deliveryQueueSettings,
};
export type QueueSettings = SettingsOf<typeof queueSettings>;

/** Settings of keeping failed jobs. */
export const failedJobSettings = { ...itemClientSettings, ...queueSettings, ...operationsTableSettings };
export type FailedJobSettings = SettingsOf<typeof failedJobSettings>;
