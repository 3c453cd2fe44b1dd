export { historySettings as settingsSchema } from '../core/domains/settings.ts';
