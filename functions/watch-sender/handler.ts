import { createLastFailures } from '../core/operations/failed-jobs.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';
import { MAX_RECEIVES } from '../core/operations/queues.ts';
import { deliveryTask } from '../core/deliveries/tasks.ts';
import { readTask } from '../core/platform/queues/read-task.ts';
import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { deliver } from '../core/deliveries/deliver.ts';
import { createDeliverServices } from '../core/deliveries/deliver-services.ts';
import { createWatchMails } from '../core/watches/mails/watch-mails.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createSdkDynamoDB();
const services = createDeliverServices(db, settings, createWatchMails(db, settings));
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** Sends pending deliveries to their receivers, one per message. */
export const handler = sqsHandler((body) => deliver(readTask(deliveryTask, body), services), {
  maxReceives: () => MAX_RECEIVES.deliveries,
  record: failures.record,
});
