import type { Context } from 'aws-lambda';
import { createDeliveries } from '../core/deliveries/deliveries.ts';
import { scheduleDeliveries } from '../core/deliveries/schedule-deliveries.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';
import { createDeliveryQueue } from '../core/deliveries/tasks.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const deliveries = createDeliveries(
  createSdkDynamoDB(),
  settings.WATCHES_TABLE,
  createDeliveryQueue(settings),
  Date.now,
);

/** Runs every ten minutes: sends the messages of deliveries that are due, and again those that were lost. */
export const handler = async (_event: unknown, context: Context): Promise<object> => {
  const remainingMs = () => context.getRemainingTimeInMillis();
  const result = await scheduleDeliveries({ deliveries, now: Date.now, remainingMs });
  console.log(JSON.stringify({ level: 'INFO', message: 'deliveries scheduled', ...result }));
  return result;
};
