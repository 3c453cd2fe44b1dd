import type { APIGatewayProxyEvent } from 'aws-lambda';
import { unlimited } from '../../../functions/core/accounts/fetch-slots.ts';
import type { Endpoint } from '../../../functions/core/platform/http/endpoint.ts';
import { crawlSlice } from '../../../functions/core/crawls/crawl-slice.ts';
import { createCrawlServices } from '../../../functions/core/crawls/services.ts';
import { crawlerSettings } from '../../../functions/core/crawls/settings.ts';
import type { CrawlTask, ReportTask } from '../../../functions/core/crawls/tasks.ts';
import { createDynamoDB } from '../../../functions/core/platform/dynamodb/light-client.ts';
import { createSiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import { answerComparison } from '../../../functions/core/site-reports/answer/comparison-endpoint.ts';
import {
  createSiteIssuesEndpoint,
  createSiteLinksEndpoint,
  createSitePagesEndpoint,
} from '../../../functions/core/site-reports/answer/list-endpoints.ts';
import { createSiteEndpoint } from '../../../functions/core/site-reports/answer/site-endpoint.ts';
import { compareSite } from '../../../functions/core/site-reports/compare/compare-site.ts';
import { reportCrawl } from '../../../functions/core/site-reports/end/report-crawl.ts';
import { createReportServices } from '../../../functions/core/site-reports/end/services.ts';
import { listIssues } from '../../../functions/core/site-reports/lists/list-evidence.ts';
import { reporterSettings, ownCrawlsSettings, siteSettings } from '../../../functions/core/site-reports/settings.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { settingsOf } from '../../support/settings.ts';
import type { AnswerName } from './orders.ts';

// What the deployed functions do, over the database of the world.

const NO_ALLOWANCE = { domains: 1, pages: 1, watches: 1 };

const environment = (port: number) => ({
  AWS_REGION: localRegion,
  AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
  COORDINATION_TABLE: coordinationTable.name,
  DOMAIN_HISTORY_TABLE: historyTable.name,
  DOMAIN_SCHEDULE_TABLE: scheduleTable.name,
  SITE_CRAWLS_TABLE: siteCrawlsTable.name,
  PLAN_ALLOWANCES: JSON.stringify({ basic: NO_ALLOWANCE, pro: NO_ALLOWANCE }),
  RESOLVE_OVERRIDES: '*.test=127.0.0.1:9',
});

/** Sets what the SDK reads from the environment. */
export function setEnvironment(port: number): void {
  Object.assign(process.env, environment(port), {
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
  });
}

/**
 * Creates the endpoint of an answer. The search is the workspace's; the comparison lacks the read of the caller's owner.
 */
export function endpointOf(name: AnswerName, port: number): Endpoint {
  const list = settingsOf(ownCrawlsSettings, environment(port));
  const create: Record<AnswerName, () => Endpoint> = {
    site: () => createSiteEndpoint(settingsOf(siteSettings, environment(port))),
    pages: () => createSitePagesEndpoint(list),
    issues: () => createSiteIssuesEndpoint(list),
    links: () => createSiteLinksEndpoint(list),
    search: () => async (event) => {
      const found = await listIssues({ ...requestOf(event), limit: 100 }, crawlsAt(port));
      return { statusCode: 200, body: JSON.stringify({ data: found }) };
    },
    compare: () => async (event) => {
      const caller = { ownerOf: () => Promise.resolve(null), whileComparing: unlimited };
      const compared = await compareSite(requestOf(event), caller, crawlsAt(port));
      const { format } = requestOf(event);
      return answerComparison(event, compared, { format, version: '0.0.0', caller: '' });
    },
  };
  return create[name]();
}

function crawlsAt(port: number) {
  const settings = settingsOf(ownCrawlsSettings, environment(port));
  return createSiteCrawls(createDynamoDB(settings), settings.SITE_CRAWLS_TABLE, Date.now);
}

function requestOf({ queryStringParameters }: APIGatewayProxyEvent) {
  return queryStringParameters as { domain: string; search?: string; format?: 'sarif' };
}

/** Restores a crawl from its stored visits, as a new instance of the crawler does, and hands it over to the reporter. */
export async function restoreCrawl(task: CrawlTask, port: number): Promise<void> {
  const settings = settingsOf(crawlerSettings, environment(port));
  const messages = [task];
  const reports: ReportTask[] = [];
  const services = {
    ...createCrawlServices(createDynamoDB(settings), settings),
    queue: { send: (next: CrawlTask) => Promise.resolve(void messages.push(next)) },
    reports: { send: (report: ReportTask) => Promise.resolve(void reports.push(report)) },
  };
  for (let next = messages.shift(); next && reports.length === 0; next = messages.shift()) {
    await crawlSlice(next, services);
  }
}

/** Makes the report of a crawl of which all visits are stored. @param onRestored called before the report */
export async function endCrawl(task: CrawlTask, port: number, onRestored: () => Promise<void>): Promise<void> {
  await restoreCrawl(task, port);
  await onRestored();
  const settings = settingsOf(reporterSettings, environment(port));
  await reportCrawl(task, createReportServices(createDynamoDB(settings), settings));
}
