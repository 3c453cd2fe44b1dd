import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { answerCall, type JournalingServices, type Route } from './router.ts';
import { batchRoutes, type BatchRouteServices } from './batch-routes.ts';
import { operationRoutes, type OperationServices } from './operation-routes.ts';
import { comparisonRoutes, type ComparisonServices } from './comparison-routes.ts';
import { domainListRoutes, type DomainListServices } from './domain-list-routes.ts';
import { domainRoutes, type DomainServices } from './domain-routes.ts';
import { followedCrawlRoutes, type FollowedCrawlServices } from './followed-crawl-routes.ts';
import { keyRoutes, type KeyServices } from './key-routes.ts';
import { keywordRoutes, type KeywordServices } from './keyword-routes.ts';
import { pageRoutes, type PageRouteServices } from './page-routes.ts';
import type { BackOfficeSettings } from './settings.ts';
import { siteRoutes, type SiteRouteServices } from './site-routes.ts';
import { timelineRoutes, type TimelineRouteServices } from './timeline-routes.ts';
import { watchRoutes, type WatchRouteServices } from './watch-routes.ts';
import { reportRoutes, type ReportRouteServices } from './report-routes.ts';
import { createReportLinks } from '../core/site-reports/report-links.ts';
import { createJournal } from '../core/operations/journal.ts';
import { createKeywordLists } from '../core/keywords/keyword-lists.ts';
import { createBatchServices } from '../core/batches/batches-endpoint.ts';
import { createGatewayClient } from '../core/accounts/control-plane.ts';
import { createGatewayKeys } from '../core/accounts/gateway-keys.ts';
import { parseHostOverrides } from '../core/platform/network/host-overrides.ts';
import { createBackgroundRequests } from '../core/sources/providers/background-requests.ts';
import { createDomainCache } from '../core/domains/store/domain-cache.ts';
import { createDomainHistory, createScheduledSnapshots } from '../core/domains/store/domain-history.ts';
import { createDomainList } from '../core/domains/schedule/domain-list.ts';
import { createFetchLeases } from '../core/platform/coordination.ts';
import { createFollowCounts, createFollowedDomains } from '../core/domains/schedule/followed-domains.ts';
import { createDomainItems } from '../core/deletion/delete-domain.ts';
import { createKeyCopies } from '../core/accounts/key-holders.ts';
import { createFailedJobs } from '../core/operations/failed-jobs.ts';
import { createPages } from '../core/pages/pages.ts';
import { createQueueOperations } from '../core/platform/queues/queue-operations.ts';
import { urlsOfQueues } from '../core/operations/queues.ts';
import { cacheRows } from '../core/site-reports/lists/list-pages.ts';
import { readSpending } from '../core/sources/providers/daily-budget.ts';
import { createAllowances } from '../core/accounts/allowances.ts';
import { createCrawlQueue } from '../core/crawls/tasks.ts';
import { createDomainQueue } from '../core/domains/tasks.ts';
import { createMailer } from '../core/deliveries/mail.ts';
import { createTestLimits } from '../core/deliveries/test-limits.ts';
import { createWatchEvents } from '../core/watches/store/events.ts';
import { createTimeline } from '../core/watches/store/timeline.ts';
import { createWatches } from '../core/watches/store/watches.ts';
import { createCrawlsInProgress } from '../core/crawls/store/crawls-in-progress.ts';
import { createIssueCounts } from '../core/crawls/store/issue-counts.ts';
import { createSiteCrawls } from '../core/crawls/store/site-crawls.ts';
import { createInvokingClient, invokedEndpoint } from './invoke-endpoint.ts';
import type { DynamoDB } from '../core/platform/dynamodb/dynamodb.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';

/** All routes below `/back-office/api`. */
export const apiRoutes: Route<BackOfficeServices>[] = [
  ...keyRoutes,
  ...domainListRoutes,
  ...domainRoutes,
  ...comparisonRoutes,
  ...pageRoutes,
  ...siteRoutes,
  ...followedCrawlRoutes,
  ...reportRoutes,
  ...timelineRoutes,
  ...watchRoutes,
  ...batchRoutes,
  ...keywordRoutes,
  ...operationRoutes,
];

/** Created once per instance, with the first call. */
let services: BackOfficeServices | undefined;

/** Handles a call of `/back-office/api`. */
export function answerApiCall(event: APIGatewayProxyEvent, settings: BackOfficeSettings) {
  return answerCall(event, apiRoutes, (services ??= createServices(settings)));
}

type BackOfficeServices = BatchRouteServices &
  DomainListServices &
  DomainServices &
  ComparisonServices &
  PageRouteServices &
  SiteRouteServices &
  FollowedCrawlServices &
  ReportRouteServices &
  TimelineRouteServices &
  WatchRouteServices &
  KeyServices &
  KeywordServices &
  OperationServices &
  JournalingServices;

/** Clients of AWS; those of the environment by default. */
interface Clients {
  db?: DynamoDB;
  lambda?: Pick<LambdaClient, 'send'>;
}

/** Creates the API's services. */
export function createServices(
  settings: BackOfficeSettings,
  { db = createSdkDynamoDB(), lambda = createInvokingClient() }: Clients = {},
): BackOfficeServices {
  const coordination = settings.COORDINATION_TABLE;
  const schedule = settings.DOMAIN_SCHEDULE_TABLE;
  const { has: isReachable } = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const tables = {
    cache: settings.DOMAIN_CACHE_TABLE,
    history: settings.DOMAIN_HISTORY_TABLE,
    keywords: settings.KEYWORDS_TABLE,
    coordination,
    batches: settings.BATCHES_TABLE,
    pages: settings.PAGES_TABLE,
    siteCrawls: settings.SITE_CRAWLS_TABLE,
    operations: settings.OPERATIONS_TABLE,
    watches: settings.WATCHES_TABLE,
  };
  const crawls = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);
  const allowances = createAllowances(db, coordination, Date.now);
  return {
    keys: createGatewayKeys(createGatewayClient(), settings.STACK_NAME),
    planAllowances: settings.PLAN_ALLOWANCES,
    keyCopies: createKeyCopies(db, coordination, Date.now),
    watchLimits: createWatches(db, tables.watches, Date.now),
    readUsed: (owners) => allowances.usedByAll(owners),
    list: createDomainList(db, schedule),
    cache: createDomainCache(db, tables.cache),
    history: createDomainHistory(db, tables.history),
    snapshots: createScheduledSnapshots(db, tables.history),
    followed: createFollowedDomains(db, schedule, settings.MAX_FOLLOWED_DOMAINS),
    counts: createFollowCounts(db, schedule),
    domainItems: createDomainItems(db, tables),
    leases: createFetchLeases(db, coordination, Date.now),
    requests: createBackgroundRequests(db, coordination),
    spending: (days) => readSpending(db, coordination, days),
    dailyBudgetUsd: settings.DAILY_BUDGET_USD,
    hasDemo: settings.DEMO_PORTFOLIO !== '',
    workQueue: createDomainQueue(settings),
    queue: createQueueOperations({
      queueUrls: urlsOfQueues(settings),
      deadLettersUrl: settings.DEAD_LETTERS_URL,
    }),
    journal: createJournal(db, tables.operations, Date.now),
    failedJobs: createFailedJobs(db, tables.operations, Date.now),
    batches: createBatchServices({ db, settings, isReachable }),
    pages: createPages(db, tables.pages, Date.now),
    pageEndpoint: invokedEndpoint(lambda, settings.PAGE_FUNCTION),
    crawls: cacheRows(crawls),
    crawlsInProgress: createCrawlsInProgress(db, settings.SITE_CRAWLS_TABLE),
    issueCounts: createIssueCounts(db, tables.siteCrawls),
    reportLinks: createReportLinks(db, tables.siteCrawls, Date.now),
    maxCrawlPages: settings.MAX_CRAWL_PAGES,
    version: settings.SERVICE_VERSION,
    siteEndpoint: invokedEndpoint(lambda, settings.SITE_FUNCTION),
    verificationEndpoint: invokedEndpoint(lambda, settings.SITE_VERIFICATION_FUNCTION),
    stopping: {
      crawls,
      queue: createCrawlQueue(settings),
    },
    watches: createWatches(db, tables.watches, Date.now),
    timeline: createTimeline(db, tables.watches, Date.now),
    watchEvents: createWatchEvents(db, settings.WATCHES_TABLE, Date.now),
    watchesEndpoint: invokedEndpoint(lambda, settings.WATCHES_FUNCTION),
    watchMails: { publish: createMailer(settings.ALARMS_TOPIC), workspaceUrl: settings.WORKSPACE_URL },
    watchTests: createTestLimits(db, coordination, Date.now),
    keywordEndpoints: {
      keywords: invokedEndpoint(lambda, settings.KEYWORDS_FUNCTION),
      'long-tail': invokedEndpoint(lambda, settings.LONG_TAIL_FUNCTION),
    },
    keywordLists: createKeywordLists(db, tables.keywords),
    isReachable,
    now: Date.now,
  };
}
