import { senderSettings } from '../core/deliveries/settings.ts';
import { operationsTableSettings } from '../core/operations/settings.ts';

export const settingsSchema = { ...senderSettings, ...operationsTableSettings };
