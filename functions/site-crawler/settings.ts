import { operationsTableSettings } from '../core/operations/settings.ts';
import { siteCrawlerSettings } from '../core/watches/settings.ts';

export const settingsSchema = { ...siteCrawlerSettings, ...operationsTableSettings };
