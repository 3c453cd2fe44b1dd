import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { sourceKeys } from '../functions/core/sources/providers/keys.ts';
import { DUE_INDEX } from '../functions/core/domains/schedule/stored-row.ts';
import { BY_DOMAIN_INDEX } from '../functions/core/operations/dead-letters.ts';
import { SEARCHED_INDEXES } from '../functions/core/keywords/index/posting-list.ts';
import { CRAWLER_MS } from '../functions/core/sites/crawl/limits.ts';
import { WORKER_MS } from '../functions/core/platform/time/limits.ts';
import { copyDocs } from './constructs/docs-files.ts';
import { BackOffice } from './constructs/back-office.ts';
import { CustomDomain } from './constructs/custom-domain.ts';
import { Firewall } from './constructs/firewall.ts';
import { Observability } from './constructs/observability.ts';
import { apiUrl, PublicApi } from './constructs/public-api.ts';
import { ServiceFunction, TAGS_OF_KEYS } from './constructs/service-function.ts';
import { SnapshotSchedule } from './constructs/snapshot-schedule.ts';
import { BATCH_ACTIONS, Tables } from './constructs/tables.ts';
import { planAllowances, UsagePlans } from './constructs/usage-plans.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { endpoints } from './endpoints.ts';
import type { FunctionName, SharedValues } from './function-settings.ts';
import { serviceVersion } from './service-version.ts';
import { type DeploymentSettings, saltParameter, sourceKeysPrefix } from './settings.ts';

/** They run in milliseconds and call nothing: a trace of them costs more than they do. */
const UNTRACED = new Set(['ApiKeyAuthorizer', 'Health', 'MethodNotAllowed']);

/** A few letters are written in milliseconds. */
const KEEPER_SECONDS = 10;

/** The deployed stack, composed of constructs that each own one concern. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, settings: DeploymentSettings) {
    super(scope, id, { description: 'Domain search metrics and forum proxy' });

    const tables = new Tables(this, 'Tables');
    const authorizer = new ServiceFunction(this, 'ApiKeyAuthorizer', {
      name: 'api-key-authorizer',
      // It takes a few milliseconds; a cold start during a burst may take longer.
      timeoutSeconds: 10,
      memoryMb: 256,
      values: {},
    });
    const api = new PublicApi(this, 'PublicApi', {
      settings,
      authorizer: authorizer.function,
    });

    const workQueue = new WorkQueue(this, 'WorkQueue', {
      concurrency: settings.queueConcurrency,
      workerTimeoutSeconds: WORKER_MS / 1000,
      crawlerTimeoutSeconds: CRAWLER_MS / 1000,
      keeperTimeoutSeconds: KEEPER_SECONDS,
    });
    const values = valuesOf({ settings, tables, api, workQueue });
    const parts = { settings, tables, api, workQueue, values };
    const servers = addEndpoints(this, parts);
    addSnapshotWorker(this, parts);
    addSnapshotScheduler(this, parts);
    addSiteCrawler(this, parts);
    addDeadLetters(this, parts);
    new BackOffice(this, 'BackOffice', { ...parts, servers });
    // After all routes: it answers for them.
    addMethodNotAllowed(this, parts);
    new UsagePlans(this, 'UsagePlans', { settings, stage: api.restApi.deploymentStage });
    if (settings.wafRequestsPer5Minutes) {
      new Firewall(this, 'Firewall', { api: api.restApi, requestsPer5Minutes: settings.wafRequestsPer5Minutes });
    }
    const { domainName, certificateArn, hostedZoneId } = settings;
    if (domainName !== undefined && certificateArn !== undefined) {
      new CustomDomain(this, 'CustomDomain', { api: api.restApi, domainName, certificateArn, hostedZoneId });
    }
    if (settings.traces) this.trace();
    new Observability(this, 'Observability', { api: api.restApi, workQueue, alarmEmail: settings.alarmEmail });
    new CfnOutput(this, 'BaseUrl', { value: apiUrl(api.restApi, settings.stageName, '') });
  }

  private trace() {
    const functions = this.node.findAll().filter((found) => found instanceof ServiceFunction);
    for (const fn of functions) if (!UNTRACED.has(fn.node.id)) fn.trace();
  }
}

interface Parts {
  settings: DeploymentSettings;
  tables: Tables;
  api: PublicApi;
  workQueue: WorkQueue;
  /** Of all functions' settings. */
  values: SharedValues;
}

/** Each function gets those of its own settings. */
function valuesOf({ settings, tables, api, workQueue }: Omit<Parts, 'values'>): SharedValues {
  return {
    STACK_NAME: settings.stackName,
    SERVICE_VERSION: serviceVersion(),
    METRICS_NAMESPACE: settings.stackName,
    DOMAIN_CACHE_TABLE: tables.domainCache.tableName,
    DOMAIN_HISTORY_TABLE: tables.domainHistory.tableName,
    DOMAIN_SCHEDULE_TABLE: tables.domainSchedule.tableName,
    KEYWORDS_TABLE: tables.keywords.tableName,
    COORDINATION_TABLE: tables.coordination.tableName,
    BATCHES_TABLE: tables.batches.tableName,
    PAGES_TABLE: tables.pages.tableName,
    SITE_CRAWLS_TABLE: tables.siteCrawls.tableName,
    OPERATIONS_TABLE: tables.operations.tableName,
    WORK_QUEUE_URL: workQueue.queue.queueUrl,
    LEARNING_QUEUE_URL: workQueue.learning.queueUrl,
    BATCH_QUEUE_URL: workQueue.batches.queueUrl,
    CRAWL_QUEUE_URL: workQueue.crawls.queueUrl,
    DEAD_LETTERS_URL: workQueue.deadLetters.queueUrl,
    CRAWLER_CONTACT_URL: settings.crawlerContactUrl ?? apiUrl(api.restApi, settings.stageName, '/docs'),
    MAX_FOLLOWED_DOMAINS: settings.maxFollowedDomains,
    MAX_CRAWL_PAGES: settings.maxCrawlPages,
    WEEKLY_SITE_CRAWLS: String(settings.weeklySiteCrawls),
    SOURCE_KEYS_PREFIX: sourceKeysPrefix(settings),
    DISABLED_SOURCES: settings.disabledSources,
    DAILY_BUDGET_USD: settings.dailyBudgetUsd,
    PLAN_ALLOWANCES: planAllowances(settings),
    FORUM_UPSTREAM_URL: settings.forumUpstreamUrl ?? '',
    FORUM_MARKET_ID: settings.forumMarketId,
    FORUM_DEVICE_CODE: settings.forumDeviceCode,
    FORUM_SIGN_SALT_PARAMETER: saltParameter(settings),
    FORUM_EXCLUDED_BOARDS: settings.forumExcludedBoards,
    FORUM_BATCH_CONCURRENCY: settings.forumBatchConcurrency,
    FORUM_BATCH_PAUSE_MS: settings.forumBatchPauseMs,
  };
}

function allowAsking(fn: ServiceFunction, { settings, tables }: Parts) {
  fn.allow(tables.coordination, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
  fn.allowSecrets(sourceKeys.map((key) => sourceKeysPrefix(settings) + key));
}

function allowRecords(fn: ServiceFunction, parts: Parts) {
  const { tables, workQueue } = parts;
  allowAsking(fn, parts);
  fn.allowSending(workQueue.queue);
  fn.allow(tables.keywords, 'dynamodb:PutItem');
  fn.allow(tables.domainCache, 'dynamodb:GetItem', 'dynamodb:PutItem');
  fn.allow(tables.domainHistory, 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:BatchWriteItem');
  fn.allow(tables.domainSchedule, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
}

/** Finding out whether a domain exists, and whether it is blocked. */
function allowExistence(fn: ServiceFunction, { settings, tables }: Parts) {
  fn.allow(tables.coordination, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem');
  fn.allow(tables.domainSchedule, 'dynamodb:GetItem');
  fn.allowSecrets(sourceKeys.map((key) => sourceKeysPrefix(settings) + key));
}

/** Who holds the key of a request: its owner and its plan. What reads this also reads what strangers send: it sees no key. */
function allowKeyHolders(fn: ServiceFunction) {
  fn.allowReadingControlPlane(TAGS_OF_KEYS, '/usageplans');
}

function allowQuery(fn: ServiceFunction, parts: Parts) {
  allowRecords(fn, parts);
  allowKeyHolders(fn);
}

function allowHistory(fn: ServiceFunction, { tables }: Parts) {
  fn.allow(tables.domainHistory, 'dynamodb:Query');
}

function allowKeywords(fn: ServiceFunction, parts: Parts) {
  const { keywords } = parts.tables;
  allowRecords(fn, parts);
  fn.allowSending(parts.workQueue.learning);
  allowKeyHolders(fn);
  fn.allow(keywords, 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem');
  for (const index of SEARCHED_INDEXES) fn.allowIndex(keywords, index, 'dynamodb:Query');
}

function allowLongTail(fn: ServiceFunction, parts: Parts) {
  allowAsking(fn, parts);
  fn.allowSending(parts.workQueue.learning);
  fn.allow(parts.tables.keywords, 'dynamodb:BatchGetItem', 'dynamodb:UpdateItem', 'dynamodb:Query');
}

function allowPage(fn: ServiceFunction, parts: Parts) {
  const { tables } = parts;
  allowExistence(fn, parts);
  allowKeyHolders(fn);
  fn.allow(tables.pages, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  // The lease of a page.
  fn.allow(tables.coordination, 'dynamodb:DeleteItem');
}

function allowSite(fn: ServiceFunction, parts: Parts) {
  const { tables, workQueue } = parts;
  allowExistence(fn, parts);
  allowKeyHolders(fn);
  fn.allow(tables.siteCrawls, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem');
  fn.allowSending(workQueue.crawls);
}

function allowSitePages(fn: ServiceFunction, { tables }: Parts) {
  fn.allow(tables.siteCrawls, 'dynamodb:Query');
}

/** What answers an endpoint, beside its code: its memory, and exactly what it may do. */
interface Server {
  memoryMb: number;
  timeoutSeconds?: number;
  addFiles?: (outputDir: string) => void;
  /** A construct around it, of which the names of its resources are made: with other names, its logs would be deleted. */
  within?: string;
  allow?: (fn: ServiceFunction, parts: Parts) => void;
}

const SERVERS = {
  'seo-query': { memoryMb: 1024, allow: allowQuery },
  'seo-history': { memoryMb: 512, allow: allowHistory },
  'seo-keywords': { memoryMb: 1024, allow: allowKeywords },
  'seo-long-tail': { memoryMb: 1024, allow: allowLongTail },
  'seo-batches': {
    memoryMb: 1024,
    allow(fn, { tables, workQueue }) {
      fn.allow(tables.batches, ...BATCH_ACTIONS);
      fn.allow(tables.domainCache, 'dynamodb:BatchGetItem');
      fn.allow(tables.domainHistory, 'dynamodb:Query');
      fn.allow(
        tables.coordination,
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      );
      fn.allowSending(workQueue.batches);
      allowKeyHolders(fn);
    },
  },
  'seo-page': { memoryMb: 1024, allow: allowPage },
  'seo-site': {
    memoryMb: 512,
    allow(fn, parts) {
      allowSite(fn, parts);
      // `DELETE` stops a crawl.
      fn.allow(parts.tables.siteCrawls, 'dynamodb:UpdateItem');
    },
  },
  'seo-site-pages': { memoryMb: 512, allow: allowSitePages },
  mcp: {
    memoryMb: 1024,
    // Assistants are answered what the endpoints answer to `GET`, so it may do what these may.
    allow(fn, parts) {
      const ofEndpoints = [
        allowQuery,
        allowHistory,
        allowKeywords,
        allowLongTail,
        allowPage,
        allowSite,
        allowSitePages,
      ];
      for (const allow of ofEndpoints) allow(fn, parts);
    },
  },
  usage: {
    memoryMb: 512,
    allow(fn, { tables }) {
      fn.allow(tables.coordination, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem');
      allowKeyHolders(fn);
      fn.allowReadingControlPlane('/usageplans/*/usage');
    },
  },
  'forum-account': { memoryMb: 512, allow: allowSalt },
  'forum-user': { memoryMb: 512, allow: allowSalt },
  'api-docs': { memoryMb: 256, timeoutSeconds: 10, addFiles: copyDocs, within: 'ApiDocs' },
  health: { memoryMb: 256, timeoutSeconds: 10 },
} satisfies Partial<Record<FunctionName, Server>>;

type ServerName = keyof typeof SERVERS;

function allowSalt(fn: ServiceFunction, { settings }: Parts) {
  fn.allowSecret(saltParameter(settings));
}

/** The functions of all endpoints but those of the back office, and their routes. */
function addEndpoints(scope: Construct, parts: Parts): Record<ServerName, LambdaFunction> {
  const { api, values } = parts;
  const servers = Object.entries<Server>(SERVERS).map(([name, { allow, within, ...server }]) => {
    const [parent, id] = within ? [new Construct(scope, within), 'Server'] : [scope, constructId(name)];
    const fn = new ServiceFunction(parent, id, { name: name as ServerName, ...server, values });
    allow?.(fn, parts);
    return [name, fn.function] as const;
  });
  const functions = Object.fromEntries(servers);
  for (const { function: name, path, access, operations } of endpoints) {
    for (const method of Object.keys(operations)) {
      if (access === 'key') api.addKeyedRoute(method, path, functions[name]!);
      else api.addPublicRoute(method, path, functions[name]!, access);
    }
  }
  return functions as Record<ServerName, LambdaFunction>;
}

/** `seo-query` is `SeoQuery`. */
function constructId(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function addSnapshotWorker(scope: Construct, parts: Parts) {
  const worker = new ServiceFunction(scope, 'SnapshotWorker', {
    name: 'snapshot-worker',
    timeoutSeconds: WORKER_MS / 1000,
    memoryMb: 1024,
    sendsToItself: true,
    values: parts.values,
  });
  allowRecords(worker, parts);
  // Whether a day has its snapshot, and figures that arrived late for it.
  worker.allow(parts.tables.domainHistory, 'dynamodb:GetItem');
  // Keywords of engines are collected in the background.
  worker.allow(parts.tables.keywords, 'dynamodb:BatchGetItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
  worker.allow(parts.tables.batches, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem');
  worker.allowSending(parts.workQueue.batches);
  // Sites that are crawled every week.
  worker.allow(parts.tables.siteCrawls, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem');
  worker.allowSending(parts.workQueue.crawls);
  // Why a message failed for the last time.
  worker.allow(parts.tables.operations, 'dynamodb:PutItem');
  parts.workQueue.deliverTo(worker.function);
}

function addSnapshotScheduler(scope: Construct, parts: Parts) {
  const { tables, workQueue, values } = parts;
  const scheduler = new ServiceFunction(scope, 'SnapshotScheduler', {
    name: 'snapshot-scheduler',
    timeoutSeconds: 300,
    memoryMb: 512,
    values,
  });
  // The lease of a domain that is being deleted, and the list of batches.
  scheduler.allow(
    tables.coordination,
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
  );
  scheduler.allow(tables.domainSchedule, 'dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
  scheduler.allowIndex(tables.domainSchedule, DUE_INDEX, 'dynamodb:Query');
  scheduler.allow(tables.domainHistory, 'dynamodb:Query', 'dynamodb:BatchWriteItem');
  scheduler.allow(tables.domainCache, 'dynamodb:DeleteItem');
  scheduler.allow(tables.keywords, 'dynamodb:DeleteItem');
  scheduler.allow(tables.batches, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem');
  scheduler.allow(tables.pages, 'dynamodb:Query', 'dynamodb:BatchWriteItem');
  scheduler.allow(
    tables.siteCrawls,
    'dynamodb:GetItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:BatchWriteItem',
  );
  scheduler.allow(tables.operations, 'dynamodb:BatchWriteItem');
  scheduler.allowIndex(tables.operations, BY_DOMAIN_INDEX, 'dynamodb:Query');
  scheduler.allowSending(workQueue.queue);
  // Batches and crawls whose messages were lost.
  scheduler.allowSending(workQueue.batches);
  scheduler.allowSending(workQueue.crawls);
  new SnapshotSchedule(scope, 'SnapshotSchedule', {
    scheduler: scheduler.function,
    deadLetters: workQueue.deadLetters,
  });
  new CfnOutput(scope, 'SnapshotSchedulerName', { value: scheduler.function.functionName });
}

function addSiteCrawler(scope: Construct, parts: Parts) {
  const { tables, workQueue, values } = parts;
  const crawler = new ServiceFunction(scope, 'SiteCrawler', {
    name: 'site-crawler',
    timeoutSeconds: CRAWLER_MS / 1000,
    memoryMb: 448,
    sendsToItself: true,
    values,
  });
  crawler.allow(
    tables.siteCrawls,
    'dynamodb:GetItem',
    'dynamodb:Query',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:BatchWriteItem',
  );
  crawler.allow(
    tables.coordination,
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
  );
  // The figures of a crawl that has ended.
  crawler.allow(tables.domainSchedule, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  crawler.allow(tables.domainHistory, 'dynamodb:Query', 'dynamodb:UpdateItem');
  crawler.allowSending(workQueue.crawls);
  // Why a message failed for the last time.
  crawler.allow(tables.operations, 'dynamodb:PutItem');
  workQueue.deliverCrawlsTo(crawler.function);
}

function addDeadLetters(scope: Construct, { tables, workQueue, values }: Parts) {
  const keeper = new ServiceFunction(scope, 'DeadLetters', {
    name: 'dead-letters',
    timeoutSeconds: KEEPER_SECONDS,
    memoryMb: 256,
    values,
  });
  keeper.allow(tables.operations, 'dynamodb:GetItem', 'dynamodb:PutItem');
  workQueue.deliverDeadLettersTo(keeper.function);
}

function addMethodNotAllowed(scope: Construct, { api, values }: Parts) {
  const { function: server } = new ServiceFunction(scope, 'MethodNotAllowed', {
    name: 'method-not-allowed',
    timeoutSeconds: 10,
    memoryMb: 256,
    values: { ...values, METHODS_BY_PATH: JSON.stringify(api.methodsByPath()) },
  });
  api.answerOtherMethods(server);
}
