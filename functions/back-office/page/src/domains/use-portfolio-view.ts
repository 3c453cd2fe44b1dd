import { useEffect, useState } from 'react';
import { hrefOf } from '../routing/route.ts';
import { type PortfolioView, queryOf, viewOfQuery } from './portfolio-address.ts';

/**
 * What the list shows, which its address says: who opens the address sees the same.
 *
 * @param query of the address
 * @returns it, and how to change some of it
 */
export function usePortfolioView(query: string): [PortfolioView, (change: Partial<PortfolioView>) => void] {
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
