import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ROWS_INDEX } from '../../functions/core/domains/schedule/stored-row.ts';
import { SEARCHED_INDEXES } from '../../functions/core/keywords/index/posting-list.ts';
import { sourceKeys } from '../../functions/core/sources/providers/keys.ts';
import { endpoints } from '../endpoints.ts';
import { type DeploymentSettings, saltParameter, sourceKeysPrefix, watchesSecretParameter } from '../settings.ts';
import { copyDocs } from './page-files.ts';
import type { PublicApi } from './public-api.ts';
import { ServiceFunction, TAGS_OF_KEYS } from './service-function.ts';
import { BATCH_ACTIONS, type Tables } from './tables.ts';
import type { WorkQueue } from './work-queue.ts';

/** Dependencies of the functions of the stack. */
export interface Parts {
  settings: DeploymentSettings;
  tables: Tables;
  api: PublicApi;
  workQueue: WorkQueue;
  /** Of all functions' settings. */
  values: Readonly<Record<string, string>>;
}

/** Memory and exact permissions of the function of an endpoint. */
interface Server {
  memoryMb: number;
  timeoutSeconds?: number;
  addFiles?: (outputDir: string) => void;
  /** Id of a construct around it, which is part of the logical ids of its resources: other ids would delete its logs. */
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
      fn.allow(tables.domainCache, 'BatchGetItem');
      fn.allow(tables.domainHistory, 'Query');
      fn.allow(tables.coordination, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem');
      fn.allowSending(workQueue.batches);
      // The end of a batch that has nothing to fetch, and the limit of deliveries to unconfirmed addresses.
      fn.allow(tables.watches, 'GetItem', 'Query', 'PutItem');
      fn.allowSending(workQueue.deliveries);
      allowKeyHolders(fn);
    },
  },
  'seo-page': { memoryMb: 1024, allow: allowPage },
  'seo-site': {
    memoryMb: 512,
    allow(fn, parts) {
      allowSite(fn, parts);
      // `DELETE` stops a crawl.
      fn.allow(parts.tables.siteCrawls, 'UpdateItem');
      // For the limit of deliveries to unconfirmed addresses.
      fn.allow(parts.tables.watches, 'GetItem', 'Query');
    },
  },
  'seo-site-pages': { memoryMb: 512, allow: allowSiteEvidence },
  'seo-site-issues': { memoryMb: 1024, allow: allowSiteEvidence },
  'seo-site-compare': { memoryMb: 1024, allow: allowSiteEvidenceOfOwner },
  'seo-site-crawls': { memoryMb: 512, allow: allowSiteEvidenceOfOwner },
  'seo-site-links': { memoryMb: 1024, allow: allowSiteEvidence },
  'seo-site-verification': {
    memoryMb: 1024,
    allow(fn, { tables }) {
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem');
      fn.allow(tables.domainSchedule, 'GetItem');
      fn.allow(tables.siteCrawls, 'GetItem', 'UpdateItem');
      allowKeyHolders(fn);
    },
  },
  'seo-watches': {
    memoryMb: 512,
    allow(fn, { settings, tables }) {
      fn.allow(tables.watches, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
      // Watched domains are followed.
      fn.allow(tables.domainSchedule, 'GetItem', 'BatchGetItem', 'UpdateItem');
      // For watches of a tag.
      fn.allowIndex(tables.domainSchedule, ROWS_INDEX);
      // For the limits of tests, slots of receivers, and copies of keys' holders.
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
      // It signs test deliveries, and shows new secrets.
      fn.allowOwnSecret(watchesSecretParameter(settings));
      allowKeyHolders(fn);
    },
  },
  'seo-issues': { memoryMb: 256, timeoutSeconds: 10 },
  mcp: {
    memoryMb: 1024,
    // The tools of assistants call the `GET` endpoints, so that it needs their permissions.
    allow(fn, parts) {
      const ofEndpoints = [
        allowQuery,
        allowHistory,
        allowKeywords,
        allowLongTail,
        allowPage,
        allowSite,
        allowSiteEvidence,
      ];
      for (const allow of ofEndpoints) allow(fn, parts);
    },
  },
  usage: {
    memoryMb: 512,
    allow(fn, { tables }) {
      fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem');
      allowKeyHolders(fn);
      fn.allowControlPlane('GET', '/usageplans/*/usage');
    },
  },
  'forum-account': { memoryMb: 512, allow: allowSalt },
  'forum-user': { memoryMb: 512, allow: allowSalt },
  'api-docs': { memoryMb: 256, timeoutSeconds: 10, addFiles: copyDocs, within: 'ApiDocs' },
  health: { memoryMb: 256, timeoutSeconds: 10 },
} satisfies Record<string, Server>;

type ServerName = keyof typeof SERVERS;

/** The functions of all endpoints except those of the back office, and their routes. */
export function addEndpoints(scope: Construct, parts: Parts): Record<ServerName, LambdaFunction> {
  const { api, values } = parts;
  const servers = Object.entries<Server>(SERVERS).map(([name, { allow, within, ...server }]) => {
    const [parent, id] = within ? [new Construct(scope, within), 'Server'] : [scope, constructId(name)];
    const fn = new ServiceFunction(parent, id, { name: name as ServerName, ...server, values });
    allow?.(fn, parts);
    return [name, fn.function] as const;
  });
  const functions = Object.fromEntries(servers);
  for (const { function: name, path, access, method } of routes()) {
    if (access === 'key') api.addKeyedRoute(method, path, functions[name]!);
    else api.addPublicRoute(method, path, functions[name]!, access);
  }
  return functions as Record<ServerName, LambdaFunction>;
}

/** Returns each route once: several documented paths may have the same one. */
function routes() {
  const all = endpoints.flatMap(({ operations, ...endpoint }) =>
    Object.keys(operations).map((method) => ({ ...endpoint, method })),
  );
  return new Map(all.map((route) => [`${route.method} ${route.path}`, route])).values();
}

/** Converts `seo-query` to `SeoQuery`. */
function constructId(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Permissions of requests to providers: their keys, rate limits and leases. */
function allowProviderRequests(fn: ServiceFunction, { settings, tables }: Parts) {
  fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  fn.allowSecrets(sourceKeys.map((key) => sourceKeysPrefix(settings) + key));
}

export function allowRecords(fn: ServiceFunction, parts: Parts) {
  const { tables, workQueue } = parts;
  allowProviderRequests(fn, parts);
  fn.allowSending(workQueue.queue);
  fn.allow(tables.keywords, 'PutItem');
  fn.allow(tables.domainCache, 'GetItem', 'PutItem');
  fn.allow(tables.domainHistory, 'PutItem', 'UpdateItem', 'BatchWriteItem');
  fn.allow(tables.domainSchedule, 'GetItem', 'UpdateItem');
}

/** Permissions to check whether a domain exists, and whether it is blocked. */
function allowExistence(fn: ServiceFunction, { tables }: Parts) {
  fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem');
  fn.allow(tables.domainSchedule, 'GetItem');
}

/**
 * Permissions to read owner and plan of a request's key. Such functions also parse untrusted content, so they cannot
 * read keys.
 */
function allowKeyHolders(fn: ServiceFunction) {
  fn.allowControlPlane('GET', TAGS_OF_KEYS, '/usageplans');
}

function allowQuery(fn: ServiceFunction, parts: Parts) {
  allowRecords(fn, parts);
  allowKeyHolders(fn);
}

function allowHistory(fn: ServiceFunction, { tables }: Parts) {
  fn.allow(tables.domainHistory, 'Query');
}

function allowKeywords(fn: ServiceFunction, parts: Parts) {
  const { keywords } = parts.tables;
  allowRecords(fn, parts);
  fn.allowSending(parts.workQueue.learning);
  allowKeyHolders(fn);
  fn.allow(keywords, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem');
  for (const index of SEARCHED_INDEXES) fn.allowIndex(keywords, index);
}

function allowLongTail(fn: ServiceFunction, parts: Parts) {
  allowProviderRequests(fn, parts);
  // For the limit of an owner's fetches in progress.
  allowKeyHolders(fn);
  fn.allowSending(parts.workQueue.learning);
  fn.allow(parts.tables.keywords, 'BatchGetItem', 'UpdateItem', 'Query');
}

function allowPage(fn: ServiceFunction, parts: Parts) {
  const { tables } = parts;
  allowExistence(fn, parts);
  allowKeyHolders(fn);
  fn.allow(tables.pages, 'GetItem', 'UpdateItem');
  // For the lease of a page.
  fn.allow(tables.coordination, 'DeleteItem');
}

function allowSite(fn: ServiceFunction, parts: Parts) {
  const { tables, workQueue } = parts;
  allowExistence(fn, parts);
  allowKeyHolders(fn);
  fn.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem');
  fn.allowSending(workQueue.crawls);
}

/** Permissions to read stored crawls. */
function allowSiteEvidence(fn: ServiceFunction, { tables }: Parts) {
  fn.allow(tables.siteCrawls, 'Query', 'GetItem');
}

/** Also to read the owner of the caller, whose crawls come first. */
function allowSiteEvidenceOfOwner(fn: ServiceFunction, parts: Parts) {
  allowSiteEvidence(fn, parts);
  fn.allow(parts.tables.coordination, 'GetItem', 'UpdateItem');
  allowKeyHolders(fn);
}

function allowSalt(fn: ServiceFunction, { settings }: Parts) {
  fn.allowSecret(saltParameter(settings));
}
