import { type DependencyList, useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from './use-notify.ts';

export interface Loaded<Data> {
  /** `null` until the first answer. What was loaded stays while it is loaded again. */
  data: Data | null;
  error: unknown;
  loading: boolean;
  reload: () => void;
}

/**
 * Loads when it is first shown, whenever `dependencies` change, and on `reload`; only the answer to the last one counts.
 * Where something stands there already, a failure is told above the view.
 */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: DependencyList,
): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({ data: null, error: null, loading: true });
  const [turn, setTurn] = useState(0);
  const { failed } = useNotify();
  const filled = useRef(false);
  useEffect(() => {
    const leaving = new AbortController();
    setState(({ data }) => ({ data, error: null, loading: true }));
    function onData(data: Data) {
      if (leaving.signal.aborted) return;
      filled.current = true;
      setState({ data, error: null, loading: false });
    }
    function onError(error: unknown) {
      if (leaving.signal.aborted) return;
      if (filled.current) failed(error);
      setState(({ data }) => ({ data, error, loading: false }));
    }
    load(leaving.signal).then(onData, onError);
    return () => leaving.abort();
  }, [...dependencies, turn]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  return { ...state, reload };
}
