export { siteComparisonSettings as settingsSchema } from '../core/site-reports/settings.ts';
