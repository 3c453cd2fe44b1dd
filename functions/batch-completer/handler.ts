import { createCompletionServices } from '../core/batches/batch-work-services.ts';
import { completePart } from '../core/batches/complete-part.ts';
import { completeBatchTask } from '../core/batches/tasks.ts';
import { createDeliveries } from '../core/deliveries/deliveries.ts';
import { createDeliveryQueue } from '../core/deliveries/tasks.ts';
import { createRecordServices } from '../core/domains/services.ts';
import { createLastFailures } from '../core/operations/failed-jobs.ts';
import { MAX_RECEIVES } from '../core/operations/queues.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';
import { readTask } from '../core/platform/queues/read-task.ts';
import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createSdkDynamoDB();
const services = {
  ...createRecordServices(db, settings),
  ...createCompletionServices(db, settings),
  deliveries: createDeliveries(db, settings.WATCHES_TABLE, createDeliveryQueue(settings), Date.now),
};
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** Requests the rate-limited sources of batches: it waits for their slots, with little memory. */
export const handler = sqsHandler(
  async (body) => {
    const task = readTask(completeBatchTask, body);
    await completePart(task, services);
    return task;
  },
  { maxReceives: () => MAX_RECEIVES.completions, record: failures.record },
);
