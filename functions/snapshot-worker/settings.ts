export { snapshotWorkerSettings as settingsSchema } from '../core/watches/settings.ts';
