import { CfnDeletionPolicy, CfnOutput, CfnResource, Lazy, Stack, Tags } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnUserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { stackTag } from '../functions/core/accounts/key-tags.ts';
import { addFunction, addRoutes } from './constructs/add-function.ts';
import { BackOffice } from './constructs/back-office.ts';
import { apiUrl, CustomDomain, PublicApi } from './constructs/public-api.ts';
import { Firewall, UsagePlans } from './constructs/call-limits.ts';
import { Observability } from './constructs/observability.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import { addCredentialsKey } from './constructs/credentials-key.ts';
import { Tables } from './constructs/tables.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { backgroundFunctions, endpointFunctions, type FunctionName, timeoutSecondsOfQueue } from './functions.ts';
import { operatorValues } from './operator-settings.ts';
import type { Resources } from './permissions.ts';
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
    const workQueue = new WorkQueue(this, 'WorkQueue', {
      concurrency: settings.queueConcurrency,
      timeoutSecondsOf: timeoutSecondsOfQueue,
    });
    const credentialsKey = addCredentialsKey(this);
    const resources = { settings, tables, workQueue, credentialsKey };
    const authorizer = addFunction(this, 'api-key-authorizer', { ...resources, values: {} });
    const api = new PublicApi(this, 'PublicApi', {
      settings,
      authorizer: authorizer.function,
    });
    const values = {
      ...valuesOf(resources, api),
      // The topic is created last, with the alarms on all resources.
      ALARMS_TOPIC: Lazy.string({ produce: () => this.alarmsTopic }),
    };
    const parts = { ...resources, values };
    const added = new Map<FunctionName, ServiceFunction>();
    for (const name of Object.keys({ ...endpointFunctions, ...backgroundFunctions }) as FunctionName[]) {
      added.set(name, addFunction(this, name, parts));
      addRoutes(api, name, added.get(name)!);
    }
    const backOffice = new BackOffice(this, 'BackOffice', {
      api,
      parts,
      functionOf: (name) => added.get(name)!.function,
    });
    // After all routes, whose paths it needs.
    const methods = JSON.stringify(api.methodsByPath());
    const others = addFunction(this, 'method-not-allowed', parts, { values: { METHODS_BY_PATH: methods } });
    api.answerOtherMethods(others.function);
    const scheduler = added.get('snapshot-scheduler')!.function;
    new CfnOutput(this, 'SnapshotSchedulerName', { value: scheduler.functionName });
    new UsagePlans(this, 'UsagePlans', { settings, stage: api.restApi.deploymentStage });
    if (settings.wafRequestsPer5Minutes) {
      new Firewall(this, 'Firewall', { api: api.restApi, requestsPer5Minutes: settings.wafRequestsPer5Minutes });
    }
    const { domainName, certificateArn, hostedZoneId } = settings;
    if (domainName !== undefined && certificateArn !== undefined) {
      new CustomDomain(this, 'CustomDomain', { api: api.restApi, domainName, certificateArn, hostedZoneId });
    }
    const { topic } = new Observability(this, 'Observability', {
      api: api.restApi,
      workQueue,
      alarmEmail: settings.alarmEmail,
    });
    this.alarmsTopic = topic?.topicArn ?? '';
    if (topic) {
      added.get('watch-sender')!.allowPublishing(topic);
      // For test mails of watches.
      backOffice.server.allowPublishing(topic);
    }
    new StringParameter(this, 'Settings', {
      parameterName: settingsParameter(settings),
      stringValue: storedSettings(settings),
      description: 'Settings of this deployment, which the next one is compared with',
    });
    addBudget(this, settings);
    new CfnOutput(this, 'BaseUrl', { value: apiUrl(api.restApi, settings.stageName, '') });
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
function valuesOf({ settings, tables, workQueue, credentialsKey }: Resources, api: PublicApi): Record<string, string> {
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
    CREDENTIALS_KEY_ARN: credentialsKey.keyArn,
    WORK_QUEUE_URL: workQueue.queue.queueUrl,
    LEARNING_QUEUE_URL: workQueue.learning.queueUrl,
    BATCH_QUEUE_URL: workQueue.batches.queueUrl,
    COMPLETION_QUEUE_URL: workQueue.completions.queueUrl,
    CRAWL_QUEUE_URL: workQueue.crawls.queueUrl,
    REPORT_QUEUE_URL: workQueue.reports.queueUrl,
    DELIVERY_QUEUE_URL: workQueue.deliveries.queueUrl,
    DEAD_LETTERS_URL: workQueue.deadLetters.queueUrl,
    CRAWLER_CONTACT_URL: settings.crawlerContactUrl ?? apiUrl(api.restApi, settings.stageName, '/docs'),
    WORKSPACE_URL: settings.backOfficeUrl ?? apiUrl(api.restApi, settings.stageName, '/back-office/'),
    SOURCE_KEYS_PREFIX: sourceKeysPrefix(settings),
    WATCHES_SECRET_PARAMETER: watchesSecretParameter(settings),
    PLAN_ALLOWANCES: JSON.stringify(planAllowances(settings)),
    FORUM_SIGN_SALT_PARAMETER: saltParameter(settings),
  };
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
