export { siteListSettings as settingsSchema } from '../core/site-reports/settings.ts';
