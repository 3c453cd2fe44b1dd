import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { createJoinInvocation } from '../core/crawls/join-invocation.ts';
import { processCrawlMessage } from '../core/crawls/process-message.ts';
import { createCrawlServices } from '../core/crawls/services.ts';
import { createLastFailures } from '../core/operations/failed-jobs.ts';
import { MAX_RECEIVES } from '../core/operations/queues.ts';
import { crawlMessage } from '../core/crawls/tasks.ts';
import { readTask } from '../core/platform/queues/read-task.ts';
import { createDynamoDB } from '../core/platform/dynamodb/light-client.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createDynamoDB(settings);
const services = createCrawlServices(db, settings);
const invocations = createJoinInvocation(services);
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** Processes crawls of sites: for each message, one slice of a crawl, or of several. */
export const handler = sqsHandler(
  async (body, { attributes }) => {
    const message = readTask(crawlMessage, body);
    await processCrawlMessage(message, Number(attributes?.ApproximateReceiveCount ?? 1), services, invocations);
    return message;
  },
  { maxReceives: () => MAX_RECEIVES.crawls, record: failures.record },
);
