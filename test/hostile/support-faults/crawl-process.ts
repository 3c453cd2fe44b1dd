import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { createInvocationShares } from '../../../functions/core/crawls/crawl-shares.ts';
import { createJoinInvocation } from '../../../functions/core/crawls/join-invocation.ts';
import { MIN_VISIT_MS, SLICE_MS } from '../../../functions/core/crawls/limits.ts';
import { processCrawlMessage } from '../../../functions/core/crawls/process-message.ts';
import { crawlSlice } from '../../../functions/core/crawls/crawl-slice.ts';
import { reportCrawl } from '../../../functions/core/site-reports/end/report-crawl.ts';
import { createReportServices } from '../../../functions/core/site-reports/end/services.ts';
import { createCrawlServices } from '../../../functions/core/crawls/services.ts';
import {
  crawlMessage,
  type CrawlMessage,
  type CrawlTask,
  type ReportTask,
} from '../../../functions/core/crawls/tasks.ts';
import { readTask } from '../../../functions/core/platform/queues/read-task.ts';
import { sqsHandler } from '../../../functions/core/platform/queues/sqs-handler.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import { createFetchLeases } from '../../../functions/core/platform/coordination.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { coordinationTable } from '../../support/dynamodb.ts';
import { crawlFunctionSettings } from '../../support/crawl-functions.ts';
import { createLightDynamoDB } from '../../../functions/core/platform/dynamodb/light-client.ts';
import type { Delivered } from '../../support/emulated-queue.ts';

/** Messages to and from a worker of crawls, which is a separate process. */
export type ToWorker = { task: CrawlTask | ReportTask } | { invocation: Delivered<CrawlMessage>[] };
export type FromWorker =
  | { sent: CrawlMessage | ReportTask; delayMs: number }
  | { done: true }
  /** Ids of the messages of an invocation that failed. */
  | { failed: string[] };

/** Short, so that the lease of a killed worker expires soon. */
const LEASE_MS = 1_000;

/** After this number of pages, the time of the slices of an invocation has passed: crawls continue in many invocations. */
const PAGES_OF_SLICES = 30;

const [endpoint, resolve] = process.argv.slice(2) as [string, string];
const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
});
const settings = crawlFunctionSettings(endpoint, { overrides: resolve });
const db = createLightDynamoDB(settings, () => Promise.resolve(createSdkDynamoDB(client)));
const leases = createFetchLeases(db, coordinationTable.name, Date.now, LEASE_MS);
const queue = {
  async send(sent: CrawlMessage | ReportTask, delayMs = 0) {
    const delivered = Promise.withResolvers<void>();
    process.send!({ sent, delayMs } satisfies FromWorker, () => delivered.resolve());
    await delivered.promise;
  },
};
// So often that many crawls are terminated while they store a checkpoint, or after it.
const crawling = { ...createCrawlServices(db, settings), leases, queue, reports: queue, checkpointPages: 5 };
const reporting = { ...createReportServices(db, settings), leases, reportLeases: leases };

let passedMs = 0;
const shares = createInvocationShares({ now: () => performance.now() + passedMs });
let pagesLeft = Infinity;
const crawls: typeof crawling.crawls = {
  ...crawling.crawls,
  async addPage(...page) {
    const isAdded = await crawling.crawls.addPage(...page);
    pagesLeft -= 1;
    if (pagesLeft === 0) passedMs += SLICE_MS - MIN_VISIT_MS;
    return isAdded;
  },
};
const several = { ...crawling, crawls, shares, crawlGroups: queue };
const invocations = createJoinInvocation(several);
const handler = sqsHandler(async (body, { attributes }) => {
  const message = readTask(crawlMessage, body);
  await processCrawlMessage(message, Number(attributes.ApproximateReceiveCount), several, invocations);
  return message;
});

/** Invokes the function with messages. @returns ids of those that failed */
async function invoke(messages: Delivered<CrawlMessage>[]): Promise<string[]> {
  pagesLeft = PAGES_OF_SLICES;
  const Records = messages.map(({ id, body, receives }) => ({
    messageId: id,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: String(receives) },
  }));
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

const processTask = (task: CrawlTask | ReportTask) =>
  'task' in task ? reportCrawl(task, reporting) : crawlSlice(task, crawling);

process.on('message', (message: ToWorker) => {
  const work: Promise<FromWorker> =
    'invocation' in message
      ? invoke(message.invocation).then((failed) => ({ failed }))
      : processTask(message.task).then(() => ({ done: true }));
  void work.then((outcome) => process.send!(outcome));
});
