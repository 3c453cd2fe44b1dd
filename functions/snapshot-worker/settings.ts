import { recordSettings } from '../shared/domain-record/settings.ts';
import { batchesSettings } from '../shared/storage/settings.ts';

export const snapshotWorkerSettings = { ...recordSettings, ...batchesSettings };
