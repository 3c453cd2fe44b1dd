import { ServiceError } from '../platform/http/errors.ts';
import { queryDomain } from './fetch-domain.ts';
import type { BackgroundRequests } from '../sources/providers/background-requests.ts';
import type { RefreshTask } from '../platform/queues/work-queue.ts';

type RefreshServices = Parameters<typeof queryDomain>[1] & {
  requests: Pick<BackgroundRequests, 'end' | 'fail'>;
};

/**
 * Fetches a domain again, as a query with `refresh` does. Errors that such a query would return (no source answered, the
 * domain is blocked) would not be solved by an immediate retry: they are kept for the operator, who may ask again.
 */
export async function refreshDomain({ domain, askedAt }: RefreshTask, services: RefreshServices): Promise<void> {
  try {
    // A domain that was deleted while its task was in the queue must not be stored again.
    if (await services.followed.isKnown(domain)) {
      await queryDomain({ domain, refresh: true, refreshSince: askedAt, allowance: null }, services);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    console.warn(JSON.stringify({ level: 'WARN', message: 'not refreshed', domain, error: error.code }));
    const { code, message, retryable } = error;
    return services.requests.fail(domain, { code, message, retryable, failedAt: services.now() });
  }
  await services.requests.end(domain);
}
