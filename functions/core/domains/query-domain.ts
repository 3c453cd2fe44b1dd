import type { QueryDays } from './schedule/query-days.ts';
import { type DomainFetched, type DomainWanted, fetchDomain } from './fetch-domain.ts';
import { fetchPolicies } from './fetch-policies.ts';
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
