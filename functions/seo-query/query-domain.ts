import { fetchOnce } from '../shared/record/fetch-once.ts';
import type { DomainAnswer } from '../shared/record/record.ts';
import { type RecordServices, refreshRecord } from '../shared/record/refresh-record.ts';
import type { CachedRecord } from '../shared/storage/domain-cache.ts';
import type { FetchLeases } from '../shared/storage/fetch-lease.ts';

/** What API Gateway waits is 29 s; the answer has to be on its way before. */
const BUDGET_MS = 25_000;

interface Dependencies extends RecordServices {
  leases: FetchLeases;
}

interface DomainQuery {
  domain: string;
  refresh: boolean;
}

interface QueryResult {
  entry: CachedRecord;
  cacheStatus: DomainAnswer['cache_status'];
}

/**
 * Answers a query from the permanent cache, or fetches the domain where it is new or a refresh is asked for.
 *
 * @throws {AllSourcesFailed} when nothing is known of the domain and nothing could be learnt
 */
export async function queryDomain({ domain, refresh }: DomainQuery, deps: Dependencies): Promise<QueryResult> {
  const asked = deps.now();
  const previous = await deps.cache.read(domain, { consistent: true });
  if (previous && !refresh) return { entry: previous, cacheStatus: 'hit' };

  const isFresh = (entry: CachedRecord | null) => entry !== null && (!refresh || Date.parse(entry.updatedAt) >= asked);
  const entry = await fetchOnce({
    domain,
    leases: deps.leases,
    now: deps.now,
    deadline: asked + BUDGET_MS,
    readFresh: async () => {
      const stored = await deps.cache.read(domain, { consistent: true });
      return isFresh(stored) ? stored : null;
    },
    fetch: () => refreshRecord(domain, refresh ? 'refresh' : 'query', previous, deps),
  });
  await deps.schedule.noteFirstAsked(domain, asked);
  return { entry, cacheStatus: refresh ? 'refreshed' : 'miss' };
}
