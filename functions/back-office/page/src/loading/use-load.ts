import { type DependencyList, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { useAction, useNotify } from './use-notify.ts';

export interface Loaded<Data> {
  /** `null` until the first response. The last data stays during a reload, and when it fails. */
  data: Data | null;
  error: unknown;
  loading: boolean;
  /** Time of the next automatic attempt, in milliseconds since the epoch; `null`: none is planned. */
  retryAt?: number | null;
  reload: () => void;
}

type State<Data> = Omit<Loaded<Data>, 'reload' | 'retryAt'> & { retryAt: number | null };

/** Pause after a request that did not reach the service although the browser is online. */
const UNREACHABLE_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 3_600_000;

/**
 * Loads on the first render, whenever `dependencies` change, and on `reload`; only the response to the last request is
 * used. An error with `Retry-After` is followed by another attempt at that time, and a request that did not reach the
 * service by one when the network is back.
 *
 * @param isQuiet by default, a failed reload is a notification; with this, the caller shows the error
 */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: DependencyList,
  isQuiet = false,
): Loaded<Data> {
  const [state, setState] = useState<State<Data>>({ data: null, error: null, loading: true, retryAt: null });
  const [attempt, setAttempt] = useState({ isAutomatic: false });
  const { failed } = useNotify();
  const filled = useRef(false);
  useEffect(() => {
    const request = new AbortController();
    const { isAutomatic } = attempt;
    // The error stays visible while it is tried again without a press.
    setState(({ data, error }) => ({ data, error: isAutomatic ? error : null, loading: true, retryAt: null }));
    function onData(data: Data) {
      if (request.signal.aborted) return;
      filled.current = true;
      setState({ data, error: null, loading: false, retryAt: null });
    }
    function onError(error: unknown) {
      if (request.signal.aborted) return;
      if (filled.current && !isAutomatic && !isQuiet) failed(error);
      setState(({ data }) => ({ data, error, loading: false, retryAt: retryTimeOf(error) }));
    }
    load(request.signal).then(onData, onError);
    return () => request.abort();
  }, [...dependencies, attempt]);

  const { error, loading, retryAt } = state;
  useEffect(() => {
    if (error === null || loading) return;
    const retry = () => setAttempt({ isAutomatic: true });
    const timer = retryAt === null ? null : setTimeout(retry, Math.max(0, retryAt - Date.now()));
    if (isUnreachable(error)) window.addEventListener('online', retry);
    return () => {
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [error, loading, retryAt]);
  const reload = useCallback(() => setAttempt({ isAutomatic: false }), []);
  return { ...state, reload };
}

export const isUnreachable = (error: unknown) => error instanceof ApiError && error.code === 'unreachable';

function retryTimeOf(error: unknown): number | null {
  if (isUnreachable(error)) return navigator.onLine ? Date.now() + UNREACHABLE_PAUSE_MS : null;
  if (!(error instanceof ApiError) || error.retryAfterSeconds === null) return null;
  return Date.now() + Math.min(error.retryAfterSeconds * 1_000, MAX_PAUSE_MS);
}

/** A part of a list, and where the next part begins; `null`: it is the last. */
export interface ListPart<Item> {
  items: Item[];
  next: string | null;
}

export interface List<Item, Part extends ListPart<Item> = ListPart<Item>> {
  /** The first part as it came; `null` until then. */
  first: Part | null;
  /** Those that are loaded. */
  items: Item[];
  /** There are further ones. */
  more: boolean;
  /** The first part is being loaded. */
  loading: boolean;
  loadingMore: boolean;
  error: unknown;
  reload: () => void;
  loadMore: () => void;
}

/**
 * A list that is loaded in parts: the first at once, further ones as they are asked for. Loading it again begins with
 * the first part.
 *
 * @param load a part by where it begins; `null`: the first
 */
export function useList<Item, Part extends ListPart<Item> = ListPart<Item>>(
  load: (after: string | null, signal?: AbortSignal) => Promise<Part & ListPart<Item>>,
  dependencies: DependencyList,
): List<Item, Part> {
  const first = useLoad((signal) => load(null, signal), dependencies);
  const [further, setFurther] = useState<(ListPart<Item> & { behind: ListPart<Item> }) | null>(null);
  const { run, busy } = useAction();
  const { items, next } = (further?.behind === first.data ? further : first.data) ?? { items: [], next: null };
  return {
    first: first.data,
    items,
    more: next !== null,
    loading: first.loading,
    loadingMore: busy,
    error: first.error,
    reload: first.reload,
    loadMore: () =>
      void run(async () => {
        const part = await load(next);
        setFurther({ behind: first.data!, items: [...items, ...part.items], next: part.next });
      }),
  };
}
