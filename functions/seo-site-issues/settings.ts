export { ownCrawlsSettings as settingsSchema } from '../core/site-reports/settings.ts';
