import type { QueryDays } from '../storage/domain-schedule/query-days.ts';
import { EXISTENCE_RDAP_MS } from '../time/limits.ts';
import { deferSources } from './defer-sources.ts';
import { type DomainFetched, type DomainWanted, fetchDomain, type FetchManner } from './fetch-domain.ts';
import type { RecordServices } from './services.ts';

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
  // Under the lease, so that a domain that is forgotten afterwards leaves no note behind.
  const manner = { ...callersManner(domain, services), afterFetch: () => noteQuery(domain, asked, services) };
  return fetchDomain({ ...query, since: refreshSince ?? asked }, manner, services);
}

/** How a domain is fetched for a caller who waits. */
export function callersManner(domain: string, { queue }: RecordServices): FetchManner {
  return {
    registry: { mode: 'inline', maxMs: EXISTENCE_RDAP_MS },
    // What has failed is asked again in the background.
    healing: () => null,
    defer: (results) => deferSources(domain, results, queue),
  };
}

/** The note is for the scheduler; the response does not depend on it. */
async function noteQuery(domain: string, asked: number, { schedule, followed }: QueryServices): Promise<void> {
  try {
    await followed.apply(await schedule.noteFirstQuery(domain, asked), domain, asked);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'asked day not noted', error: (error as Error).name }));
  }
}
