export { batchesSettings as settingsSchema } from '../core/batches/settings.ts';
