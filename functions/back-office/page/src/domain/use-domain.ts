import { useCallback, useEffect, useState } from 'react';
import type { DomainDetails } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useLoad } from '../loading/use-load.ts';
import { beginWatch, nextWatch, type Watch } from './watch.ts';

const POLL_MS = 2_000;

/**
 * The details of a domain, which are polled while there is background work for it.
 *
 * @param onDone called when the background work has ended, with what was waited for and what is known now
 */
export function useDomain(domain: string, onDone: (watch: Watch, details: DomainDetails) => void) {
  const api = useApi();
  const details = useLoad((signal) => api.domain(domain, signal), [api, domain], true);
  const [watch, setWatch] = useState<Watch | null>(null);
  const { data, loading, reload } = details;

  useEffect(() => {
    if (data && data.activity !== 'idle') setWatch((present) => present ?? beginWatch(data, false));
  }, [data]);
  useEffect(() => {
    if (!watch) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [watch, reload]);
  useEffect(() => {
    if (!watch || loading || !data) return;
    const next = nextWatch(watch, data);
    setWatch(next);
    if (next === null) onDone(watch, data);
    // Runs once per response, not when the watch itself changes.
  }, [data, loading]);

  /** Waits for work that was just requested. */
  const watchNow = useCallback(() => {
    if (data) setWatch(beginWatch(data, true));
  }, [data]);
  return { details, watching: watch !== null, watchNow };
}
