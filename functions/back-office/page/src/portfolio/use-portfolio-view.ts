import { useMemo } from 'react';
import { hrefOf } from '../routing/route.ts';
import { type PortfolioView, queryOf, viewOfQuery } from './portfolio-address.ts';

/**
 * What the list shows, which its address says: who opens the address sees the same.
 *
 * @param query of the address
 * @returns it, and how to change some of it
 */
export function usePortfolioView(query: string): [PortfolioView, (change: Partial<PortfolioView>) => void] {
  const view = useMemo(() => viewOfQuery(query), [query]);
  // No step back for each choice.
  const change = (next: Partial<PortfolioView>) =>
    window.location.replace(hrefOf({ view: 'domains', query: queryOf({ ...view, ...next }) }));
  return [view, change];
}
