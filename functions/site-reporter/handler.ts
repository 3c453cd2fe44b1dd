import { createLastFailures } from '../core/operations/failed-jobs.ts';
import { MAX_RECEIVES } from '../core/operations/queues.ts';
import { createDynamoDB } from '../core/platform/dynamodb/light-client.ts';
import { readTask } from '../core/platform/queues/read-task.ts';
import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import type { CrawlEnd } from '../core/site-reports/end/crawl-end.ts';
import { reportCrawl } from '../core/site-reports/end/report-crawl.ts';
import { createReportServices } from '../core/site-reports/end/services.ts';
import { announceCrawl, continueAnnouncement } from '../core/watches/announce-crawl.ts';
import { createAnnounceServices } from '../core/watches/evaluate-services.ts';
import { reporterTask } from '../core/watches/tasks.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createDynamoDB(settings);
const announcing = createAnnounceServices(db, settings);
const services = {
  ...createReportServices(db, settings),
  announce: (end: CrawlEnd) => announceCrawl(end, announcing),
};
const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** Makes the reports of crawls that have requested their last address, one per message. */
export const handler = sqsHandler(
  async (body) => {
    const task = readTask(reporterTask, body);
    const { after } = task;
    if (after) await continueAnnouncement({ ...task, after }, { ...announcing, crawls: services.crawls });
    else await reportCrawl(task, services);
    return task;
  },
  { maxReceives: () => MAX_RECEIVES.reports, record: failures.record },
);
