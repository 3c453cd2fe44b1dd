import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { apiRoutes, createServices } from '../../../functions/back-office/api.ts';
import { OPERATORS_GROUP } from '../../../functions/back-office/contract/session.ts';
import { listDomains } from '../../../functions/back-office/domain-list-routes.ts';
import { answerCall } from '../../../functions/back-office/router.ts';
import { createKeywordsEndpoint } from '../../../functions/core/keywords/search/keywords-endpoint.ts';
import { createLongTailEndpoint } from '../../../functions/core/long-tail/long-tail-endpoint.ts';
import { createPageEndpoint } from '../../../functions/core/pages/page-endpoint.ts';
import { endpoint } from '../../../functions/core/platform/http/endpoint.ts';
import { queryItems } from '../../../functions/core/platform/dynamodb/table.ts';
import { dayOf } from '../../../functions/core/platform/time/day.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { settingsSchema as backOfficeSettings } from '../../../functions/back-office/settings.ts';
import { keywordsSettings } from '../../../functions/core/keywords/settings.ts';
import { longTailSettings } from '../../../functions/core/long-tail/settings.ts';
import { pageSettings } from '../../../functions/core/pages/settings.ts';
import { siteSettings, siteVerificationSettings } from '../../../functions/core/site-reports/settings.ts';
import { watchesSettings } from '../../../functions/core/watches/settings.ts';
import { createWatchesEndpoint } from '../../../functions/core/watches/watches-endpoint.ts';
import { createSiteEndpoint } from '../../../functions/core/site-reports/answer/site-endpoint.ts';
import { createVerificationEndpoint } from '../../../functions/core/site-reports/answer/verification-endpoint.ts';
import { createStore, startTables } from '../../../infra/local/aws/dynamodb.ts';
import { localRegion } from '../../../infra/local/credentials.ts';
import { proxyEvent, readBody } from '../../../infra/local/gateway/requests.ts';
import { proxyAnswer, write } from '../../../infra/local/gateway/responses.ts';
import type { RouteModel } from '../../../infra/local/template/service-model.ts';
import * as tables from '../../support/dynamodb.ts';
import {
  createTablesOf,
  inProcessDynamoDB,
  restoreSnapshot,
  type Snapshot,
  takeSnapshot,
} from '../../support/in-process-dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';
import { settingsOf } from '../../support/settings.ts';
import { createBackgroundWork } from './background-work.ts';
import { startLocalAws, STACK } from './local-aws.ts';
import { prepareDomains } from './prepare-domains.ts';
import { OTHER_ENGINES, prepareKeywords, startEngine } from './prepare-keywords.ts';
import { fetchPage } from './prepare-pages.ts';
import { prepareOperations } from './prepare-operations.ts';
import { prepareSites } from './prepare-sites.ts';
import { plans } from './sample-data.ts';
import type { SignInServer } from './sign-in-server.ts';
import { createStores } from './stores.ts';

const CLAIMS = { username: 'operator@example.com', 'cognito:groups': OPERATORS_GROUP };
const MAX_BODY_BYTES = 10_000_000;
const { scheduleTable } = tables;
const TABLES = {
  DOMAIN_CACHE_TABLE: tables.cacheTable,
  DOMAIN_HISTORY_TABLE: tables.historyTable,
  DOMAIN_SCHEDULE_TABLE: { ...scheduleTable, indexes: [...scheduleTable.indexes!, tables.rowsIndex] },
  COORDINATION_TABLE: tables.coordinationTable,
  KEYWORDS_TABLE: keywordsTable,
  BATCHES_TABLE: tables.batchesTable,
  PAGES_TABLE: tables.pagesTable,
  SITE_CRAWLS_TABLE: tables.siteCrawlsTable,
  OPERATIONS_TABLE: tables.operationsTable,
  WATCHES_TABLE: tables.watchesTable,
};

/** All settings of the workspace and of the endpoints that it invokes. */
const settingsSchema = {
  ...backOfficeSettings,
  ...pageSettings,
  ...siteSettings,
  ...siteVerificationSettings,
  ...keywordsSettings,
  ...longTailSettings,
  ...watchesSettings,
};

const allowances = plans.map(({ name, domains_per_day: domains, pages_per_day: pages }) => [
  name,
  { domains, pages, watches: 20 },
]);

const VALUES = {
  ...Object.fromEntries(Object.entries(TABLES).map(([setting, { name }]) => [setting, name])),
  ...Object.fromEntries(
    ['PAGE', 'SITE', 'SITE_VERIFICATION', 'KEYWORDS', 'LONG_TAIL', 'WATCHES'].map((name) => [`${name}_FUNCTION`, name]),
  ),
  ...Object.fromEntries(
    ['WORK_QUEUE', 'LEARNING_QUEUE', 'BATCH_QUEUE', 'CRAWL_QUEUE', 'DELIVERY_QUEUE', 'DEAD_LETTERS'].map((name) => [
      `${name}_URL`,
      name,
    ]),
  ),
  STACK_NAME: STACK,
  PLAN_ALLOWANCES: JSON.stringify(Object.fromEntries(allowances)),
  MAX_CRAWL_PAGES: '5000',
  MAX_FOLLOWED_DOMAINS: '100',
  // The names are accepted, and neither DNS servers nor sites can be reached.
  RESOLVE_OVERRIDES: '*.example=127.0.0.1:1',
  RESOLVE_DNS_SERVERS: '127.0.0.1:1',
  DISABLED_SOURCES: OTHER_ENGINES.join(','),
  AWS_REGION: localRegion,
  CREDENTIALS_KEY_ARN: 'key',
};

/** Functions without a time limit. */
const context = { getRemainingTimeInMillis: () => 60_000 } as Context;

export type WorkspaceApi = Awaited<ReturnType<typeof createWorkspaceApi>>;

/** Opens the routes of the workspace in this process, with an embedded DynamoDB that contains the prepared data. */
export async function createWorkspaceApi({ accepts }: Pick<SignInServer, 'accepts'>) {
  const { server, store } = await createStore();
  await createTablesOf(store, Object.values(TABLES));
  const empty = await takeSnapshot(store.db);
  const [database, aws, engine] = await Promise.all([
    startTables([], { database: server }),
    startLocalAws(),
    startEngine(),
  ]);
  const environment = { ...aws.environment, AWS_ENDPOINT_URL_DYNAMODB: database.endpoint };
  Object.assign(process.env, environment);
  const settings = settingsOf(settingsSchema, { ...VALUES, ...environment, GOOGLE_SUGGEST_URL: engine.url });
  const db = inProcessDynamoDB(store);
  const endpoints = {
    PAGE: endpoint(createPageEndpoint(settings), settings),
    SITE: endpoint(createSiteEndpoint(settings), settings),
    SITE_VERIFICATION: endpoint(createVerificationEndpoint(settings), { ...settings, noStore: true }),
    KEYWORDS: endpoint(createKeywordsEndpoint(settings), settings),
    LONG_TAIL: endpoint(createLongTailEndpoint(settings), settings),
    WATCHES: endpoint(createWatchesEndpoint(settings), { ...settings, confidential: true }),
  };
  /** Invokes a public endpoint, as the SDK's client does. */
  const invoke = async ({ input: { FunctionName, Payload } }: InvokeCommand) => {
    const event = JSON.parse(Payload as string) as APIGatewayProxyEvent;
    const { refresh, ...query } = event.multiValueQueryStringParameters ?? {};
    if (FunctionName === 'PAGE') {
      await fetchPage(query.url![0]!, refresh !== undefined, stores);
      Object.assign(event, { multiValueQueryStringParameters: query });
    }
    const answer = await endpoints[FunctionName as keyof typeof endpoints](event, context);
    return { Payload: { transformToString: () => JSON.stringify(answer) } };
  };
  const lambda = { send: invoke } as unknown as LambdaClient;
  const services = createServices(settings, { db, lambda });
  const stores = createStores(db);
  const work = createBackgroundWork(stores);
  let prepared: { day: string; content: Snapshot } | undefined;
  const refusals = new Map<string, ServiceError>();

  const handle = endpoint(
    async (event) => {
      if (!event.requestContext.authorizer) throw new ServiceError('sign_in_required');
      refuseIfRequested(event.pathParameters!.proxy!);
      if (event.httpMethod === 'GET') await work.poll(event.pathParameters!.proxy!);
      const answer = await answerCall(event, apiRoutes, services);
      work.receive(aws.messages.splice(0));
      return answer;
    },
    { ...settings, confidential: true },
  );

  /** Stores the data with which each test of a day begins. */
  async function prepare(now: number): Promise<Snapshot> {
    await restoreSnapshot(store.db, empty);
    await prepareDomains(stores, now);
    await prepareSites(stores);
    await prepareKeywords(stores);
    await prepareOperations(stores, now);
    // Adds earlier values to the rows of the list.
    await listDomains(null, services);
    return takeSnapshot(store.db);
  }

  function isSignedIn({ headers }: IncomingMessage): boolean {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    return token !== undefined && accepts(token);
  }

  function refuseIfRequested(path: string) {
    const start = [...refusals.keys()].find((one) => path.startsWith(one));
    if (start === undefined) return;
    const refusal = refusals.get(start)!;
    refusals.delete(start);
    throw refusal;
  }

  return {
    /** Answers a request. @param proxy path below `/back-office/api/`, encoded */
    async answer(incoming: IncomingMessage, response: ServerResponse, proxy: string): Promise<void> {
      const requestId = randomUUID();
      const event = proxyEvent(
        {
          incoming,
          requestId,
          path: `/back-office/api/${proxy}`,
          pathParameters: { proxy },
          stageName: 'prod',
          query: new URL(incoming.url!, 'http://page').searchParams,
          body: await readBody(incoming, MAX_BODY_BYTES),
          route: { path: '/back-office/api/{proxy+}' } as RouteModel,
        },
        { key: null, claims: isSignedIn(incoming) ? CLAIMS : null },
      );
      write(response, proxyAnswer(await handle(event, context))!, requestId);
    },

    /** Returns the number of batches that were stored today. */
    batchCount: async (): Promise<number> => {
      const table = { db, table: tables.batchesTable.name };
      const today = await queryItems<{ owner?: string }>(table, { day: dayOf(Date.now()) });
      return today.filter(({ owner }) => owner !== undefined).length;
    },

    /** Rejects the next call whose path begins with `path`. */
    refuseNext: (path: string, refusal: ServiceError) => void refusals.set(path, refusal),

    /** Restores the prepared data, and cancels requested refusals. */
    reset: async (): Promise<void> => {
      refusals.clear();
      work.reset();
      aws.reset();
      const now = Date.now();
      if (prepared?.day !== dayOf(now)) prepared = { day: dayOf(now), content: await prepare(now) };
      await restoreSnapshot(store.db, prepared.content);
    },

    close: async () => {
      engine.close();
      await Promise.all([database.close(), aws.close()]);
    },
  };
}
