import { operationsTableSettings } from '../core/operations/settings.ts';
import { siteReporterSettings } from '../core/watches/settings.ts';

export const settingsSchema = { ...siteReporterSettings, ...operationsTableSettings };
