import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, mayPass } from '../api/client.ts';

/** Pause after a request that did not reach the service although the browser is online. */
const UNREACHABLE_PAUSE_MS = 15_000;
const POLL_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;

/** Creates what caches responses of the API, loads them again and retries them. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The first attempt is made in any case: a browser that seems to be offline may reach the service.
        networkMode: 'offlineFirst',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (_, error) => pauseAfter(error) !== null,
        retryDelay: (_, error) => pauseAfter(error) ?? 0,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // Retries that wait for their time would wait on.
  onlineManager.subscribe((isOnline) => {
    if (!isOnline) return;
    for (const { state, queryKey } of client.getQueryCache().findAll({ type: 'active' })) {
      if (isUnreachable(state.fetchFailureReason)) void reloadQuery(client, queryKey);
    }
  });
  return client;
}

/** Loads again at once, also what is waiting for its next attempt. */
export async function reloadQuery(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const filter = { queryKey, exact: true };
  await client.cancelQueries(filter);
  await client.refetchQueries(filter);
}

export const isUnreachable = (error: unknown) => error instanceof ApiError && error.code === 'unreachable';

/**
 * Returns the pause in milliseconds before a failed request is sent again without a press; `null`: it is not.
 *
 * @param isPolled it is sent again and again, so that an error that may pass ends only one attempt
 */
export function pauseAfter(error: unknown, isPolled = false): number | null {
  if (error instanceof ApiError && error.retryAfterSeconds !== null) {
    return Math.min(error.retryAfterSeconds * 1_000, MAX_PAUSE_MS);
  }
  if (isPolled && mayPass(error)) return POLL_PAUSE_MS;
  return isUnreachable(error) ? UNREACHABLE_PAUSE_MS : null;
}
