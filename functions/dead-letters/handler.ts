import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { createDynamoDB } from '../core/platform/dynamodb/light-client.ts';
import { createFailedJobs, createLastFailures } from '../core/operations/failed-jobs.ts';
import { readFailedJob } from '../core/operations/read-failed-job.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createDynamoDB(settings);
const failedJobs = createFailedJobs(db, settings.OPERATIONS_TABLE, Date.now);
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/**
 * Stores the messages of the dead-letter queue as failed jobs, which operators see in the back office. A message that
 * cannot be stored stays in the queue.
 */
export const handler = sqsHandler(async (_body, record) => {
  const job = { ...readFailedJob(record, settings, Date.now()), why: await failures.read(record.messageId) };
  await failedJobs.keep(job);
  const { body: _, ...facts } = job;
  return { message: 'failed job stored', ...facts };
});
