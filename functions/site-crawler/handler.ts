import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { crawlSite } from '../core/site-reports/end/finish-crawl.ts';
import { createCrawlServices } from '../core/crawls/services.ts';
import type { CrawlEnd } from '../core/site-reports/end/finish-crawl.ts';
import { announceCrawl, continueAnnouncement } from '../core/watches/announce-crawl.ts';
import { createAnnounceServices } from '../core/watches/evaluate-services.ts';
import { createLastFailures } from '../core/operations/failed-jobs.ts';
import { MAX_RECEIVES } from '../core/operations/queues.ts';
import { crawlerTask } from '../core/watches/tasks.ts';
import { readTask } from '../core/platform/queues/read-task.ts';
import { createDynamoDB } from '../core/platform/dynamodb/light-client.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createDynamoDB(settings);
const announcing = createAnnounceServices(db, settings);
const services = {
  ...createCrawlServices(db, settings),
  announce: (end: CrawlEnd) => announceCrawl(end, announcing),
};
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** Processes crawls of sites, one slice per message. */
export const handler = sqsHandler(
  async (body) => {
    const task = readTask(crawlerTask, body);
    const { after } = task;
    if (after) await continueAnnouncement({ ...task, after }, { ...announcing, crawls: services.crawls });
    else await crawlSite(task, services);
    return task;
  },
  { maxReceives: () => MAX_RECEIVES.crawls, record: failures.record },
);
