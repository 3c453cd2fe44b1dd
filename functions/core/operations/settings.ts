import { queueSettings } from '../platform/queues/settings.ts';
import { itemClientSettings } from '../platform/settings/common.ts';
import { text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

export const operationsTableSettings = {
  /** Table of failed jobs and of the journal of operators' changes. */
  OPERATIONS_TABLE: text,
};

/** Settings of keeping failed jobs. */
export const failedJobSettings = { ...itemClientSettings, ...queueSettings, ...operationsTableSettings };
export type FailedJobSettings = SettingsOf<typeof failedJobSettings>;
