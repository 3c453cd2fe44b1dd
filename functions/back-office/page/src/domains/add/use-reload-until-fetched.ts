import { useEffect, useRef, useState } from 'react';
import type { DomainRow } from '../../../../contract.ts';

const POLL_MS = 3_000;
/** One minute: a domain that could not be fetched keeps its row without values. */
const MAX_POLLS = 20;

interface LoadedList {
  domains: readonly DomainRow[];
  reload: () => void;
}

/**
 * Loads the list again when domains were added, and from time to time until all of them have values.
 *
 * @param added names of domains that were added here
 */
export function useReloadUntilFetched(added: readonly string[], list: LoadedList): void {
  const [polls, setPolls] = useState({ of: added, count: 0 });
  // The function is a new one in each rendering, which must not load the list by itself.
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    if (added.length === 0) return;
    const count = polls.of === added ? polls.count : 0;
    const { domains, reload } = latest.current;
    if (count === 0) reload();
    const fetched = new Set(domains.filter(({ updated_at }) => updated_at !== null).map(({ domain }) => domain));
    if (count >= MAX_POLLS || (count > 0 && added.every((name) => fetched.has(name)))) return;
    const timer = setTimeout(() => {
      latest.current.reload();
      setPolls({ of: added, count: count + 1 });
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [added, polls]);
}
