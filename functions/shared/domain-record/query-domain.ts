import type { FetchAllowance } from '../gateway/fetch-allowance.ts';
import { AllSourcesFailed, DomainNotFound, InvalidParameter } from '../http/errors.ts';
import { fetchOnce } from '../leases/fetch-once.ts';
import { LeaseLost } from '../leases/hold-lease.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import { freshSources, snapshotOf } from '../record/figures.ts';
import { anyAnswered, anyFound } from '../record/merge-record.ts';
import type { DomainAnswer } from '../record/record.ts';
import type { SourceResult } from '../record/source-answer.ts';
import type { QueryDays } from '../storage/domain-schedule/query-days.ts';
import { QUERY_MS, STORE_MS } from '../time/limits.ts';
import { checkExistence } from './existence.ts';
import { deferSources } from './defer-sources.ts';
import { type FetchPlan, fetchRecord, type FetchTarget } from './fetch-record.ts';
import type { RecordServices } from './services.ts';

export interface QueryServices extends RecordServices {
  schedule: QueryDays;
}

interface DomainQuery {
  domain: string;
  refresh: boolean;
  /** A refresh takes what was fetched since then, in milliseconds since the epoch; by default since now. */
  refreshSince?: number | undefined;
  /** What the caller may have fetched; `null`: the operator asks, and nothing is counted. */
  allowance: FetchAllowance | null;
}

interface QueryResult {
  entry: CachedRecord;
  cacheStatus: DomainAnswer['cache_status'];
}

/** The operator has blocked the domain. */
export class DomainBlocked extends InvalidParameter {
  constructor() {
    super([{ param: 'domain', message: 'is blocked by the operator of this service' }]);
  }
}

/**
 * Answers a query from the permanent cache, or fetches the domain where it is new or a refresh is asked for.
 *
 * @throws {DomainBlocked} for a domain that the operator has blocked
 * @throws {DomainNotFound} for a new domain whose name does not exist
 * @throws {DomainAllowanceExceeded} where it has to be fetched, and the caller may not have more fetched today
 * @throws {AllSourcesFailed} when no source answered, or nothing is known of a new domain
 * @throws {GatewayTimeout} when another caller's fetch took too long
 */
export async function queryDomain(
  { domain, refresh, refreshSince, allowance }: DomainQuery,
  services: QueryServices,
): Promise<QueryResult> {
  const { cache, followed, leases, missing, now } = services;
  const asked = now();
  let stored = await cache.read(domain, { consistent: true });
  if (stored && !refresh) return { entry: stored, cacheStatus: 'hit' };

  if (await followed.isBlocked(domain)) throw new DomainBlocked();
  if (!stored && !refresh && (await missing.has(domain))) throw new DomainNotFound(domain);

  const since = refreshSince ?? asked;
  const deadline = asked + QUERY_MS;
  let isCounted = false;
  const entry = await fetchOnce({
    name: domain,
    leases,
    now,
    deadline,
    readFresh: async () => {
      stored = await cache.read(domain, { consistent: true });
      return stored && (!refresh || Date.parse(stored.updatedAt) >= since) ? stored : null;
    },
    fetch: async (lease) => {
      // As it is under the lease: the domain may have been forgotten since the first read.
      const target = { domain, entry: stored, lease, deadline: deadline - STORE_MS };
      if (!stored) await checkExistence(domain, refresh, services);
      // A fetch that another instance took over may come back to this caller: it counts once.
      if (!isCounted) await allowance?.takeDomain(domain);
      isCounted = true;
      const fetched = await fetchForCaller(target, refresh ? 'refresh' : 'query', services);
      // Under the lease, so that a domain that is forgotten afterwards leaves no note behind.
      await noteQuery(domain, asked, services);
      return fetched;
    },
  });
  return { entry, cacheStatus: refresh ? 'refreshed' : 'miss' };
}

/**
 * Fetches all sources of a domain for a caller who waits.
 *
 * @returns the entry that was stored
 * @throws {AllSourcesFailed} when no source answered, or nothing is known of a new domain; nothing is stored then
 * @throws {DomainBlocked} when it was blocked meanwhile
 * @throws {LeaseLost} when another fetches it meanwhile; nothing is stored then
 */
export async function fetchForCaller(
  target: FetchTarget,
  origin: 'query' | 'refresh',
  services: RecordServices,
): Promise<CachedRecord> {
  const { domain } = target;
  const fetched = await fetchRecord(target, planOf(target, origin, services), services);
  if (fetched) return fetched.entry;
  if (await services.followed.isBlocked(domain)) throw new DomainBlocked();
  throw new LeaseLost(`${domain} was forgotten while it was fetched`);
}

function planOf({ domain, entry }: FetchTarget, origin: 'query' | 'refresh', services: RecordServices): FetchPlan {
  const { sources, history, queue } = services;
  return {
    mode: 'inline',
    select: () => sources,
    accepts(results) {
      if (anyAnswered(results) && (entry || anyFound(results))) return true;
      throw new AllSourcesFailed(`Nothing could be learnt of ${domain}: ${reasons(results)}`);
    },
    renewsEntry: () => true,
    // A function that ends in between leaves no entry whose figures the history never gets.
    beforeEntry: ({ record, fetchedAt }) =>
      history.add({ domain, captured_at: fetchedAt, origin, ...snapshotOf(record, freshSources(record)) }),
    defer: (results) => deferSources(domain, results, queue),
  };
}

function reasons(results: SourceResult[]): string {
  const failures = results.flatMap(({ source, answer }) =>
    answer.error ? [`${source.id}: ${answer.error.code}`] : [],
  );
  return failures.join(', ') || 'no source knows it';
}

/** The note is for the scheduler; the response does not depend on it. */
async function noteQuery(domain: string, asked: number, { schedule, followed }: QueryServices): Promise<void> {
  try {
    await followed.apply(await schedule.noteFirstQuery(domain, asked), domain, asked);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'asked day not noted', error: (error as Error).name }));
  }
}
