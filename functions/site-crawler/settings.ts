import { crawlerSettings } from '../core/crawls/settings.ts';
import { operationsTableSettings } from '../core/operations/settings.ts';

export const settingsSchema = { ...crawlerSettings, ...operationsTableSettings };
