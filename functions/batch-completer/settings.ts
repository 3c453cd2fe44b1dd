import { completionSettings } from '../core/batches/settings.ts';
import { deliverySettings } from '../core/deliveries/settings.ts';
import { recordSettings } from '../core/domains/settings.ts';
import { operationsTableSettings } from '../core/operations/settings.ts';

export const settingsSchema = {
  ...recordSettings,
  ...completionSettings,
  ...deliverySettings,
  ...operationsTableSettings,
};
