import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { crawlSlice } from '../core/crawls/crawl-slice.ts';
import { createCrawlServices } from '../core/crawls/services.ts';
import { createLastFailures } from '../core/operations/failed-jobs.ts';
import { MAX_RECEIVES } from '../core/operations/queues.ts';
import { crawlTask } from '../core/crawls/tasks.ts';
import { readTask } from '../core/platform/queues/read-task.ts';
import { createDynamoDB } from '../core/platform/dynamodb/light-client.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createDynamoDB(settings);
const services = createCrawlServices(db, settings);
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** Processes crawls of sites, one slice per message. */
export const handler = sqsHandler(
  async (body) => {
    const task = readTask(crawlTask, body);
    await crawlSlice(task, services);
    return task;
  },
  { maxReceives: () => MAX_RECEIVES.crawls, record: failures.record },
);
