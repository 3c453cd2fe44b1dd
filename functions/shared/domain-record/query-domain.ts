import { fetchOnce } from '../leases/fetch-once.ts';
import type { DomainAnswer } from '../record/record.ts';
import { DomainBlocked, refreshRecord } from './refresh-record.ts';
import type { RecordServices } from './record-services.ts';
import { applyScheduleChange } from './apply-schedule-change.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { QueryDays } from '../storage/domain-schedule/query-days.ts';
import type { FetchLeases } from '../storage/fetch-lease.ts';

/** What API Gateway waits is 29 s; the answer has to be on its way before. */
const BUDGET_MS = 25_000;
/** What is left of it for storing what the sources have said. */
const STORE_MS = 2_000;

interface Dependencies extends RecordServices {
  schedule: QueryDays;
  leases: FetchLeases;
}

interface DomainQuery {
  domain: string;
  refresh: boolean;
  /** A refresh takes what was fetched since then, in milliseconds since the epoch; by default since now. */
  refreshSince?: number | undefined;
}

interface QueryResult {
  entry: CachedRecord;
  cacheStatus: DomainAnswer['cache_status'];
}

/**
 * Answers a query from the permanent cache, or fetches the domain where it is new or a refresh is asked for.
 *
 * @throws {DomainBlocked} for a domain that the operator has blocked
 * @throws {AllSourcesFailed} when nothing is known of the domain and nothing could be learnt
 */
export async function queryDomain(
  { domain, refresh, refreshSince }: DomainQuery,
  deps: Dependencies,
): Promise<QueryResult> {
  const asked = deps.now();
  const previous = await deps.cache.read(domain, { consistent: true });
  if (previous && !refresh) return { entry: previous, cacheStatus: 'hit' };

  if (await deps.followed.isBlocked(domain)) throw new DomainBlocked();

  const since = refreshSince ?? asked;
  const isFresh = (entry: CachedRecord | null) => entry !== null && (!refresh || Date.parse(entry.updatedAt) >= since);
  const deadline = asked + BUDGET_MS;
  const entry = await fetchOnce({
    name: domain,
    leases: deps.leases,
    now: deps.now,
    deadline,
    readFresh: async () => {
      const stored = await deps.cache.read(domain, { consistent: true });
      return isFresh(stored) ? stored : null;
    },
    fetch: async (lease) => {
      const limits = { lease, deadline: deadline - STORE_MS };
      const fetched = await refreshRecord(domain, refresh ? 'refresh' : 'query', previous, deps, limits);
      // Under the lease, so that a domain that is forgotten afterwards leaves no note behind.
      await noteQuery(domain, asked, deps);
      return fetched;
    },
  });
  return { entry, cacheStatus: refresh ? 'refreshed' : 'miss' };
}

/** The note is for the scheduler; an answer that is there does not depend on it. */
async function noteQuery(domain: string, asked: number, { schedule, followed }: Dependencies): Promise<void> {
  try {
    await applyScheduleChange(await schedule.noteFirstQuery(domain, asked), domain, asked, followed);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'asked day not noted', error: (error as Error).name }));
  }
}
