import { useMemo, useSyncExternalStore } from 'react';
import type { Sort } from '../ui/sorting.ts';
import { hrefOf, type Route } from './route.ts';

/** Changes of parameters by name; an empty value removes the parameter. */
export type ParameterChanges = Readonly<Record<string, string>>;

/** The address of a view with what is chosen in it, such as a filter. */
export function hrefWith(route: Route, chosen: ParameterChanges): string {
  return changedHref(hrefOf(route), chosen);
}

function changedHref(href: string, changes: ParameterChanges): string {
  const [path, query = ''] = href.split('?');
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.size === 0 ? path! : `${path}?${parameters.toString()}`;
}

/**
 * What is chosen in the open view, as its address states it.
 *
 * @returns the parameters of the address, and a function that changes some of them without a step back in the history
 */
export function useParameters(): [URLSearchParams, (changes: ParameterChanges) => void] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const parameters = useMemo(() => new URLSearchParams(hash.split('?')[1]), [hash]);
  return [parameters, changeParameters];
}

function changeParameters(changes: ParameterChanges) {
  window.location.replace(changedHref(window.location.hash, changes));
}

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The sort of a table, which the parameter `sort` of the address states, such as `-pages`; `null`: none is chosen. */
export function useSort(): [Sort | null, (sort: Sort) => void] {
  const [parameters, change] = useParameters();
  const text = parameters.get('sort');
  const sort = text ? { column: text.replace(/^-/, ''), isDescending: text.startsWith('-') } : null;
  return [sort, ({ column, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${column}` })];
}
