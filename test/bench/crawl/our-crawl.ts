import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beginCrawl } from '../../../functions/core/crawls/begin-crawl.ts';
import { crawlSlice } from '../../../functions/core/crawls/crawl-slice.ts';
import { reportCrawl } from '../../../functions/core/site-reports/end/report-crawl.ts';
import { createReportServices } from '../../../functions/core/site-reports/end/services.ts';
import { DEFAULT_OPTIONS } from '../../../functions/core/crawls/store/crawl-heads.ts';
import { createCrawlServices } from '../../../functions/core/crawls/services.ts';
import type { CrawlTask, ReportTask } from '../../../functions/core/crawls/tasks.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { crawlFunctionSettings } from '../../support/crawl-functions.ts';
import { recordCalls } from '../consumed.ts';
import type { WithMiddleware } from '../../support/in-process-dynamodb.ts';
import type { Crawled, CrawlerSettings, CrawlOrder } from './crawled.ts';
import { createLightDynamoDB } from '../../../functions/core/platform/dynamodb/light-client.ts';

const { world, databaseMs } = JSON.parse(process.argv[2]!) as CrawlerSettings;
const { tablesPort, madePort, real, dnsServer } = world;
const endpoint = `http://127.0.0.1:${tablesPort}`;
const client = new DynamoDBClient({
  endpoint,
  region: localRegion,
  credentials: localCredentials,
});
const settings = crawlFunctionSettings(endpoint, {
  overrides: `${real.host}=127.0.0.1:${real.port},*.test=127.0.0.1:${madePort}`,
  dnsServer,
});
Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
});
const calls = recordCalls(client as unknown as WithMiddleware, databaseMs);
const messages: CrawlTask[] = [];
/** Ignores delays, since there is no other work. */
const queue = { send: (task: CrawlTask) => Promise.resolve(void messages.push(task)) };
// To count units or add latency, the SDK has to make all calls.
const sdk = createSdkDynamoDB(client);
const db = databaseMs > 0 ? sdk : createLightDynamoDB(settings, () => Promise.resolve(sdk));
const deployed = createCrawlServices(db, settings);
let reportFrom: NodeJS.CpuUsage | undefined;
/** The computation of the result starts with reading the stored crawls. */
const crawls: typeof deployed.crawls = {
  ...deployed.crawls,
  list(...args) {
    reportFrom = process.cpuUsage();
    return deployed.crawls.list(...args);
  },
};
const reportTasks: ReportTask[] = [];
const reports = { send: (task: ReportTask) => Promise.resolve(void reportTasks.push(task)) };
const services = { ...deployed, crawls, queue, reports };
const reporting = { ...createReportServices(db, settings), crawls };

/** Crawls a site like the function. @returns the cost; the database units include the start of the crawl */
async function crawl({ host, pages, options }: CrawlOrder): Promise<Crawled> {
  calls.length = 0;
  let slices = 0;
  const request = { domain: host, pages, options: { ...DEFAULT_OPTIONS, ...options } };
  await beginCrawl(request, { owner: null, allowance: null }, services);
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (let task = messages.shift(); task; task = messages.shift()) {
    slices += 1;
    await crawlSlice(task, services);
    for (let next = reportTasks.shift(); next; next = reportTasks.shift()) await reportCrawl(next, reporting);
  }
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - started;
  const report = process.cpuUsage(reportFrom);
  const sum = (kind: 'readUnits' | 'writeUnits') => calls.reduce((all, call) => all + call[kind], 0);
  const taken = {
    cpuMs: (user + system) / 1_000,
    ms,
    slices,
    reportMs: (report.user + report.system) / 1_000,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
  };
  const [ended] = await deployed.crawls.list(host, { consistent: true });
  let targets = 0;
  for await (const { state } of services.crawls.readTargets(ended!)) targets += state === 'found' ? 1 : 0;
  await services.crawls.deleteDomain(host);
  return { ...taken, requested: ended!.fetched, targets };
}

process.on('message', (order: CrawlOrder) => void crawl(order).then((crawled) => process.send!(crawled)));
