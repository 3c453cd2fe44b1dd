export { siteSettings as settingsSchema } from '../core/site-reports/settings.ts';
