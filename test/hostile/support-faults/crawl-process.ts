import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { crawlSlice } from '../../../functions/core/crawls/crawl-slice.ts';
import { reportCrawl } from '../../../functions/core/site-reports/end/report-crawl.ts';
import { createReportServices } from '../../../functions/core/site-reports/end/services.ts';
import { reporterSettings } from '../../../functions/core/site-reports/settings.ts';
import { createCrawlServices } from '../../../functions/core/crawls/services.ts';
import { crawlerSettings } from '../../../functions/core/crawls/settings.ts';
import type { CrawlTask, ReportTask } from '../../../functions/core/crawls/tasks.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import { createFetchLeases } from '../../../functions/core/platform/coordination.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { settingsOf } from '../../support/settings.ts';
import { createLightDynamoDB } from '../../../functions/core/platform/dynamodb/light-client.ts';

/** Messages to and from a worker of crawls, which is a separate process. */
export type ToWorker = { task: CrawlTask | ReportTask };
export type FromWorker = { sent: CrawlTask | ReportTask; delayMs: number } | { done: true };

/** Short, so that the lease of a killed worker expires soon. */
const LEASE_MS = 1_000;

const [endpoint, resolve] = process.argv.slice(2) as [string, string];
const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
});
const settings = settingsOf(
  { ...crawlerSettings, ...reporterSettings },
  {
    AWS_REGION: localRegion,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    COORDINATION_TABLE: coordinationTable.name,
    DOMAIN_HISTORY_TABLE: historyTable.name,
    DOMAIN_SCHEDULE_TABLE: scheduleTable.name,
    SITE_CRAWLS_TABLE: siteCrawlsTable.name,
    RESOLVE_OVERRIDES: resolve,
  },
);
const db = createLightDynamoDB(settings, () => Promise.resolve(createSdkDynamoDB(client)));
const leases = createFetchLeases(db, coordinationTable.name, Date.now, LEASE_MS);
const queue = {
  async send(sent: CrawlTask | ReportTask, delayMs = 0) {
    const delivered = Promise.withResolvers<void>();
    process.send!({ sent, delayMs } satisfies FromWorker, () => delivered.resolve());
    await delivered.promise;
  },
};
// So often that many crawls are terminated while they store a checkpoint, or after it.
const crawling = { ...createCrawlServices(db, settings), leases, queue, reports: queue, checkpointPages: 5 };
const reporting = { ...createReportServices(db, settings), leases, reportLeases: leases };

process.on('message', ({ task }: ToWorker) => {
  const work = 'task' in task ? reportCrawl(task, reporting) : crawlSlice(task, crawling);
  void work.then(() => process.send!({ done: true } satisfies FromWorker));
});
