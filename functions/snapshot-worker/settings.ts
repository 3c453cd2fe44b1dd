import { recordSettings } from '../shared/domain-record/settings.ts';

export const snapshotWorkerSettings = recordSettings;
