import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

interface PolledOptions<State extends object> {
  queryKey: QueryKey;
  /** The state before the first poll. */
  first: () => State;
  /** The state after another poll. It does not reject unless it is aborted. */
  poll: (last: State, services: { signal: AbortSignal; onChange: (state: State) => void }) => Promise<State>;
  /** Milliseconds until the next poll; `false`: nothing changes any more. */
  pollAfter: (state: State) => number | false;
}

/**
 * Polls a state of which each poll continues with the last one, and which changes during a poll. For what is loaded by
 * one request, `useLoad` polls.
 *
 * @returns the state; `stop`, which ends polling and returns what is known; and `restart`, which polls at once, beginning
 *   with a state
 */
export function usePolled<State extends object>({ queryKey, first, poll, pollAfter }: PolledOptions<State>) {
  const client = useQueryClient();
  const change = (state: State) => client.setQueryData<State>(queryKey, state);
  const isStopped = useRef(false);
  const { data: state } = useQuery({
    queryKey,
    queryFn: ({ signal }) => poll(client.getQueryData<State>(queryKey)!, { signal, onChange: change }),
    initialData: first,
    refetchInterval: ({ state: { data } }) => !isStopped.current && data !== undefined && pollAfter(data),
    refetchIntervalInBackground: true,
    structuralSharing: false,
    // Another visit of the view begins again.
    gcTime: 0,
  });
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  async function stop(): Promise<State> {
    isStopped.current = true;
    const known = client.getQueryData<State>(queryKey) ?? state;
    // Otherwise the library goes back to the state before the poll.
    await client.cancelQueries({ queryKey, exact: true });
    change(known);
    return known;
  }
  function restart(next: State) {
    if (hasLeft.current) return;
    void stop().then(() => {
      isStopped.current = false;
      change(next);
      return client.refetchQueries({ queryKey, exact: true, type: 'active' });
    });
  }
  return { state, stop, restart };
}
