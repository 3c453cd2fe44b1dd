import { useMemo, useSyncExternalStore } from 'react';
import type { Sort } from '../ui/sorting.ts';
import { hrefOf, type Route } from './route.ts';

/** Parameters of an address that change; `null` or an empty text removes one. */
export type QueryChanges = Readonly<Record<string, string | null>>;

/** What is chosen in a view, such as its filter and sort, as its address states it. */
export interface ViewQuery {
  params: URLSearchParams;
  /**
   * Changes parameters, at once.
   *
   * @param isStep whether “back” undoes the change; by default it leads to the view before
   */
  change: (changes: QueryChanges, isStep?: boolean) => void;
  /** The address of the view with changed parameters, for links. */
  hrefWith: (changes: QueryChanges) => string;
}

/** @param path of the view's address, if another one than the present is to be used with the parameters */
export function useQuery(path?: string): ViewQuery {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => {
    /** Callers may be older than the address. */
    function hrefFrom(address: string, changes: QueryChanges): string {
      const [present = '', query = ''] = address.split('?');
      return changedHref(`${path ?? present}?${query}`, changes);
    }
    return {
      params: new URLSearchParams(hash.split('?')[1]),
      change(changes, isStep = false) {
        show(hrefFrom(window.location.hash, changes), isStep);
      },
      hrefWith: (changes) => hrefFrom(hash, changes),
    };
  }, [hash, path]);
}

/** The address of another view with what is chosen in it. */
export const hrefWith = (route: Route, chosen: QueryChanges): string => changedHref(hrefOf(route), chosen);

function changedHref(href: string, changes: QueryChanges): string {
  const [path = '', query] = href.split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  // Commas stay readable.
  return params.size > 0 ? `${path}?${params.toString().replaceAll('%2C', ',')}` : path;
}

/** The browser announces a new address later: until then a field would lose what is typed. */
function show(hash: string, isStep: boolean) {
  if (isStep) window.history.pushState(null, '', hash);
  else window.history.replaceState(window.history.state, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The sort of a table, which the parameter `sort` of the address states, such as `-pages`; `null`: none is chosen. */
export function useSort(): [Sort | null, (sort: Sort) => void] {
  const { params, change } = useQuery();
  return [sortOf(params.get('sort')), (sort) => change({ sort: textOfSort(sort) })];
}

/** Returns the sort that an address states; `null`: none. */
export function sortOf(text: string | null): Sort | null {
  return text ? { column: text.replace(/^-/, ''), isDescending: text.startsWith('-') } : null;
}

/** Returns a sort as an address states it. */
export const textOfSort = ({ column, isDescending }: Sort) => `${isDescending ? '-' : ''}${column}`;
