import type { QueryDays } from './schedule/query-days.ts';
import { fetchPolicies, type FetchPolicy, type FetchTarget } from './fetch-policies.ts';
import type { RecordServices } from './services.ts';
import type { FetchAllowance } from '../accounts/fetch-allowance.ts';
import { unlimited, type WhileFetching } from '../accounts/fetch-slots.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { fetchOnce, LeaseLost } from '../platform/leases.ts';
import { type CachedRecord, recordOf, sourcesToRetry } from '../record/cached-record.ts';
import type { DomainAnswer } from '../record/record.ts';
import type { Source } from '../sources/source.ts';
import { LEAST_FETCH_MS, QUERY_MS, STORE_MS } from './limits.ts';
import { checkExistence, type LookUp, refuseBlocked } from './existence.ts';
import { fetchRecord } from './fetch-record.ts';
import { SITE } from '../record/history-values.ts';
import { isRateLimited } from './fetch-sources.ts';
import { logWarning } from '../platform/log-warning.ts';

export interface QueryServices extends RecordServices {
  schedule: QueryDays;
}

interface DomainQuery extends Omit<DomainRequest, 'since'> {
  /** A refresh accepts an entry that was fetched since this time, in milliseconds since the epoch; by default now. */
  refreshSince?: number | undefined;
}

/**
 * Returns the record of a domain to a waiting caller, from the permanent cache or by a fetch of all sources. The worker
 * completes late sources. After a fetch, the day of the query is recorded, and the domain is followed.
 *
 * @throws as {@link fetchDomain}
 */
export async function queryDomain(
  { refreshSince, ...query }: DomainQuery,
  services: QueryServices,
): Promise<DomainFetched> {
  const { domain } = query;
  const requestedAt = services.now();
  // Under the lease, so that no query day remains of a domain that is deleted afterwards.
  const afterFetch = () => recordQueryDay(domain, requestedAt, services);
  return fetchDomain({ ...query, since: refreshSince ?? requestedAt, afterFetch }, fetchPolicies.query, services);
}

/** Records the day of the query for the scheduler; the response does not depend on it. */
async function recordQueryDay(
  domain: string,
  requestedAt: number,
  { schedule, followed }: QueryServices,
): Promise<void> {
  try {
    await followed.apply(await schedule.recordFirstQuery(domain, requestedAt), domain, requestedAt);
  } catch (error) {
    logWarning('query day not recorded')(error);
  }
}

interface DomainRequest {
  domain: string;
  refresh: boolean;
  /** A refresh accepts an entry that was fetched since this time, in milliseconds since the epoch. */
  since: number;
  /** Allowance that the fetch counts against; `null`: it is not counted. */
  allowance: FetchAllowance | null;
  /** Limits the fetches in progress for waiting callers; default: {@link unlimited}. */
  whileFetching?: WhileFetching;
  /** The caller has read that there is no entry, so it is read again only under the lease. */
  wasAbsent?: boolean;
  /** Whether a batch includes paid sources. */
  paid?: boolean;
  /** Returns the sources that are requested before a cached entry is returned; none by default. */
  sourcesToRetry?(entry: CachedRecord): Source[];
  /** Called under the domain's lease, after the fetch. */
  afterFetch?: () => Promise<void>;
}

/** Policy of a fetch of a domain that may be new. */
type DomainPolicy = FetchPolicy & { registry: LookUp['registry'] };

interface DomainFetched {
  entry: CachedRecord;
  cacheStatus: DomainAnswer['cache_status'];
}

/**
 * Returns the entry from the permanent cache, or fetches the domain if it is new or a refresh is requested. Concurrent
 * requests for the same domain cause one fetch. On a miss the entry is read twice: before the lease, and under it.
 *
 * @throws {ServiceError} domain_blocked for a domain that the operator has blocked
 * @throws {ServiceError} domain_not_found for a new domain whose name does not exist
 * @throws {ServiceError} domain_allowance_exceeded if it has to be fetched, and the allowance is used up
 * @throws {ServiceError} service_busy if it has to be fetched, and too many fetches are in progress
 * @throws {ServiceError} all_sources_failed if no source answered, or no source has data of a new domain
 * @throws {ServiceError} gateway_timeout if the fetch of another caller took too long
 */
async function fetchDomain(
  request: DomainRequest,
  policy: DomainPolicy,
  services: RecordServices,
): Promise<DomainFetched> {
  const { domain, refresh, since, allowance, wasAbsent = false, paid = false, afterFetch } = request;
  const { whileFetching = unlimited } = request;
  const { cache, leases, missing, now } = services;
  const sourcesDue = (entry: CachedRecord) => (refresh ? [] : (request.sourcesToRetry?.(entry) ?? []));
  const deadline = now() + QUERY_MS;
  const isEnough = (entry: CachedRecord) =>
    refresh ? Date.parse(entry.allFetchedAt ?? '') >= since : sourcesDue(entry).length === 0;
  const read = () => cache.read(domain, { consistent: true });
  // A refresh needs the entry only under the lease.
  let stored = refresh || wasAbsent ? null : await read();
  if (stored && isEnough(stored)) return { entry: stored, cacheStatus: 'hit' };

  await refuseBlocked(domain, services);
  if (!stored && !refresh && (await missing.has(domain))) {
    // The caller's read need not have been consistent.
    if (wasAbsent) stored = await read();
    if (!stored) throw new ServiceError('domain_not_found', { values: { domain } });
  }

  const cacheStatus = refresh ? 'refreshed' : stored ? 'hit' : 'miss';
  let isCounted = false;
  const once = (): Promise<CachedRecord> =>
    fetchOnce({
      name: domain,
      leases,
      now,
      deadline,
      leastFetchMs: LEAST_FETCH_MS,
      readFresh: async () => {
        stored = await read();
        return stored && isEnough(stored) ? stored : null;
      },
      fetch: async (lease) => {
        // Read again under the lease, since the domain may have been deleted since the first read.
        const target: FetchTarget = { domain, entry: stored, lease, deadline: deadline - STORE_MS };
        const sources = stored ? sourcesDue(stored) : [];
        if (sources.length > 0) return fetchUnderLease({ ...target, sources }, fetchPolicies.batchRetry, services);
        const { registry } = policy;
        const registration = stored
          ? null
          : await checkExistence(domain, { ignoresMissing: refresh, registry }, services);
        // A fetch that another instance took over may return here; it counts once.
        if (!isCounted) await allowance?.takeDomain(domain);
        isCounted = true;
        const origin = refresh ? 'refresh' : 'query';
        const answered = registration ? [registration] : [];
        const fetched = await fetchUnderLease({ ...target, answered, paid, origin }, policy, services);
        await afterFetch?.();
        return fetched;
      },
    });
  return { entry: await whileFetching(once), cacheStatus };
}

/**
 * Fetches a domain whose lease is held.
 *
 * @returns the entry that was stored
 * @throws {ServiceError} all_sources_failed if no source answered, or no source has data of a new domain; nothing is stored
 * @throws {ServiceError} domain_blocked if it was blocked in the meantime
 * @throws {LeaseLost} if another caller has taken over the fetch; nothing is stored
 */
export async function fetchUnderLease(
  target: FetchTarget,
  policy: FetchPolicy,
  services: RecordServices,
): Promise<CachedRecord> {
  const { domain } = target;
  const fetched = await fetchRecord(target, policy, services);
  if (fetched) return fetched.entry;
  await refuseBlocked(domain, services);
  throw new LeaseLost(`${domain} was deleted while it was fetched`);
}

/**
 * Fetches a domain for a batch, from its own hosts only. Sources with a rate limit remain `pending`, for
 * `completeForBatch`. A cached entry is returned unchanged, unless its home page was never read and its retry is due: the
 * retry is made first, and not counted. The query day is not recorded, and the domain is not followed.
 *
 * @param request with `paid`: whether paid sources are requested later; otherwise they are not requested
 * @throws as {@link fetchDomain}
 */
export function fetchForBatch(
  request: DomainRequest & { paid: boolean },
  services: RecordServices,
): Promise<DomainFetched> {
  const sources = services.sources.filter((source) => !isRateLimited(source));
  const batch = {
    ...request,
    sourcesToRetry: (entry: CachedRecord) => (isHomePageDue(entry, services.now()) ? sources : []),
    // So that the operator finds it.
    afterFetch: () => services.list.add(request.domain),
  };
  return fetchDomain(batch, fetchPolicies.batch, services);
}

/** Whether the entry has no home page, and a retry of the site is due. */
function isHomePageDue(entry: CachedRecord, now: number): boolean {
  const record = recordOf(entry);
  return record.page === null && sourcesToRetry(record, entry.retries, now).includes(SITE);
}
