import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { useLoad } from '../loading/use-load.ts';
import { beginWatch, type Watch, watchOn } from './watch.ts';

const POLL_MS = 2_000;

/**
 * A domain as it stands, looked at again while something is under way for it.
 *
 * @param onDone called when what was under way has come to an end
 */
export function useDomain(domain: string, onDone: () => void) {
  const api = useApi();
  const details = useLoad((signal) => api.domain(domain, signal), [api, domain]);
  const [watch, setWatch] = useState<Watch | null>(null);
  const { data, loading, reload } = details;

  useEffect(() => {
    if (data && data.activity !== 'idle') setWatch((present) => present ?? beginWatch(data));
  }, [data]);
  useEffect(() => {
    if (!watch) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [watch, reload]);
  useEffect(() => {
    if (!watch || loading || !data) return;
    const next = watchOn(watch, data);
    setWatch(next);
    if (next === null) onDone();
    // Looked at once an answer, not whenever the watch itself changes.
  }, [data, loading]);

  /** Waits for what was just asked for. */
  const watchNow = useCallback(() => {
    if (data) setWatch(beginWatch(data));
  }, [data]);
  return { details, watching: watch !== null, watchNow };
}
