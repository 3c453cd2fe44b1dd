import { useSyncExternalStore } from 'react';

/** As in `shell.css`: narrower, the sections stand above the content. */
const narrow = window.matchMedia('(width < 700px)');

/** Whether the window is as narrow as a phone: then tables show their most important columns alone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(onChange: () => void) {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}
