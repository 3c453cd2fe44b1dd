import { useEffect, useState } from 'react';
import { hrefOf } from '../routing/route.ts';
import { type PortfolioView, queryOf, viewOfQuery } from './portfolio-address.ts';

/**
 * What the list shows. It is stated by the address, so that the address shows the same to others.
 *
 * @param query of the address
 * @returns the view, and a function that changes parts of it
 */
export function useDomainsView(query: string): [PortfolioView, (change: Partial<PortfolioView>) => void] {
  // The address follows a moment later: a field that waited for it would lose letters.
  const [view, setView] = useState(() => viewOfQuery(query));
  useEffect(() => {
    setView((shown) => (queryOf(shown) === query ? shown : viewOfQuery(query)));
  }, [query]);
  function change(next: Partial<PortfolioView>) {
    const changed = { ...view, ...next };
    setView(changed);
    // No step back for each choice.
    window.location.replace(hrefOf({ view: 'domains', query: queryOf(changed) }));
  }
  return [view, change];
}
