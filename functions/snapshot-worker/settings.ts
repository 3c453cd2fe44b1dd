import { operationsTableSettings, queueSettings } from '../core/operations/settings.ts';
import { snapshotWorkerSettings } from '../core/watches/settings.ts';

export const settingsSchema = { ...snapshotWorkerSettings, ...queueSettings, ...operationsTableSettings };
