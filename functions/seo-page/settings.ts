export { pageSettings as settingsSchema } from '../core/pages/settings.ts';
