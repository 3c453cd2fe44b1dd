export { usageSettings as settingsSchema } from '../core/accounts/settings.ts';
