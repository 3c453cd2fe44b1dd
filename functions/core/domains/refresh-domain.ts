import { ServiceError } from '../platform/http/errors.ts';
import { queryDomain } from './fetch-domain.ts';
import type { BackgroundRequests } from '../sources/providers/background-requests.ts';
import type { RefreshTask } from './tasks.ts';

type RefreshServices = Parameters<typeof queryDomain>[1] & {
  requests: Pick<BackgroundRequests, 'end' | 'fail'>;
};

/**
 * Fetches a domain again, as a query with `refresh` does. An immediate retry does not solve the errors that such a query
 * returns (no source answered, the domain is blocked): they are stored for the operator, who can refresh again.
 */
export async function refreshDomain({ domain, requestedAt }: RefreshTask, services: RefreshServices): Promise<void> {
  try {
    // A domain that was deleted while its task was in the queue must stay deleted.
    if (await services.followed.isKnown(domain)) {
      await queryDomain({ domain, refresh: true, refreshSince: requestedAt, allowance: null }, services);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    console.warn(JSON.stringify({ level: 'WARN', message: 'domain not refreshed', domain, error: error.code }));
    const { code, message, retryable } = error;
    return services.requests.fail(domain, { code, message, retryable, failedAt: services.now() });
  }
  await services.requests.end(domain);
}
