import { sqsHandler } from '../shared/aws/sqs-handler.ts';
import { readSettings, siteCrawlerSettings } from '../shared/settings/settings.ts';
import { crawlSlice } from '../shared/site-crawl/crawl-slice.ts';
import { createCrawlServices } from '../shared/site-crawl/services.ts';
import { createLastFailures } from '../shared/storage/operations/last-failures.ts';
import { MOST_RECEIVES } from '../shared/storage/most-receives.ts';
import { readTask } from './read-task.ts';
import { openDynamoDB } from '../shared/storage/dynamodb/open-dynamodb.ts';

const settings = readSettings(siteCrawlerSettings);
const db = openDynamoDB(settings);
const services = createCrawlServices(db, settings);
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** Works on the crawls of sites, a slice a message. */
export const handler = sqsHandler(
  async (body) => {
    const task = readTask(body);
    await crawlSlice(task, services);
    return task;
  },
  { mostReceives: () => MOST_RECEIVES.crawls, note: failures.note },
);
