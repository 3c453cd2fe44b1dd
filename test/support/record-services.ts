import { createFetchLeases } from '../../functions/core/platform/coordination.ts';
import { createDomainHistory, createScheduledSnapshots } from '../../functions/core/domains/store/domain-history.ts';
import { fetchUnderLease } from '../../functions/core/domains/fetch-domain.ts';
import { fetchPolicies, type FetchTarget, type SnapshotServices } from '../../functions/core/domains/fetch-policies.ts';
import type { RecordServices } from '../../functions/core/domains/services.ts';
import type { Source } from '../../functions/core/sources/source.ts';
import type { SourceAnswer } from '../../functions/core/record/source-answer.ts';
import { createDomainCache } from '../../functions/core/domains/store/domain-cache.ts';
import { providerSettings } from '../../functions/core/sources/settings.ts';
import { createSourceSettings } from '../../functions/core/sources/providers/source-settings.ts';
import { createDomainKeywords } from '../../functions/core/domains/store/domain-keywords.ts';
import { createMissingDomains } from '../../functions/core/domains/store/missing-domains.ts';
import { createDomainItems } from '../../functions/core/deletion/delete-domain.ts';
import { createDomainList } from '../../functions/core/domains/schedule/domain-list.ts';
import { createFollowedDomains } from '../../functions/core/domains/schedule/followed-domains.ts';
import type { WorkTask } from '../../functions/core/operations/work-tasks.ts';
import type { TaskQueue } from '../../functions/core/platform/queues/task-queue.ts';
import {
  batchesTable,
  cacheTable,
  coordinationTable,
  historyTable,
  openTables,
  operationsTable,
  watchesTable,
  pagesTable,
  siteCrawlsTable,
  scheduleTable,
  type TestTables,
} from './dynamodb.ts';
import { settingsOf } from './settings.ts';
import { siteReader } from './site-reader.ts';
import { keywordsTable } from './keywords.ts';

/** A source whose responses the test sets. */
export interface ScriptedSource extends Source {
  answer: () => SourceAnswer | Promise<SourceAnswer>;
  /** Number of requests. */
  requests: number;
}

export function scriptedSource(parts: Pick<Source, 'id' | 'fields'> & Partial<ScriptedSource>): ScriptedSource {
  return {
    attribution: null,
    isEvidence: true,
    address: null,
    keys: [],
    maxAgeDays: 1,
    inlineMs: 1_000,
    backgroundMs: 1_000,
    costUsd: 0,
    answer: () => ({ status: 'ok' }),
    requests: 0,
    fetch() {
      this.requests += 1;
      return Promise.resolve(this.answer());
    },
    ...parts,
  };
}

/** Creates a source that returns these sections. */
export function answering(
  id: Source['id'],
  sections: NonNullable<SourceAnswer['sections']>,
  parts: Partial<ScriptedSource> = {},
): ScriptedSource {
  const fields = Object.keys(sections) as unknown as Source['fields'];
  return scriptedSource({ id, fields, answer: () => ({ status: 'ok', sections }), ...parts });
}

/** Delays the response of a source until it is released. */
export function holdBack(source: ScriptedSource): { requested: Promise<void>; release: () => void } {
  const { answer } = source;
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  source.answer = async () => {
    requested.resolve();
    await released.promise;
    return answer();
  };
  return { requested: requested.promise, release: released.resolve };
}

interface Options {
  maxFollowed?: number;
  /** Tables to use instead of new ones. */
  tables?: TestTables;
}

/** Resolves every name, for tests whose scripted sources send no other requests. */
const everyNameExists = {
  resolver: () => ({ resolve4: () => Promise.resolve(['192.0.2.1']), cancel: () => {} }),
  release: () => Promise.resolve(),
};

/** Opens all tables that store records. @param schedule its table, by default without the index of names */
export function openRecordTables(schedule = scheduleTable): Promise<TestTables> {
  return openTables(
    cacheTable,
    historyTable,
    schedule,
    coordinationTable,
    keywordsTable,
    batchesTable,
    pagesTable,
    siteCrawlsTable,
    operationsTable,
    watchesTable,
  );
}

/** Opens the real stores with an embedded DynamoDB, a queue that records messages, and the test's sources and clock. */
export async function openRecordServices(sources: Source[], { maxFollowed = 100, tables: existing }: Options = {}) {
  const tables = existing ?? (await openRecordTables());
  const sent: { task: WorkTask; delayMs: number }[] = [];
  const clock = { now: Date.parse('2026-11-01T08:00:00Z') };
  const db = tables.db;
  const names = {
    cache: cacheTable.name,
    history: historyTable.name,
    keywords: keywordsTable.name,
    coordination: coordinationTable.name,
    batches: batchesTable.name,
    pages: pagesTable.name,
    siteCrawls: siteCrawlsTable.name,
    operations: operationsTable.name,
    watches: watchesTable.name,
  };
  const domainItems = createDomainItems(tables.db, names);
  const queue: TaskQueue<WorkTask> = {
    send: (task, delayMs = 0) => {
      sent.push({ task, delayMs });
      return Promise.resolve();
    },
    sendBatch: (tasks) => {
      sent.push(...tasks.map((task) => ({ task, delayMs: 0 })));
      return Promise.resolve();
    },
  };
  const services = {
    sources,
    reader: siteReader,
    network: everyNameExists,
    settings: createSourceSettings(settingsOf(providerSettings)),
    budget: { reserve: () => Promise.resolve({ settle: () => Promise.resolve() }) },
    readKeys: () => Promise.resolve({}),
    http: {},
    siteSlots: {},
    cache: createDomainCache(tables.db, cacheTable.name),
    history: createDomainHistory(tables.db, historyTable.name),
    followed: createFollowedDomains(tables.db, scheduleTable.name, maxFollowed),
    list: createDomainList(db, scheduleTable.name),
    queue,
    leases: createFetchLeases(db, coordinationTable.name, () => clock.now),
    missing: createMissingDomains(db, coordinationTable.name, () => clock.now),
    domainKeywords: createDomainKeywords(db, keywordsTable.name),
    snapshots: createScheduledSnapshots(db, historyTable.name),
    now: () => clock.now,
  } as unknown as SnapshotServices;
  const close = () => tables.close();
  /** Deletes the data of a domain except its schedule, without a lease. */
  const deleteItems = async (domain: string) => {
    for (const items of domainItems) await items.deleteDomain(domain);
  };
  const entryOf = (domain = 'a.com') => services.cache.read(domain, { consistent: true });
  /** Fetches a domain for a waiting caller. */
  const fetch = async (origin: 'query' | 'refresh' = 'query', domain = 'a.com') =>
    fetchForCaller({ domain, entry: await entryOf(domain) }, origin, services);
  /** Returns all items of the history of a domain. */
  async function historyOf(domain = 'a.com') {
    const { Items } = await db.query({
      TableName: historyTable.name,
      KeyConditionExpression: '#d = :d',
      ExpressionAttributeNames: { '#d': 'domain' },
      ExpressionAttributeValues: { ':d': domain },
    });
    return Items!;
  }
  return { services, queue, domainItems, deleteItems, sent, clock, db, tables, close, entryOf, fetch, historyOf };
}

/** Fetches a domain for a waiting caller, without a lease. */
export function fetchForCaller(target: FetchTarget, origin: 'query' | 'refresh', services: RecordServices) {
  return fetchUnderLease({ ...target, origin }, fetchPolicies.query, services);
}
