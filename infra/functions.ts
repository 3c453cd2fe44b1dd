import {
  docsDefinition,
  docsFileDefinition,
  indexDefinition,
  openApiDefinition,
} from '../functions/api-docs/definition.ts';
import { usageDefinition } from '../functions/core/accounts/definitions.ts';
import { batchDefinition, newBatchDefinition } from '../functions/core/batches/definitions.ts';
import { CRAWLER_MS, REPORTER_MS } from '../functions/core/crawls/limits.ts';
import { DUE_DELIVERIES_INDEX } from '../functions/core/deliveries/deliveries.ts';
import { SENDER_MS } from '../functions/core/deliveries/limits.ts';
import { historyDefinition, queryDefinition } from '../functions/core/domains/definitions.ts';
import { DUE_INDEX, ROWS_INDEX } from '../functions/core/domains/schedule/stored-row.ts';
import { forumAccountDefinition, forumUserDefinition } from '../functions/core/forum/definitions.ts';
import { keywordsDefinition } from '../functions/core/keywords/definition.ts';
import { longTailDefinition } from '../functions/core/long-tail/definition.ts';
import { BY_DOMAIN_INDEX } from '../functions/core/operations/failed-jobs.ts';
import { pageDefinition } from '../functions/core/pages/definitions.ts';
import type { EndpointDefinition } from '../functions/core/platform/http/definition.ts';
import { type QueueName, WORKER_MS } from '../functions/core/operations/queues.ts';
import { GATEWAY_MS } from '../functions/core/platform/time/limits.ts';
import {
  issuesDefinition,
  siteComparisonDefinition,
  siteCrawlsDefinition,
  siteDefinition,
  siteIssuesDefinition,
  siteLinksDefinition,
  sitePagesDefinition,
  siteVerificationDefinition,
} from '../functions/core/site-reports/definitions.ts';
import { watchDefinitions } from '../functions/core/watches/definitions.ts';
import { healthDefinition } from '../functions/health/definition.ts';
import { mcpDefinition } from '../functions/mcp/definition.ts';
import { copyBackOfficePage, copyDocs, copyReportLogo } from './constructs/page-files.ts';
import {
  type Allow,
  allowBackOffice,
  allowBatches,
  allowDeletingFromWatches,
  allowHistory,
  allowKeywords,
  allowLongTail,
  allowPage,
  allowProviderRequests,
  allowQuery,
  allowRecords,
  allowSalt,
  allowSite,
  allowSiteEvidenceOfOwner,
  allowWatching,
  KEYS,
} from './permissions.ts';
import type { DeploymentSettings } from './settings.ts';
import { watchesSecretParameter } from './settings.ts';

/** A Lambda function; its folder below `functions/` has its settings and its handler. */
export interface FunctionRow {
  /** Lambda allocates CPU in proportion to memory: 1,769 MB are one core. */
  memoryMb: number;
  timeoutSeconds?: number;
  /** Its routes, unless they need a sign-in, or are those of all paths. */
  endpoints?: readonly EndpointDefinition[];
  /** Queues whose messages it receives; failures are failed jobs. */
  queues?: readonly (QueueName | 'deadLetters')[];
  /** It runs every ten minutes, with an alarm if it does not run for an hour. */
  schedule?: {
    /** Id of a construct, which is part of the logical ids of its resources. */
    id: string;
    description: string;
    /** What does not run, and what then does not happen, for the alarm. */
    stopped: [name: string, without: string];
  };
  /**
   * It sends to its own queue on purpose, with a hop limit of its own. Lambda stops other functions after about 16
   * invocations in one chain (Lambda Developer Guide, Use Lambda recursive loop detection to prevent infinite loops).
   */
  sendsToItself?: boolean;
  /** Without X-Ray: it runs in milliseconds and calls nothing, so that a trace would cost more than the invocation. */
  isUntraced?: boolean;
  /** Writes further files into the bundle's folder. */
  addFiles?: (outputDir: string, settings: DeploymentSettings) => void;
  /** Id of a construct around it, which is part of the logical ids of its resources: other ids would delete its logs. */
  within?: string;
  allow?: Allow;
}

/** Memory of functions that compare two crawls of up to 50,000 pages while a client waits: a whole core. */
const COMPARING_MB = 1_769;

/** Functions of endpoints, in the order of the document. */
export const endpointFunctions = {
  'seo-query': { endpoints: [queryDefinition], memoryMb: 1024, allow: allowQuery },
  'seo-history': { endpoints: [historyDefinition], memoryMb: 512, allow: allowHistory },
  'seo-keywords': { endpoints: [keywordsDefinition], memoryMb: 1024, allow: allowKeywords },
  'seo-long-tail': { endpoints: [longTailDefinition], memoryMb: 1024, allow: allowLongTail },
  'seo-page': { endpoints: [pageDefinition], memoryMb: 1024, allow: allowPage },
  'seo-site-pages': { endpoints: [sitePagesDefinition], memoryMb: 512, allow: allowSiteEvidenceOfOwner },
  'seo-site-issues': { endpoints: [siteIssuesDefinition], memoryMb: 1024, allow: allowSiteEvidenceOfOwner },
  'seo-site-links': { endpoints: [siteLinksDefinition], memoryMb: 1024, allow: allowSiteEvidenceOfOwner },
  'seo-site-compare': {
    endpoints: [siteComparisonDefinition],
    memoryMb: COMPARING_MB,
    allow: allowSiteEvidenceOfOwner,
  },
  'seo-site-crawls': { endpoints: [siteCrawlsDefinition], memoryMb: 512, allow: allowSiteEvidenceOfOwner },
  'seo-site-verification': {
    endpoints: [siteVerificationDefinition],
    memoryMb: 1024,
    allow(fn, { tables }) {
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem');
      fn.allow(tables.domainSchedule, 'GetItem');
      fn.allow(tables.siteCrawls, 'GetItem', 'UpdateItem');
      fn.allowKeyHolders();
    },
  },
  'seo-issues': { endpoints: [issuesDefinition], memoryMb: 256, timeoutSeconds: 10 },
  usage: {
    endpoints: [usageDefinition],
    memoryMb: 512,
    allow(fn, { tables }) {
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem');
      fn.allowKeyHolders();
      fn.allowControlPlane('GET', '/usageplans/*/usage');
    },
  },
  'seo-site': {
    endpoints: [siteDefinition],
    memoryMb: 512,
    allow(fn, resources) {
      allowSite(fn, resources);
      fn.allowEncrypting(resources.credentialsKey);
      // `DELETE` stops a crawl.
      fn.allow(resources.tables.siteCrawls, 'UpdateItem');
      // For the limit of deliveries to unconfirmed addresses.
      fn.allow(resources.tables.watches, 'GetItem', 'Query');
    },
  },
  'seo-batches': { endpoints: [newBatchDefinition, batchDefinition], memoryMb: 1024, allow: allowBatches },
  'seo-watches': {
    endpoints: watchDefinitions,
    memoryMb: 512,
    allow(fn, { settings, tables, credentialsKey }) {
      // For crawls with credentials, which require a proof of control.
      fn.allow(tables.siteCrawls, 'GetItem');
      fn.allowEncrypting(credentialsKey);
      fn.allow(tables.watches, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
      // Watched domains are followed.
      fn.allow(tables.domainSchedule, 'GetItem', 'BatchGetItem', 'UpdateItem');
      // For watches of a tag.
      fn.allowIndex(tables.domainSchedule, ROWS_INDEX);
      // For the limits of tests, slots of receivers, and copies of keys' holders.
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
      // It signs test deliveries, and shows new secrets.
      fn.allowOwnSecret(watchesSecretParameter(settings));
      fn.allowKeyHolders();
    },
  },
  'forum-account': { endpoints: [forumAccountDefinition], memoryMb: 512, allow: allowSalt },
  'forum-user': { endpoints: [forumUserDefinition], memoryMb: 512, allow: allowSalt },
  health: { endpoints: [healthDefinition], memoryMb: 256, timeoutSeconds: 10, isUntraced: true },
  'api-docs': {
    endpoints: [indexDefinition, openApiDefinition, docsDefinition, docsFileDefinition],
    memoryMb: 256,
    timeoutSeconds: 10,
    addFiles: copyDocs,
    within: 'ApiDocs',
  },
  mcp: {
    endpoints: [mcpDefinition],
    memoryMb: 1024,
    // The tools of assistants call the `GET` endpoints, so that it needs their permissions.
    allow(fn, resources) {
      const ofEndpoints = [
        allowQuery,
        allowHistory,
        allowKeywords,
        allowLongTail,
        allowPage,
        allowSite,
        allowSiteEvidenceOfOwner,
      ];
      for (const allow of ofEndpoints) allow(fn, resources);
    },
  },
} satisfies Record<string, FunctionRow>;

/** Functions that receive messages or run on a schedule. */
export const backgroundFunctions = {
  'snapshot-worker': {
    queues: ['work', 'learning', 'batches'],
    memoryMb: 1024,
    timeoutSeconds: WORKER_MS / 1000,
    sendsToItself: true,
    allow(fn, resources) {
      const { tables, workQueue } = resources;
      allowRecords(fn, resources);
      // To read whether a day has its snapshot, and to add metrics that arrived late.
      fn.allow(tables.domainHistory, 'GetItem', 'Query');
      // Suggestions of search engines are collected in the background.
      fn.allow(tables.keywords, 'BatchGetItem', 'UpdateItem', 'DeleteItem');
      fn.allow(tables.batches, 'GetItem', 'Query', 'UpdateItem');
      fn.allowSending(workQueue.batches);
      fn.allowSending(workQueue.completions);
      // For weekly crawls of sites.
      fn.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem');
      fn.allowSending(workQueue.crawls);
      allowWatching(fn, resources);
      // Why a message failed for the last time.
      fn.allow(tables.operations, 'PutItem');
    },
  },
  'batch-completer': {
    queues: ['completions'],
    // It mostly waits for slots of sources, of at most four domains.
    memoryMb: 256,
    timeoutSeconds: WORKER_MS / 1000,
    sendsToItself: true,
    allow(fn, resources) {
      const { tables, workQueue } = resources;
      allowProviderRequests(fn, resources);
      fn.allow(tables.domainCache, 'GetItem', 'PutItem');
      // Also to add metrics to the snapshot of a day.
      fn.allow(tables.domainHistory, 'GetItem', 'UpdateItem', 'BatchWriteItem');
      fn.allow(tables.domainSchedule, 'GetItem', 'UpdateItem');
      fn.allow(tables.batches, 'GetItem', 'Query', 'UpdateItem');
      fn.allowSending(workQueue.completions);
      // For the end of a batch.
      fn.allow(tables.watches, 'GetItem', 'Query', 'PutItem');
      fn.allowSending(workQueue.deliveries);
      // Why a message failed for the last time.
      fn.allow(tables.operations, 'PutItem');
    },
  },
  'site-crawler': {
    queues: ['crawls'],
    memoryMb: 768,
    timeoutSeconds: CRAWLER_MS / 1000,
    sendsToItself: true,
    allow(fn, { tables, workQueue, credentialsKey }) {
      fn.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
      fn.allowDecrypting(credentialsKey);
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
      // To read whether the operator has blocked the site.
      fn.allow(tables.domainSchedule, 'GetItem');
      fn.allowSending(workQueue.crawls);
      fn.allowSending(workQueue.reports);
      // Why a message failed for the last time.
      fn.allow(tables.operations, 'PutItem');
    },
  },
  'site-reporter': {
    queues: ['reports'],
    // All pages and links of a crawl are in memory. This is the most that new accounts may have.
    memoryMb: 3008,
    timeoutSeconds: REPORTER_MS / 1000,
    sendsToItself: true,
    allow(fn, resources) {
      const { tables, workQueue } = resources;
      fn.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
      // Leases.
      fn.allow(tables.coordination, 'PutItem', 'UpdateItem', 'DeleteItem');
      // For the metrics of a crawl that has ended.
      fn.allow(tables.domainSchedule, 'UpdateItem');
      fn.allow(tables.domainHistory, 'Query', 'UpdateItem');
      // The next watches of the domain.
      fn.allowSending(workQueue.reports);
      allowWatching(fn, resources);
      // Why a message failed for the last time.
      fn.allow(tables.operations, 'PutItem');
    },
  },
  'watch-sender': {
    queues: ['deliveries'],
    memoryMb: 256,
    timeoutSeconds: SENDER_MS / 1000,
    sendsToItself: true,
    allow(fn, { settings, tables, workQueue }) {
      fn.allow(tables.watches, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
      // For the slots of receivers, and the limits of tests.
      fn.allow(tables.coordination, 'PutItem', 'UpdateItem', 'DeleteItem');
      // To read whether the operator has blocked a receiver.
      fn.allow(tables.domainSchedule, 'GetItem');
      fn.allowOwnSecret(watchesSecretParameter(settings));
      // Retries.
      fn.allowSending(workQueue.deliveries);
      // Why a message failed for the last time.
      fn.allow(tables.operations, 'PutItem');
    },
  },
  'dead-letters': {
    queues: ['deadLetters'],
    memoryMb: 256,
    // A few items are written in milliseconds.
    timeoutSeconds: 10,
    allow(fn, { tables }) {
      fn.allow(tables.operations, 'GetItem', 'PutItem');
    },
  },
  'snapshot-scheduler': {
    schedule: {
      id: 'SnapshotSchedule',
      description: 'Hands domains whose snapshot is due to the worker',
      stopped: ['snapshot scheduler', 'no snapshots are taken'],
    },
    memoryMb: 512,
    timeoutSeconds: 300,
    allow(fn, { tables, workQueue }) {
      // For the lease of a domain that is being deleted, and its items.
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
      fn.allow(tables.domainSchedule, 'GetItem', 'UpdateItem', 'DeleteItem');
      fn.allowIndex(tables.domainSchedule, DUE_INDEX);
      fn.allow(tables.domainHistory, 'Query', 'BatchWriteItem');
      fn.allow(tables.domainCache, 'DeleteItem');
      fn.allow(tables.keywords, 'DeleteItem');
      fn.allow(tables.batches, 'GetItem', 'Query', 'UpdateItem');
      fn.allow(tables.pages, 'Query', 'BatchWriteItem');
      fn.allow(tables.siteCrawls, 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
      fn.allow(tables.operations, 'BatchWriteItem');
      fn.allowIndex(tables.operations, BY_DOMAIN_INDEX);
      fn.allowSending(workQueue.queue);
      allowDeletingFromWatches(fn, tables);
      // For batches and crawls whose messages were lost.
      fn.allowSending(workQueue.batches);
      fn.allowSending(workQueue.completions);
      fn.allowSending(workQueue.crawls);
    },
  },
  'delivery-scheduler': {
    schedule: {
      id: 'DeliverySchedule',
      description: 'Sends the messages of deliveries that are due',
      stopped: ['delivery scheduler', 'late deliveries are not sent'],
    },
    memoryMb: 256,
    timeoutSeconds: 300,
    allow(fn, { tables, workQueue }) {
      fn.allow(tables.watches, 'GetItem', 'UpdateItem');
      fn.allowIndex(tables.watches, DUE_DELIVERIES_INDEX);
      fn.allowSending(workQueue.deliveries);
    },
  },
} satisfies Record<string, FunctionRow>;

/** Functions of the workspace; `constructs/back-office.ts` adds their routes, which need a sign-in, and their settings. */
const workspaceFunctions = {
  // Same memory as the public endpoint of batches.
  'back-office': { memoryMb: 1024, allow: allowBackOffice },
  // What is public: the page and reports. It has no access to keys.
  'workspace-page': {
    // A report contains a comparison.
    memoryMb: COMPARING_MB,
    addFiles(outputDir, { reportLogo }) {
      copyBackOfficePage(outputDir);
      if (reportLogo !== undefined) copyReportLogo(outputDir, reportLogo);
    },
    allow(fn, { tables }) {
      fn.allow(tables.domainCache, 'GetItem');
      fn.allow(tables.domainHistory, 'Query');
      fn.allow(tables.siteCrawls, 'GetItem', 'Query');
    },
  },
  'key-expiry': {
    schedule: {
      id: 'ExpiredKeys',
      description: 'Disables expired keys',
      stopped: ['expiry of keys', 'expired keys still work'],
    },
    memoryMb: 256,
    timeoutSeconds: 60,
    allow(fn, { settings }) {
      fn.allowControlPlane('GET', KEYS);
      fn.allowKeysOf(settings.stackName, 'PATCH');
    },
  },
} satisfies Record<string, FunctionRow>;

/** Functions of the gateway itself. */
const gatewayFunctions = {
  // It takes a few milliseconds; a cold start during a burst may take longer.
  'api-key-authorizer': { memoryMb: 256, timeoutSeconds: 10, isUntraced: true },
  // Of all paths, so that it is added after them.
  'method-not-allowed': { memoryMb: 256, timeoutSeconds: 10, isUntraced: true },
} satisfies Record<string, FunctionRow>;

/** All Lambda functions, by folder. */
export const functions = {
  ...gatewayFunctions,
  ...endpointFunctions,
  ...backgroundFunctions,
  ...workspaceFunctions,
};

export type FunctionName = keyof typeof functions;

/** @returns the timeout of the function that receives the messages of a queue */
export function timeoutSecondsOfQueue(queue: QueueName | 'deadLetters'): number {
  return timeoutSecondsOf(Object.values<FunctionRow>(functions).find(({ queues }) => queues?.includes(queue))!);
}

/** All endpoints except those of the back office, in the order of the document. */
export const endpoints: readonly EndpointDefinition[] = Object.values<FunctionRow>(endpointFunctions).flatMap(
  (row) => row.endpoints ?? [],
);

/** @returns the timeout of a function, by default the gateway's */
export function timeoutSecondsOf({ timeoutSeconds = GATEWAY_MS / 1000 }: FunctionRow): number {
  return timeoutSeconds;
}
