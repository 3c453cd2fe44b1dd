import { sqsHandler } from '../shared/aws/sqs-handler.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { crawlSlice } from '../shared/site-crawl/crawl-slice.ts';
import { createCrawlServices } from '../shared/site-crawl/services.ts';
import { createDynamoDB } from '../shared/storage/dynamodb/client.ts';
import { readTask } from './read-task.ts';
import { siteCrawlerSettings } from './settings.ts';

const services = createCrawlServices(createDynamoDB(), readSettings(siteCrawlerSettings));

/** Works on the crawls of sites, a slice a message. */
export const handler = sqsHandler(async (body) => {
  const task = readTask(body);
  await crawlSlice(task, services);
  return task;
});
