export { siteVerificationSettings as settingsSchema } from '../core/site-reports/settings.ts';
