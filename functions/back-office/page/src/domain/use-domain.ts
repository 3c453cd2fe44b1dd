import { useCallback, useEffect, useState } from 'react';
import type { DomainDetails } from '../../../contract.ts';
import { useLoad } from '../loading/use-load.ts';
import { type AwaitedWork, awaitWork, nextPoll } from './awaited-work.ts';

const POLL_MS = 2_000;

/**
 * The details of a domain, which are polled while there is background work for it.
 *
 * @param onDone called when the background work has ended, with what was waited for and what is known now
 */
export function useDomain(domain: string, onDone: (work: AwaitedWork, details: DomainDetails) => void) {
  const [work, setWork] = useState<AwaitedWork | null>(null);
  const details = useLoad(['domain', domain], { isQuiet: true, ...(work && { pollAfter: () => POLL_MS }) });
  const { data, loading } = details;

  useEffect(() => {
    if (data && data.activity !== 'idle') setWork((present) => present ?? awaitWork(data, false));
  }, [data]);
  useEffect(() => {
    if (!work || loading || !data) return;
    const next = nextPoll(work, data);
    setWork(next);
    if (next === null) onDone(work, data);
    // Runs once per response, not when the work itself changes.
  }, [data, loading]);

  /** Waits for work that was just requested. */
  const awaitRequested = useCallback(() => {
    if (data) setWork(awaitWork(data, true));
  }, [data]);
  return { details, isWorking: work !== null, awaitRequested };
}
