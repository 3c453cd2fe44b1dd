import { useEffect, useMemo, useState } from 'react';
import type { Sort } from '../ui/sorting.ts';

/** Parameters of a view by their names; `null` or an empty text: removed. */
export type QueryChange = Readonly<Record<string, string | null>>;

export interface ViewQuery {
  params: URLSearchParams;
  /** Changes parameters, without a step back for each choice. */
  change: (change: QueryChange) => void;
  /** The address of the view with changed parameters. */
  hrefWith: (change: QueryChange) => string;
}

/**
 * The choices in a view, such as its filter and sort, which its address states.
 *
 * @param query of the address
 * @param hrefOfView the address of the view with a query
 */
export function useViewQuery(query: string, hrefOfView: (query: string) => string): ViewQuery {
  // The address follows a moment later: a field that waited for it would lose letters.
  const [shown, setShown] = useState(query);
  useEffect(() => setShown(query), [query]);
  const params = useMemo(() => new URLSearchParams(shown), [shown]);
  return {
    params,
    change: (next) => {
      const changed = changedQuery(params, next);
      setShown(changed);
      window.location.replace(hrefOfView(changed));
    },
    hrefWith: (next) => hrefOfView(changedQuery(params, next)),
  };
}

/** Returns a query with changed parameters. */
export function changedQuery(params: URLSearchParams, change: QueryChange): string {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed.toString();
}

/** Returns the sort that an address states, such as `-score`; `null`: none. */
export function sortOf(text: string | null): Sort | null {
  return text ? { column: text.replace(/^-/, ''), isDescending: text.startsWith('-') } : null;
}

/** Returns a sort as an address states it. */
export const textOfSort = ({ column, isDescending }: Sort) => `${isDescending ? '-' : ''}${column}`;
