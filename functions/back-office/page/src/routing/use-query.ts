import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Parameters of an address that change; `null`: without it. */
export type QueryChanges = Readonly<Record<string, string | null>>;

/**
 * The parameters of the view's address, and a function that changes some of them. A change is a step that “back” undoes,
 * unless it is `isMinor`, such as each letter of a search.
 */
export function useQuery(): [query: URLSearchParams, change: (changes: QueryChanges, isMinor?: boolean) => void] {
  const text = useSyncExternalStore(subscribe, queryOfAddress);
  const query = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback((changes: QueryChanges, isMinor = false) => {
    const next = new URLSearchParams(queryOfAddress());
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    const [path] = window.location.hash.split('?', 1);
    // Commas stay readable.
    const hash = next.size > 0 ? `${path}?${next.toString().replaceAll('%2C', ',')}` : path!;
    if (!isMinor) window.location.hash = hash;
    else {
      window.history.replaceState(window.history.state, '', hash);
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    }
  }, []);
  return [query, change];
}

const queryOfAddress = () => window.location.hash.split('?').slice(1).join('?');

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
