import type { Key } from 'aws-cdk-lib/aws-kms';
import { DUE_INDEX, ROWS_INDEX } from '../functions/core/domains/schedule/stored-row.ts';
import { SEARCHED_INDEXES } from '../functions/core/keywords/index/posting-list.ts';
import { BY_DOMAIN_INDEX } from '../functions/core/operations/failed-jobs.ts';
import { sourceKeys } from '../functions/core/sources/providers/keys.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import type { Tables } from './constructs/tables.ts';
import type { WorkQueue } from './constructs/work-queue.ts';
import { type DeploymentSettings, saltParameter, sourceKeysPrefix } from './settings.ts';

/** What functions get permissions on. */
export interface Resources {
  settings: DeploymentSettings;
  tables: Tables;
  workQueue: WorkQueue;
  /** By which credentials of crawls are encrypted. */
  credentialsKey: Key;
}

/** Gives a function exactly the permissions that it uses. */
export type Allow = (fn: ServiceFunction, resources: Resources) => void;

/** Actions of creating, reading and cancelling batches on their table. */
const BATCH_ACTIONS = ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'BatchWriteItem'] as const;

/** Permissions of requests to providers: their keys, rate limits and leases. */
export function allowProviderRequests(fn: ServiceFunction, { settings, tables }: Resources) {
  fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  fn.allowSecrets(sourceKeys.map((key) => sourceKeysPrefix(settings) + key));
}

export function allowRecords(fn: ServiceFunction, resources: Resources) {
  const { tables, workQueue } = resources;
  allowProviderRequests(fn, resources);
  fn.allowSending(workQueue.queue);
  fn.allow(tables.keywords, 'PutItem');
  fn.allow(tables.domainCache, 'GetItem', 'PutItem');
  fn.allow(tables.domainHistory, 'PutItem', 'UpdateItem', 'BatchWriteItem');
  fn.allow(tables.domainSchedule, 'GetItem', 'UpdateItem');
}

/** Permissions to check whether a domain exists, and whether it is blocked. */
export function allowExistence(fn: ServiceFunction, { tables }: Resources) {
  fn.allow(tables.coordination, 'GetItem', 'PutItem', 'UpdateItem');
  fn.allow(tables.domainSchedule, 'GetItem');
}

export function allowQuery(fn: ServiceFunction, resources: Resources) {
  allowRecords(fn, resources);
  fn.allowKeyHolders();
}

export function allowHistory(fn: ServiceFunction, { tables }: Resources) {
  fn.allow(tables.domainHistory, 'Query');
}

export function allowKeywords(fn: ServiceFunction, resources: Resources) {
  const { keywords } = resources.tables;
  allowRecords(fn, resources);
  fn.allowSending(resources.workQueue.learning);
  fn.allowKeyHolders();
  fn.allow(keywords, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem');
  for (const index of SEARCHED_INDEXES) fn.allowIndex(keywords, index);
}

export function allowLongTail(fn: ServiceFunction, resources: Resources) {
  allowProviderRequests(fn, resources);
  // For the limit of an owner's fetches in progress.
  fn.allowKeyHolders();
  fn.allowSending(resources.workQueue.learning);
  fn.allow(resources.tables.keywords, 'BatchGetItem', 'UpdateItem', 'Query');
}

export function allowPage(fn: ServiceFunction, resources: Resources) {
  const { tables } = resources;
  allowExistence(fn, resources);
  fn.allowKeyHolders();
  fn.allow(tables.pages, 'GetItem', 'UpdateItem');
  // For the lease of a page.
  fn.allow(tables.coordination, 'DeleteItem');
}

export function allowSite(fn: ServiceFunction, resources: Resources) {
  const { tables, workQueue } = resources;
  allowExistence(fn, resources);
  fn.allowKeyHolders();
  fn.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem');
  fn.allowSending(workQueue.crawls);
}

/** Permissions to read stored crawls. */
function allowSiteEvidence(fn: ServiceFunction, { tables }: Resources) {
  fn.allow(tables.siteCrawls, 'Query', 'GetItem');
}

/** Also to read the owner of the caller, whose crawls come first. */
export function allowSiteEvidenceOfOwner(fn: ServiceFunction, resources: Resources) {
  allowSiteEvidence(fn, resources);
  fn.allow(resources.tables.coordination, 'GetItem', 'UpdateItem');
  fn.allowKeyHolders();
}

export function allowSalt(fn: ServiceFunction, { settings }: Resources) {
  fn.allowSecret(saltParameter(settings));
}

/** Permissions of creating, reading and cancelling batches. */
export function allowBatches(fn: ServiceFunction, { tables, workQueue }: Resources) {
  fn.allow(tables.batches, ...BATCH_ACTIONS);
  fn.allow(tables.domainCache, 'BatchGetItem');
  fn.allow(tables.domainHistory, 'Query');
  fn.allow(tables.coordination, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem');
  fn.allowSending(workQueue.batches);
  // The end of a batch that has nothing to fetch, and the limit of deliveries to unconfirmed addresses.
  fn.allow(tables.watches, 'GetItem', 'Query', 'PutItem');
  fn.allowSending(workQueue.deliveries);
  fn.allowKeyHolders();
}

/** Permissions to evaluate watches, and to send their events. A domain may be watched by its tags. */
export function allowWatching(fn: ServiceFunction, { tables, workQueue }: Resources) {
  fn.allow(tables.watches, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem');
  fn.allow(tables.domainSchedule, 'BatchGetItem');
  fn.allowSending(workQueue.deliveries);
}

/** Permissions of the workspace's API. */
export function allowBackOffice(fn: ServiceFunction, resources: Resources) {
  allowListOfDomains(fn, resources);
  allowStoredPages(fn, resources);
  allowStoredSites(fn, resources);
  allowKeywordLists(fn, resources);
  allowQueues(fn, resources);
  allowKeys(fn, resources);
}

function allowListOfDomains(fn: ServiceFunction, { tables }: Resources) {
  fn.allow(tables.domainCache, 'GetItem', 'BatchGetItem', 'DeleteItem');
  fn.allow(tables.domainHistory, 'GetItem', 'Query', 'BatchWriteItem');
  fn.allow(tables.domainSchedule, 'GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem');
  fn.allowIndex(tables.domainSchedule, ROWS_INDEX);
  fn.allowIndex(tables.domainSchedule, DUE_INDEX);
  fn.allow(tables.keywords, 'DeleteItem');
  fn.allow(tables.batches, ...BATCH_ACTIONS);
  fn.allow(tables.siteCrawls, 'DeleteItem', 'BatchWriteItem');
  allowDeletingFromWatches(fn, tables);
  // For the end of a batch that has nothing to fetch.
  fn.allow(tables.watches, 'PutItem');
  fn.allow(tables.coordination, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
}

/** Actions to delete a domain from watches, with its events. */
export function allowDeletingFromWatches(fn: ServiceFunction, { watches }: Tables) {
  fn.allow(watches, 'GetItem', 'Query', 'UpdateItem', 'BatchWriteItem');
}

/** Actions to read pages, and to delete them with their domain. */
function allowStoredPages(fn: ServiceFunction, { tables }: Resources) {
  fn.allow(tables.pages, 'GetItem', 'Query', 'BatchWriteItem');
}

/** Actions to read audits of sites, to stop crawls, and to create report links. */
function allowStoredSites(fn: ServiceFunction, { tables }: Resources) {
  fn.allow(tables.siteCrawls, 'GetItem', 'Query', 'PutItem', 'UpdateItem');
}

/** Actions of keyword lists. */
function allowKeywordLists(fn: ServiceFunction, { tables }: Resources) {
  fn.allow(tables.keywords, 'GetItem', 'Query', 'PutItem');
}

const READ_LENGTH = 'sqs:GetQueueAttributes';

function allowQueues(
  fn: ServiceFunction,
  { tables, workQueue: { queue, learning, batches, completions, crawls, reports, deliveries, deadLetters } }: Resources,
) {
  // Failed jobs are sent to all of them again.
  for (const each of [queue, learning, batches, completions, crawls, reports, deliveries])
    fn.allowSending(each, READ_LENGTH);
  fn.permit([READ_LENGTH], [deadLetters.queueArn]);
  fn.allow(tables.operations, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
  fn.allowIndex(tables.operations, BY_DOMAIN_INDEX);
}

export const KEYS = '/apikeys';
const PLANS = '/usageplans';
const KEYS_OF_PLAN = '/usageplans/*/keys';
const EACH_KEY_OF_PLAN = '/usageplans/*/keys/*';
const USAGE_OF_PLAN = '/usageplans/*/usage';

function allowKeys(fn: ServiceFunction, { settings: { stackName } }: Resources) {
  fn.allowKeysOf(stackName, 'GET', 'PATCH', 'DELETE');
  fn.allowNewKeysOf(stackName);
  fn.allowControlPlane('GET', KEYS, PLANS, KEYS_OF_PLAN, USAGE_OF_PLAN);
  fn.allowControlPlane('POST', KEYS_OF_PLAN);
  fn.allowControlPlane('DELETE', EACH_KEY_OF_PLAN);
  // To create a key with tags, and to tag one later, which also requires the permission to change the key.
  fn.allowTagging();
}
