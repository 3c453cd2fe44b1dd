export { querySettings as settingsSchema } from '../core/domains/settings.ts';
