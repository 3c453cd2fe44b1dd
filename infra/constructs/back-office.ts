import { Aws, CfnOutput } from 'aws-cdk-lib';
import { CognitoUserPoolsAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { DUE_INDEX, ROWS_INDEX } from '../../functions/core/domains/schedule/stored-row.ts';
import { BY_DOMAIN_INDEX } from '../../functions/core/operations/failed-jobs.ts';
import type { DeploymentSettings } from '../settings.ts';
import { copyBackOfficePage } from './page-files.ts';
import { apiUrl, type PublicApi, type Throttle } from './public-api.ts';
import { ServiceFunction, TAGS_OF_KEYS } from './service-function.ts';
import { OPERATE_SCOPE, SignIn } from './sign-in.ts';
import { addSchedule, addScheduleAlarm } from './snapshot-schedule.ts';
import { BATCH_ACTIONS, type Tables } from './tables.ts';
import type { WorkQueue } from './work-queue.ts';

const PAGE_PATHS = ['/back-office', '/back-office/{proxy+}'];
const INTERFACE_PATH = '/back-office/api/{proxy+}';
const INVOKED = [
  'seo-page',
  'seo-site',
  'seo-site-verification',
  'seo-watches',
  'seo-keywords',
  'seo-long-tail',
] as const;
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Rate limit of the page, which is public; one view of it loads several files. */
const PAGE_THROTTLE: Throttle = { requestsPerSecond: 20, burst: 100 };

interface BackOfficeProps {
  settings: DeploymentSettings;
  tables: Tables;
  api: PublicApi;
  workQueue: WorkQueue;
  values: Readonly<Record<string, string>>;
  /** Functions of public endpoints, some of which the back office invokes. */
  servers: Record<(typeof INVOKED)[number], LambdaFunction>;
}

/** The operator's page, its API, and the sign-in of operators. */
export class BackOffice extends Construct {
  constructor(scope: Construct, id: string, props: BackOfficeProps) {
    super(scope, id);
    const { settings, api, servers } = props;
    const deployed = apiUrl(api.restApi, settings.stageName, '/back-office/');
    const pageUrls = [deployed, ...(settings.backOfficeUrl ? [settings.backOfficeUrl] : [])];
    const signIn = new SignIn(this, 'SignIn', { settings, pageUrls });
    const backOffice = new ServiceFunction(this, 'Server', {
      name: 'back-office',
      // Same as the public endpoint of batches.
      memoryMb: 1_024,
      values: {
        ...props.values,
        PAGE_FUNCTION: servers['seo-page'].functionName,
        SITE_FUNCTION: servers['seo-site'].functionName,
        SITE_VERIFICATION_FUNCTION: servers['seo-site-verification'].functionName,
        WATCHES_FUNCTION: servers['seo-watches'].functionName,
        KEYWORDS_FUNCTION: servers['seo-keywords'].functionName,
        LONG_TAIL_FUNCTION: servers['seo-long-tail'].functionName,
      },
    });
    allowDomains(backOffice, props);
    allowPages(backOffice, props);
    allowSites(backOffice, props);
    allowKeywords(backOffice, props);
    allowQueue(backOffice, props);
    allowKeys(backOffice, settings);
    // Other functions parse untrusted content, since this one manages keys.
    for (const name of INVOKED) backOffice.allowInvoking(servers[name]);
    this.addRoutes(api, backOffice.function, signIn);
    const page = addPage(this, signIn, props);
    for (const path of PAGE_PATHS) api.addPublicRoute('GET', path, page, PAGE_THROTTLE);
    addKeyExpiry(this, props);
    this.addOutput('BackOfficeUrl', deployed);
    this.addOutput('OperatorPoolId', signIn.userPool.userPoolId);
  }

  /** Adds an output without the CDK's prefix and suffix in its name. */
  private addOutput(name: string, value: string) {
    new CfnOutput(this, name, { value }).overrideLogicalId(name);
  }

  private addRoutes(api: PublicApi, server: IFunction, { userPool }: SignIn) {
    const authorizer = new CognitoUserPoolsAuthorizer(this, 'Authorizer', { cognitoUserPools: [userPool] });
    for (const method of METHODS) {
      api.addSignedInRoute(method, INTERFACE_PATH, server, { authorizer, scope: OPERATE_SCOPE });
    }
  }
}

/** The function of what is public: the page and reports. It has no access to keys. */
function addPage(scope: Construct, signIn: SignIn, { tables, values }: BackOfficeProps): IFunction {
  const page = new ServiceFunction(scope, 'Page', {
    name: 'workspace-page',
    memoryMb: 512,
    values: {
      ...values,
      SIGN_IN_ISSUER: signIn.issuer,
      SIGN_IN_CLIENT_ID: signIn.client.userPoolClientId,
      SIGN_IN_SCOPE: `openid ${OPERATE_SCOPE}`,
      // The first origin has the discovery document, the second one issues the tokens.
      SIGN_IN_ORIGINS: `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX} ${signIn.hostedUrl}`,
      SIGN_IN_LOGOUT_URL: `${signIn.hostedUrl}/logout`,
    },
    addFiles: copyBackOfficePage,
  });
  page.allow(tables.domainCache, 'GetItem');
  page.allow(tables.siteCrawls, 'GetItem', 'Query');
  return page.function;
}

function addKeyExpiry(scope: Construct, { settings, values }: BackOfficeProps) {
  const expiry = new ServiceFunction(scope, 'KeyExpiry', {
    name: 'key-expiry',
    timeoutSeconds: 60,
    memoryMb: 256,
    values,
  });
  expiry.allowControlPlane('GET', KEYS);
  expiry.allowKeysOf(settings.stackName, 'PATCH');
  const schedule = new Construct(scope, 'ExpiredKeys');
  addSchedule(schedule, expiry.function, 'Disables expired keys');
  addScheduleAlarm(schedule, expiry.function, 'expiry of keys', 'expired keys still work');
}

function allowDomains(backOffice: ServiceFunction, { tables }: BackOfficeProps) {
  backOffice.allow(tables.domainCache, 'GetItem', 'BatchGetItem', 'DeleteItem');
  backOffice.allow(tables.domainHistory, 'GetItem', 'Query', 'BatchWriteItem');
  backOffice.allow(tables.domainSchedule, 'GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem');
  backOffice.allowIndex(tables.domainSchedule, ROWS_INDEX);
  backOffice.allowIndex(tables.domainSchedule, DUE_INDEX);
  backOffice.allow(tables.keywords, 'DeleteItem');
  backOffice.allow(tables.batches, ...BATCH_ACTIONS);
  backOffice.allow(tables.siteCrawls, 'DeleteItem', 'BatchWriteItem');
  allowDeletingFromWatches(backOffice, tables);
  // For the end of a batch that has nothing to fetch.
  backOffice.allow(tables.watches, 'PutItem');
  backOffice.allow(tables.coordination, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
}

/** Actions to delete a domain from watches, with its events. */
export function allowDeletingFromWatches(fn: ServiceFunction, { watches }: Tables) {
  fn.allow(watches, 'GetItem', 'Query', 'UpdateItem', 'BatchWriteItem');
}

/** Actions to read pages, and to delete them with their domain. */
function allowPages(backOffice: ServiceFunction, { tables }: BackOfficeProps) {
  backOffice.allow(tables.pages, 'GetItem', 'Query', 'BatchWriteItem');
}

/** Actions to read audits of sites, to stop crawls, and to create report links. */
function allowSites(backOffice: ServiceFunction, { tables }: BackOfficeProps) {
  backOffice.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem', 'UpdateItem');
}

/** Actions of keyword lists. */
function allowKeywords(backOffice: ServiceFunction, { tables }: BackOfficeProps) {
  backOffice.allow(tables.keywords, 'GetItem', 'Query', 'PutItem');
}

const READ_LENGTH = 'sqs:GetQueueAttributes';

function allowQueue(
  backOffice: ServiceFunction,
  { tables, workQueue: { queue, learning, batches, crawls, deliveries, deadLetters } }: BackOfficeProps,
) {
  // Failed jobs are sent to all of them again.
  for (const each of [queue, learning, batches, crawls, deliveries]) backOffice.allowSending(each, READ_LENGTH);
  backOffice.permit([READ_LENGTH], [deadLetters.queueArn]);
  backOffice.allow(tables.operations, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
  backOffice.allowIndex(tables.operations, BY_DOMAIN_INDEX);
}

const KEYS = '/apikeys';
const PLANS = '/usageplans';
const KEYS_OF_PLAN = '/usageplans/*/keys';
const EACH_KEY_OF_PLAN = '/usageplans/*/keys/*';
const USAGE_OF_PLAN = '/usageplans/*/usage';

function allowKeys(backOffice: ServiceFunction, { stackName }: DeploymentSettings) {
  backOffice.allowKeysOf(stackName, 'GET', 'PATCH', 'DELETE');
  backOffice.allowNewKeysOf(stackName);
  backOffice.allowControlPlane('GET', KEYS, PLANS, KEYS_OF_PLAN, USAGE_OF_PLAN);
  backOffice.allowControlPlane('POST', KEYS_OF_PLAN);
  backOffice.allowControlPlane('DELETE', EACH_KEY_OF_PLAN);
  // To create a key with tags, and to tag one later, which also requires the permission to change the key.
  backOffice.allowControlPlane('PUT', TAGS_OF_KEYS);
  backOffice.allowControlPlane('DELETE', TAGS_OF_KEYS);
}
