export { failedJobSettings as settingsSchema } from '../core/operations/settings.ts';
