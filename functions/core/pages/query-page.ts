import type { PageAddress } from '../platform/names/page-address.ts';
import { checkExistence, refuseBlocked } from '../domains/existence.ts';
import type { PageAllowance } from '../accounts/fetch-allowance.ts';
import { unlimited, type WhileFetching } from '../accounts/fetch-slots.ts';
import { isError } from '../platform/http/errors.ts';
import { fetchOnce } from '../platform/leases.ts';
import type { CachedPage, PageAnswer } from '../record/page-record.ts';
import { pageKey, type StoredPage } from './pages.ts';
import { EXISTENCE_RDAP_MS, LEAST_FETCH_MS, QUERY_MS, STORE_MS } from '../domains/limits.ts';
import { RETRY_DELAYS_MS } from '../record/retry-delays.ts';
import { pageEntry, type PageServices, readPage, refuseIfDisabled } from './read-page.ts';

interface PageQuery {
  address: PageAddress;
  refresh: boolean;
  /** Allowance for the fetch; `null`: nothing is counted. */
  allowance: PageAllowance | null;
  /** Limits the fetches in progress; default: {@link unlimited}. */
  whileFetching?: WhileFetching;
}

export interface PageFetched {
  entry: CachedPage;
  cacheStatus: PageAnswer['cache_status'];
}

/**
 * Answers for one page, from its entry or by a fetch: if it is new, a refresh is requested, or a retry is due after a
 * failure. Concurrent callers of the same page share one fetch.
 *
 * @throws {ServiceError} domain_blocked for a host that the operator has blocked
 * @throws {ServiceError} domain_not_found for a new page of a host that does not exist
 * @throws {ServiceError} domain_allowance_exceeded if it has to be fetched, and the allowance is used up
 * @throws {ServiceError} service_busy if it has to be fetched, and too many fetches are in progress
 * @throws {ServiceError} all_sources_failed if no server answered; the stored entry is kept
 * @throws {ServiceError} gateway_timeout if the fetch of another caller took too long
 */
export async function queryPage(query: PageQuery, services: PageServices): Promise<PageFetched> {
  const { pages, now } = services;
  const stored = await pages.read(query.address, { consistent: true });
  if (!stored || query.refresh) return fetchForQuery(query, stored !== null, services);
  await pages.recordRequest(stored);
  return isDue(stored, now()) ? refetch(stored, query, services) : { entry: stored, cacheStatus: 'hit' };
}

/** Whether a page could not be read, and its retry is due. */
function isDue({ retryAt }: StoredPage, now: number): boolean {
  return retryAt !== null && retryAt <= now;
}

/** Fetches a page again that could not be read. If the fetch is not possible, it returns the stored entry. */
async function refetch(stored: StoredPage, query: PageQuery, services: PageServices): Promise<PageFetched> {
  const { pages, now } = services;
  try {
    return await fetchForQuery(query, true, services);
  } catch (error) {
    if (!isError(error)) throw error;
    await pages.deferRetry(stored, now() + RETRY_DELAYS_MS[0]);
    return { entry: stored, cacheStatus: 'hit' };
  }
}

async function fetchForQuery(query: PageQuery, isStored: boolean, services: PageServices): Promise<PageFetched> {
  const { address, refresh, allowance, whileFetching = unlimited } = query;
  const { pages, leases, now } = services;
  const startedAt = now();
  const deadline = startedAt + QUERY_MS;
  await refuseBlocked(address.domain, services, 'url');

  let stored: StoredPage | null = null;
  let isCounted = false;
  const once = () =>
    fetchOnce<CachedPage>({
      name: `page#${pageKey(address).page}`,
      leases,
      now,
      deadline,
      leastFetchMs: LEAST_FETCH_MS,
      readFresh: async () => {
        stored = await pages.read(address, { consistent: true });
        const isFresh = stored && (refresh ? Date.parse(stored.updatedAt) >= startedAt : !isDue(stored, now()));
        return isFresh ? stored : null;
      },
      fetch: async (lease) => {
        refuseIfDisabled(address, services);
        if (!stored) await checkExistence(address.domain, { ignoresMissing: refresh, registry }, services);
        // This may run again after another instance has taken the lease over; the fetch counts once.
        if (!isCounted) await allowance?.takePage(address.domain);
        isCounted = true;
        const fetched = await fetchPage(address, deadline - STORE_MS, services);
        lease.signal.throwIfAborted();
        return fetched;
      },
    });
  return { entry: await whileFetching(once), cacheStatus: refresh || isStored ? 'refreshed' : 'miss' };
}

const registry = { mode: 'inline', maxMs: EXISTENCE_RDAP_MS } as const;

/**
 * @param deadline milliseconds since the epoch
 * @returns the entry, which is not stored if the domain was deleted meanwhile
 * @throws {ServiceError} all_sources_failed if no server answered
 */
async function fetchPage(address: PageAddress, deadline: number, services: PageServices): Promise<CachedPage> {
  const { pages, now } = services;
  // The current entry: the domain may have been deleted since the entry was read.
  const { token, previous } = await pages.begin(address);
  const started = performance.now();
  const reading = await readPage(address, started + deadline - now(), services);
  // It may have been blocked since.
  await refuseBlocked(address.domain, services, 'url');
  const entry = pageEntry(
    address,
    { ...reading, durationMs: Math.round(performance.now() - started) },
    previous,
    now(),
  );
  await pages.store(entry, token);
  return entry;
}
