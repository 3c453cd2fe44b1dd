import { ServiceError } from '../shared/http/errors.ts';
import { queryDomain } from '../shared/domain-record/query-domain.ts';
import type { BackgroundRequests } from '../shared/storage/background-requests.ts';
import type { RefreshTask } from '../shared/storage/work-queue.ts';

export type RefreshServices = Parameters<typeof queryDomain>[1] & { requests: Pick<BackgroundRequests, 'end'> };

/**
 * Fetches a domain anew, as for a caller who waits. What such a caller would be told (no source answered, the domain is
 * blocked) does not get better by trying again at once: it is logged, and the operator may ask again.
 */
export async function refreshDomain({ domain, askedAt }: RefreshTask, services: RefreshServices): Promise<void> {
  try {
    // Nothing is noted of a domain that was forgotten while its task waited in the queue.
    if (await services.followed.isKnown(domain)) {
      await queryDomain({ domain, refresh: true, refreshSince: askedAt }, services);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    console.warn(JSON.stringify({ level: 'WARN', message: 'not refreshed', domain, error: error.code }));
  }
  await services.requests.end(domain);
}
