import { useEffect, useMemo } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';
import { useTranslate } from '../language/use-language.ts';
import type { Sort } from '../ui/sorting.ts';
import { hrefOf, parseRoute, type Route } from './route.ts';

const useHash = () => useLocationProperty(() => window.location.hash);

/** The current view, which follows the URL fragment. */
export function useRoute(): Route {
  const hash = useHash();
  return useMemo(() => parseRoute(hash), [hash]);
}

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
  const hash = useHash();
  return useMemo(() => {
    /** Callers may be older than the address. */
    function hrefFrom(address: string, changes: QueryChanges): string {
      const [present = '', query = ''] = address.split('?');
      return changedHref(`${path ?? present}?${query}`, changes);
    }
    return {
      params: new URLSearchParams(hash.split('?')[1]),
      change(changes, isStep = false) {
        const { hash: present } = window.location;
        const state: unknown = isStep ? null : window.history.state;
        navigate(hrefFrom(present, changes), { replace: !isStep, state });
      },
      hrefWith: (changes) => hrefFrom(hash, changes),
    };
  }, [hash, path]);
}

/** Gives the view that is shown another address. It stays as it is: wouter would announce a call of the object's method. */
export const renameView = (hash: string) => History.prototype.replaceState.call(window.history, null, '', hash);

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

/**
 * The open tab of a view, which its address names.
 *
 * @param names of the tabs; the first is open where the address names none of them
 * @param level 0: the view's own tabs, 1: those within one of them
 * @returns the open tab, and how to open another
 */
export function useTab<Name extends string>(names: readonly Name[], level = 0): [Name, (name: string) => void] {
  const route = useRoute();
  const open = 'tab' in route ? route.tab.split('.') : [];
  const active = names.find((name) => name === open[level]) ?? names[0]!;
  function select(name: string) {
    // The other parameters of the address are those of the tab that is left.
    const { query: _, ...view } = route as Extract<Route, { view: 'domain' }>;
    window.location.hash = hrefOf({ ...view, tab: [...open.slice(0, level), name].join('.') });
  }
  return [active, select];
}

/**
 * Scrolls to the element that the address names, and moves the focus to it: with `source=crux`, to that with the id
 * `source-crux`.
 *
 * @param name of the parameter
 * @returns its value; `null`: the address has none
 */
export function useTarget(name: string): string | null {
  const { params } = useQuery();
  const target = params.get(name);
  useEffect(() => {
    const element = target === null ? null : document.getElementById(`${name}-${target}`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [name, target]);
  return target;
}

/** Gives the document the title of a view: what is shown, then the views above it, then the name of the page. */
export function useTitle(...parts: string[]) {
  const t = useTranslate();
  const title = [...parts, t('frame.product')].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
