export { keywordsSettings as settingsSchema } from '../core/keywords/settings.ts';
