import { useMemo, useSyncExternalStore } from 'react';

type Changes = Readonly<Record<string, string | null>>;

export interface Address {
  /** A parameter of the address; `null`: it has none with this name. */
  param: (name: string) => string | null;
  /** The fragment with other parameters, for links; `null` removes a parameter. */
  hrefWith: (changes: Changes) => string;
  /** Changes parameters without a new step of the browser's history. */
  replace: (changes: Changes) => void;
}

/** The parameters of the current view's address, which keep what is chosen in it: `#/domains/a.com?tab=audits&audit=canonical`. */
export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => {
    const [path = '', query = ''] = hash.split('?');
    const params = new URLSearchParams(query);
    function hrefWith(changes: Changes): string {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next.size > 0 ? `${path}?${next.toString()}` : path;
    }
    return {
      param: (name) => params.get(name),
      hrefWith,
      replace: (changes) => window.location.replace(hrefWith(changes)),
    };
  }, [hash]);
}

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
