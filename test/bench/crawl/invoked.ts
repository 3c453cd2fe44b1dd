import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { beginCrawl } from '../../../functions/core/crawls/begin-crawl.ts';
import { createJoinInvocation } from '../../../functions/core/crawls/join-invocation.ts';
import { processCrawlMessage } from '../../../functions/core/crawls/process-message.ts';
import { createCrawlServices } from '../../../functions/core/crawls/services.ts';
import { DEFAULT_OPTIONS } from '../../../functions/core/crawls/store/crawl-heads.ts';
import { crawlMessage, type CrawlMessage, type ReportTask } from '../../../functions/core/crawls/tasks.ts';
import { createLightDynamoDB } from '../../../functions/core/platform/dynamodb/light-client.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import { readTask } from '../../../functions/core/platform/queues/read-task.ts';
import { sqsHandler } from '../../../functions/core/platform/queues/sqs-handler.ts';
import { reportCrawl } from '../../../functions/core/site-reports/end/report-crawl.ts';
import { createReportServices } from '../../../functions/core/site-reports/end/services.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import type { Delivered } from '../../support/emulated-queue.ts';
import type { WithMiddleware } from '../../support/in-process-dynamodb.ts';
import { crawlFunctionSettings } from '../../support/crawl-functions.ts';
import { recordCalls } from '../consumed.ts';
import type { CrawlerSettings } from './crawled.ts';

/** What a process of the crawler or of the function of reports has to do. */
export type ToInvoked =
  { begin: string; pages: number } | { invocation: Delivered<CrawlMessage>[] } | { report: ReportTask };

/** A message that it sends, or the end of the work with what it took. */
export type FromInvoked = { sent: CrawlMessage | ReportTask; delayMs: number } | Invoked;

export interface Invoked {
  /** Ids of the messages that failed. */
  failed: string[];
  /** Duration on the clock of the process, and CPU time of all threads. */
  ms: number;
  cpuMs: number;
  readUnits: number;
  writeUnits: number;
  /** Peak memory of the process so far (RSS). */
  peakMb: number;
}

const { world, databaseMs } = JSON.parse(process.argv[2]!) as CrawlerSettings;
const endpoint = `http://127.0.0.1:${world.tablesPort}`;
const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
const { real } = world;
const settings = crawlFunctionSettings(endpoint, {
  overrides: `${real.host}=127.0.0.1:${real.port},*.test=127.0.0.1:${world.madePort}`,
  dnsServer: world.dnsServer,
});
Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
});
const calls = recordCalls(client as unknown as WithMiddleware, databaseMs);
// To count units or add latency, the SDK has to make all calls.
const sdk = createSdkDynamoDB(client);
const db = databaseMs > 0 ? sdk : createLightDynamoDB(settings, () => Promise.resolve(sdk));
const queue = {
  async send(sent: CrawlMessage | ReportTask, delayMs = 0) {
    const delivered = Promise.withResolvers<void>();
    process.send!({ sent, delayMs } satisfies FromInvoked, () => delivered.resolve());
    await delivered.promise;
  },
};
const services = { ...createCrawlServices(db, settings), queue, crawlGroups: queue, reports: queue };
const reporting = createReportServices(db, settings);
const invocations = createJoinInvocation(services);
// As the deployed handler, without the record of last failures.
const handler = sqsHandler(async (body, { attributes }) => {
  const message = readTask(crawlMessage, body);
  await processCrawlMessage(message, Number(attributes.ApproximateReceiveCount), services, invocations);
  return message;
});

/** @returns ids of the messages that failed */
async function work(order: ToInvoked): Promise<string[]> {
  if ('begin' in order) {
    const request = { domain: order.begin, pages: order.pages, options: DEFAULT_OPTIONS };
    await beginCrawl(request, { owner: null, allowance: null }, services);
    return [];
  }
  if ('report' in order) {
    await reportCrawl(order.report, reporting);
    return [];
  }
  const Records = order.invocation.map(({ id, body, receives }) => ({
    messageId: id,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: String(receives) },
  }));
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

async function measured(order: ToInvoked): Promise<Invoked> {
  calls.length = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const failed = await work(order);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const sum = (kind: 'readUnits' | 'writeUnits') => calls.reduce((all, call) => all + call[kind], 0);
  return {
    ...{ failed, ms, cpuMs: (user + system) / 1_000, readUnits: sum('readUnits'), writeUnits: sum('writeUnits') },
    peakMb: process.resourceUsage().maxRSS / 1_024,
  };
}

process.on('message', (order: ToInvoked) => void measured(order).then((invoked) => process.send!(invoked)));
