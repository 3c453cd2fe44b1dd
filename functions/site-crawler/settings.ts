export { siteCrawlerSettings as settingsSchema } from '../core/watches/settings.ts';
