import { type DependencyList, useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from './use-notify.ts';

export interface Loaded<Data> {
  /** `null` until the first response. The last data stays during a reload. */
  data: Data | null;
  error: unknown;
  loading: boolean;
  reload: () => void;
}

/**
 * Loads on the first render, whenever `dependencies` change, and on `reload`; only the response to the last request is
 * used. If data was loaded before, a failure is shown as a notification.
 */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: DependencyList,
): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({ data: null, error: null, loading: true });
  const [reloads, setReloads] = useState(0);
  const { failed } = useNotify();
  const filled = useRef(false);
  useEffect(() => {
    const request = new AbortController();
    setState(({ data }) => ({ data, error: null, loading: true }));
    function onData(data: Data) {
      if (request.signal.aborted) return;
      filled.current = true;
      setState({ data, error: null, loading: false });
    }
    function onError(error: unknown) {
      if (request.signal.aborted) return;
      if (filled.current) failed(error);
      setState(({ data }) => ({ data, error, loading: false }));
    }
    load(request.signal).then(onData, onError);
    return () => request.abort();
  }, [...dependencies, reloads]);
  const reload = useCallback(() => setReloads((last) => last + 1), []);
  return { ...state, reload };
}
