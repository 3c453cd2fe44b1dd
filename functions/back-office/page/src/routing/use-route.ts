import { useMemo, useSyncExternalStore } from 'react';
import { parseRoute, type Route } from './route.ts';

/** The current view, which follows the URL fragment. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
