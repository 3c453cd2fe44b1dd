import type { QueryDays } from './schedule/query-days.ts';
import { fetchPolicies, type FetchPolicy, type FetchTarget } from './fetch-policies.ts';
import type { RecordServices } from './services.ts';
import type { FetchAllowance } from '../accounts/fetch-allowance.ts';
import { domainBlocked, ServiceError } from '../platform/http/errors.ts';
import { fetchOnce, LeaseLost } from '../platform/leases.ts';
import { type CachedRecord, recordOf, sourcesToRetry } from '../record/cached-record.ts';
import type { DomainAnswer } from '../record/record.ts';
import type { Source } from '../sources/source.ts';
import { QUERY_MS, STORE_MS } from '../platform/time/limits.ts';
import { checkExistence, type LookUp } from './existence.ts';
import { fetchRecord } from './fetch-record.ts';
import { SITE } from '../record/history-values.ts';
import { isRateLimited } from './ask-sources.ts';

export interface QueryServices extends RecordServices {
  schedule: QueryDays;
}

interface DomainQuery extends Omit<DomainWanted, 'since'> {
  /** A refresh takes what was fetched since then, in milliseconds since the epoch; by default since now. */
  refreshSince?: number | undefined;
}

/**
 * Answers a caller who waits, from the permanent cache or by a fetch of all sources. The sources that are late are handed
 * to the worker. A domain that was fetched is noted as asked for, and followed.
 *
 * @throws as {@link fetchDomain}
 */
export async function queryDomain(
  { refreshSince, ...query }: DomainQuery,
  services: QueryServices,
): Promise<DomainFetched> {
  const { domain } = query;
  const asked = services.now();
  // Under the lease, so that a domain that is deleted afterwards leaves no note.
  const afterFetch = () => noteQuery(domain, asked, services);
  return fetchDomain({ ...query, since: refreshSince ?? asked, afterFetch }, fetchPolicies.query, services);
}

/** The note is for the scheduler; the response does not depend on it. */
async function noteQuery(domain: string, asked: number, { schedule, followed }: QueryServices): Promise<void> {
  try {
    await followed.apply(await schedule.noteFirstQuery(domain, asked), domain, asked);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'asked day not noted', error: (error as Error).name }));
  }
}

interface DomainWanted {
  domain: string;
  refresh: boolean;
  /** A refresh takes what was fetched since then, in milliseconds since the epoch. */
  since: number;
  /** What may be fetched; `null`: nothing is counted. */
  allowance: FetchAllowance | null;
  /** The caller has read that there is no entry, so that it is read again under the lease only. */
  wasAbsent?: boolean;
  /** Whether a batch pays for sources. */
  paid?: boolean;
  /** Which of its sources an entry is completed by before it is answered; none by default. */
  sourcesToRetry?(entry: CachedRecord): Source[];
  /** Called under the domain's lease, after it was fetched. */
  afterFetch?: () => Promise<void>;
}

/** Policy of a fetch of a domain that may be new. */
type DomainPolicy = FetchPolicy & { registry: LookUp['registry'] };

interface DomainFetched {
  entry: CachedRecord;
  cacheStatus: DomainAnswer['cache_status'];
}

/**
 * Answers from the permanent cache, or fetches the domain where it is new or a refresh is asked for. However many want
 * the same domain at once, it is fetched once. On a miss the entry is read twice: before the lease, and under it.
 *
 * @throws {ServiceError} domain_blocked for a domain that the operator has blocked
 * @throws {ServiceError} domain_not_found for a new domain whose name does not exist
 * @throws {ServiceError} domain_allowance_exceeded where it has to be fetched, and the allowance does not admit it
 * @throws {ServiceError} all_sources_failed when no source answered, or nothing is known of a new domain
 * @throws {ServiceError} gateway_timeout when another's fetch took too long
 */
async function fetchDomain(
  wanted: DomainWanted,
  policy: DomainPolicy,
  services: RecordServices,
): Promise<DomainFetched> {
  const { domain, refresh, since, allowance, wasAbsent = false, paid = false, afterFetch } = wanted;
  const { cache, followed, leases, missing, now } = services;
  const sourcesDue = (entry: CachedRecord) => (refresh ? [] : (wanted.sourcesToRetry?.(entry) ?? []));
  const deadline = now() + QUERY_MS;
  const isEnough = (entry: CachedRecord) =>
    refresh ? Date.parse(entry.updatedAt) >= since : sourcesDue(entry).length === 0;
  const read = () => cache.read(domain, { consistent: true });
  // A refresh needs the entry only under the lease.
  let stored = refresh || wasAbsent ? null : await read();
  if (stored && isEnough(stored)) return { entry: stored, cacheStatus: 'hit' };

  if (await followed.isBlocked(domain)) throw domainBlocked();
  if (!stored && !refresh && (await missing.has(domain))) {
    // The caller's read need not have been consistent.
    if (wasAbsent) stored = await read();
    if (!stored) throw new ServiceError('domain_not_found', { params: { domain } });
  }

  const cacheStatus = refresh ? 'refreshed' : stored ? 'hit' : 'miss';
  let isCounted = false;
  const entry = await fetchOnce({
    name: domain,
    leases,
    now,
    deadline,
    readFresh: async () => {
      stored = await read();
      return stored && isEnough(stored) ? stored : null;
    },
    fetch: async (lease) => {
      // As it is under the lease: the domain may have been deleted since the first read.
      const target: FetchTarget = { domain, entry: stored, lease, deadline: deadline - STORE_MS };
      const sources = stored ? sourcesDue(stored) : [];
      if (sources.length > 0) return fetchUnderLease({ ...target, sources }, fetchPolicies.batchRetry, services);
      const { registry } = policy;
      const registration = stored ? null : await checkExistence(domain, { anew: refresh, registry }, services);
      // A fetch that another instance took over may come back here: it counts once.
      if (!isCounted) await allowance?.takeDomain(domain);
      isCounted = true;
      const origin = refresh ? 'refresh' : 'query';
      const answered = registration ? [registration] : [];
      const fetched = await fetchUnderLease({ ...target, answered, paid, origin }, policy, services);
      await afterFetch?.();
      return fetched;
    },
  });
  return { entry, cacheStatus };
}

/**
 * Fetches a domain whose lease is held.
 *
 * @returns the entry that was stored
 * @throws {ServiceError} all_sources_failed when no source answered, or nothing is known of a new domain; nothing is stored then
 * @throws {ServiceError} domain_blocked when it was blocked meanwhile
 * @throws {LeaseLost} when another fetches it meanwhile; nothing is stored then
 */
export async function fetchUnderLease(
  target: FetchTarget,
  policy: FetchPolicy,
  services: RecordServices,
): Promise<CachedRecord> {
  const { domain } = target;
  const fetched = await fetchRecord(target, policy, services);
  if (fetched) return fetched.entry;
  if (await services.followed.isBlocked(domain)) throw domainBlocked();
  throw new LeaseLost(`${domain} was deleted while it was fetched`);
}

interface BatchDomain extends DomainWanted {
  /** Paid sources are left to be asked later; otherwise they are not asked. */
  paid: boolean;
}

/**
 * Fetches a domain for a batch: what its own hosts say. The sources that keep a pace are left `pending`, for
 * `completeForBatch`. An entry answers as it is, unless its home page was never read and it is time to try again: that is
 * done first, and not counted. The domain is neither noted as asked for nor followed.
 *
 * @throws as {@link fetchDomain}
 */
export function fetchForBatch(wanted: BatchDomain, services: RecordServices): Promise<DomainFetched> {
  const sources = services.sources.filter((source) => !isRateLimited(source));
  const batch = {
    ...wanted,
    sourcesToRetry: (entry: CachedRecord) => (isHomePageDue(entry, services.now()) ? sources : []),
    // So that the operator finds it.
    afterFetch: () => services.list.add(wanted.domain),
  };
  return fetchDomain(batch, fetchPolicies.batch, services);
}

/** Whether there is no home page, and it is time to ask the site again. */
function isHomePageDue(entry: CachedRecord, now: number): boolean {
  const record = recordOf(entry);
  return record.page === null && sourcesToRetry(record, entry.retries, now).includes(SITE);
}
