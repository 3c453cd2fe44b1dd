import { CfnDeletionPolicy, CfnOutput, CfnResource, Lazy, Stack, Tags } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnUserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { stackTag } from '../functions/core/accounts/key-tags.ts';
import { DUE_INDEX } from '../functions/core/domains/schedule/stored-row.ts';
import { BY_DOMAIN_INDEX } from '../functions/core/operations/failed-jobs.ts';
import { DUE_DELIVERIES_INDEX } from '../functions/core/deliveries/deliveries.ts';
import { SENDER_MS } from '../functions/core/deliveries/limits.ts';
import { CRAWLER_MS } from '../functions/core/crawls/limits.ts';
import { WORKER_MS } from '../functions/core/operations/queues.ts';
import { allowDeletingFromWatches, BackOffice } from './constructs/back-office.ts';
import { addEndpoints, allowRecords, type Parts } from './constructs/endpoint-functions.ts';
import { apiUrl, CustomDomain, PublicApi } from './constructs/public-api.ts';
import { Firewall, UsagePlans } from './constructs/call-limits.ts';
import { Observability } from './constructs/observability.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { DeliverySchedule } from './constructs/delivery-schedule.ts';
import { SnapshotSchedule } from './constructs/snapshot-schedule.ts';
import { Tables } from './constructs/tables.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { operatorValues } from './operator-settings.ts';
import {
  type DeploymentSettings,
  planAllowances,
  saltParameter,
  serviceVersion,
  settingsParameter,
  sourceKeysPrefix,
  storedSettings,
  watchesSecretParameter,
} from './settings.ts';

/**
 * Functions without X-Ray: they run in milliseconds and call nothing, so that a trace would cost more than the
 * invocation.
 */
const UNTRACED = new Set(['ApiKeyAuthorizer', 'Health', 'MethodNotAllowed']);

/** A few items are written in milliseconds. */
const KEEPER_SECONDS = 10;

/** The deployed stack, composed of constructs that each own one concern. */
export class ServiceStack extends Stack {
  private alarmsTopic = '';

  constructor(scope: Construct, id: string, settings: DeploymentSettings) {
    super(scope, id, { description: 'Domain search metrics and forum proxy', terminationProtection: true });
    // The installed cfn-lint does not know tags of dashboards.
    const options = { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] };
    for (const [tag, value] of Object.entries(stackTag(settings.stackName))) {
      Tags.of(this).add(tag, value, options);
    }

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
      senderTimeoutSeconds: SENDER_MS / 1000,
    });
    const values = {
      ...valuesOf({ settings, tables, api, workQueue }),
      // The topic is created last, with the alarms on all resources.
      ALARMS_TOPIC: Lazy.string({ produce: () => this.alarmsTopic }),
    };
    const parts = { settings, tables, api, workQueue, values };
    const servers = addEndpoints(this, parts);
    addSnapshotWorker(this, parts);
    addSnapshotScheduler(this, parts);
    addSiteCrawler(this, parts);
    const sender = addWatchSender(this, parts);
    addDeliveryScheduler(this, parts);
    addDeadLetters(this, parts);
    new BackOffice(this, 'BackOffice', { ...parts, servers });
    // After all routes, whose paths it needs.
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
    const { topic } = new Observability(this, 'Observability', {
      api: api.restApi,
      workQueue,
      alarmEmail: settings.alarmEmail,
    });
    this.alarmsTopic = topic?.topicArn ?? '';
    if (topic) sender.allowPublishing(topic);
    new StringParameter(this, 'Settings', {
      parameterName: settingsParameter(settings),
      stringValue: storedSettings(settings),
      description: 'Settings of this deployment, which the next one is compared with',
    });
    addBudget(this, settings);
    new CfnOutput(this, 'BaseUrl', { value: apiUrl(api.restApi, settings.stageName, '') });
  }

  private trace() {
    const functions = this.node.findAll().filter((found) => found instanceof ServiceFunction);
    for (const fn of functions) if (!UNTRACED.has(fn.node.id)) fn.trace();
  }
}

/** Percent of the budget that is reported to the recipient. */
const SPENT_PERCENT = 80;

/**
 * The budget of the account: a budget of the stack alone would need the activation of a tag for cost allocation, and
 * would show no costs without it. CloudFormation replaces a budget when its recipient changes, so that it has no fixed name.
 */
function addBudget(scope: Construct, { monthlyBudgetUsd, alarmEmail }: DeploymentSettings) {
  if (monthlyBudgetUsd === undefined || alarmEmail === undefined) return;
  const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: [notice('ACTUAL', SPENT_PERCENT), notice('FORECASTED', 100)],
  });
}

/** Values of settings; each function gets those that it has. */
function valuesOf({ settings, tables, api, workQueue }: Omit<Parts, 'values'>): Record<string, string> {
  return {
    ...operatorValues(settings),
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
    WATCHES_TABLE: tables.watches.tableName,
    OPERATIONS_TABLE: tables.operations.tableName,
    WORK_QUEUE_URL: workQueue.queue.queueUrl,
    LEARNING_QUEUE_URL: workQueue.learning.queueUrl,
    BATCH_QUEUE_URL: workQueue.batches.queueUrl,
    CRAWL_QUEUE_URL: workQueue.crawls.queueUrl,
    DELIVERY_QUEUE_URL: workQueue.deliveries.queueUrl,
    DEAD_LETTERS_URL: workQueue.deadLetters.queueUrl,
    CRAWLER_CONTACT_URL: settings.crawlerContactUrl ?? apiUrl(api.restApi, settings.stageName, '/docs'),
    SOURCE_KEYS_PREFIX: sourceKeysPrefix(settings),
    WATCHES_SECRET_PARAMETER: watchesSecretParameter(settings),
    PLAN_ALLOWANCES: JSON.stringify(planAllowances(settings)),
    FORUM_SIGN_SALT_PARAMETER: saltParameter(settings),
  };
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
  // To read whether a day has its snapshot, and to add metrics that arrived late.
  worker.allow(parts.tables.domainHistory, 'GetItem', 'Query');
  // Suggestions of search engines are collected in the background.
  worker.allow(parts.tables.keywords, 'BatchGetItem', 'UpdateItem', 'DeleteItem');
  worker.allow(parts.tables.batches, 'GetItem', 'Query', 'UpdateItem');
  worker.allowSending(parts.workQueue.batches);
  // For weekly crawls of sites.
  worker.allow(parts.tables.siteCrawls, 'GetItem', 'Query', 'PutItem');
  worker.allowSending(parts.workQueue.crawls);
  allowWatching(worker, parts);
  // Why a message failed for the last time.
  worker.allow(parts.tables.operations, 'PutItem');
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
  // For the lease of a domain that is being deleted, and its items.
  scheduler.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  scheduler.allow(tables.domainSchedule, 'GetItem', 'UpdateItem', 'DeleteItem');
  scheduler.allowIndex(tables.domainSchedule, DUE_INDEX);
  scheduler.allow(tables.domainHistory, 'Query', 'BatchWriteItem');
  scheduler.allow(tables.domainCache, 'DeleteItem');
  scheduler.allow(tables.keywords, 'DeleteItem');
  scheduler.allow(tables.batches, 'GetItem', 'Query', 'UpdateItem');
  scheduler.allow(tables.pages, 'Query', 'BatchWriteItem');
  scheduler.allow(tables.siteCrawls, 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
  scheduler.allow(tables.operations, 'BatchWriteItem');
  scheduler.allowIndex(tables.operations, BY_DOMAIN_INDEX);
  scheduler.allowSending(workQueue.queue);
  allowDeletingFromWatches(scheduler, tables);
  // For batches and crawls whose messages were lost.
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
    memoryMb: 768,
    sendsToItself: true,
    values,
  });
  crawler.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
  crawler.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  // For the metrics of a crawl that has ended.
  crawler.allow(tables.domainSchedule, 'GetItem', 'UpdateItem');
  crawler.allow(tables.domainHistory, 'Query', 'UpdateItem');
  crawler.allowSending(workQueue.crawls);
  allowWatching(crawler, { tables, workQueue });
  // Why a message failed for the last time.
  crawler.allow(tables.operations, 'PutItem');
  workQueue.deliverCrawlsTo(crawler.function);
}

/** Actions to evaluate watches, and to send their events. A domain may be watched by its tags. */
function allowWatching(fn: ServiceFunction, { tables, workQueue }: Pick<Parts, 'tables' | 'workQueue'>) {
  fn.allow(tables.watches, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem');
  fn.allow(tables.domainSchedule, 'BatchGetItem');
  fn.allowSending(workQueue.deliveries);
}

function addWatchSender(scope: Construct, { settings, tables, workQueue, values }: Parts): ServiceFunction {
  const sender = new ServiceFunction(scope, 'WatchSender', {
    name: 'watch-sender',
    timeoutSeconds: SENDER_MS / 1000,
    memoryMb: 256,
    sendsToItself: true,
    values,
  });
  sender.allow(tables.watches, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  // For the slots of receivers, and the limits of tests.
  sender.allow(tables.coordination, 'PutItem', 'UpdateItem', 'DeleteItem');
  // To read whether the operator has blocked a receiver.
  sender.allow(tables.domainSchedule, 'GetItem');
  sender.allowOwnSecret(watchesSecretParameter(settings));
  // Retries.
  sender.allowSending(workQueue.deliveries);
  // Why a message failed for the last time.
  sender.allow(tables.operations, 'PutItem');
  workQueue.deliverDeliveriesTo(sender.function);
  return sender;
}

function addDeliveryScheduler(scope: Construct, { tables, workQueue, values }: Parts) {
  const scheduler = new ServiceFunction(scope, 'DeliveryScheduler', {
    name: 'delivery-scheduler',
    timeoutSeconds: 300,
    memoryMb: 256,
    values,
  });
  scheduler.allow(tables.watches, 'GetItem', 'UpdateItem');
  scheduler.allowIndex(tables.watches, DUE_DELIVERIES_INDEX);
  scheduler.allowSending(workQueue.deliveries);
  new DeliverySchedule(scope, 'DeliverySchedule', { scheduler: scheduler.function });
}

function addDeadLetters(scope: Construct, { tables, workQueue, values }: Parts) {
  const keeper = new ServiceFunction(scope, 'DeadLetters', {
    name: 'dead-letters',
    timeoutSeconds: KEEPER_SECONDS,
    memoryMb: 256,
    values,
  });
  keeper.allow(tables.operations, 'GetItem', 'PutItem');
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

/**
 * Lets the stack delete tables and users, and itself be deleted, which are protected otherwise. Only API Gateway's role
 * for logs remains, and the account's use of it: other APIs of the account and region may need it.
 */
export function deleteDataWith(stack: Stack): void {
  stack.terminationProtection = false;
  for (const resource of stack.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || isOfAccount(resource)) continue;
    const { cfnOptions } = resource;
    if (cfnOptions.deletionPolicy === CfnDeletionPolicy.RETAIN) {
      cfnOptions.deletionPolicy = CfnDeletionPolicy.DELETE;
      cfnOptions.updateReplacePolicy = CfnDeletionPolicy.DELETE;
    }
    if (resource instanceof CfnGlobalTable) resource.addPropertyOverride('Replicas.0.DeletionProtectionEnabled', false);
    if (resource instanceof CfnUserPool) resource.addPropertyOverride('DeletionProtection', 'INACTIVE');
  }
}

const isOfAccount = (resource: CfnResource) => resource instanceof CfnRole || resource instanceof CfnAccount;
