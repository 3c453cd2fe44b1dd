export { watchesSettings as settingsSchema } from '../core/watches/settings.ts';
