import { useEffect, useState } from 'react';
import { hrefOf } from '../routing/route.ts';
import { type ChangePeriod, changePeriods, DEFAULT_PERIOD } from '../shared/before.ts';
import type { Sort } from '../ui/sorting.ts';
import { type Condition, type Filter, metricOperators } from './domain-filter.ts';

/** What a view of the list shows, as stated by its address. */
export interface PortfolioView {
  /** A part of names. */
  name: string;
  filter: Filter;
  /** `null`: by name. */
  sorting: Sort | null;
  /** Days over which changes are shown. */
  period: ChangePeriod;
}

/** The longer ones first. */
const OPERATORS = metricOperators.toSorted((one, other) => other.length - one.length);

/**
 * Returns the query of an address, such as `name=shop&where=score<50&where=tag=client&sort=-score&period=7d`; empty if
 * nothing is chosen.
 */
export function queryOf({ name, filter, sorting, period }: PortfolioView): string {
  const query = new URLSearchParams();
  if (name) query.set('name', name);
  for (const { property, operator, value } of filter.conditions)
    query.append('where', `${property}${operator}${value}`);
  if (filter.isAny && filter.conditions.length > 1) query.set('any', '1');
  if (sorting) query.set('sort', `${sorting.isDescending ? '-' : ''}${sorting.column}`);
  if (period !== DEFAULT_PERIOD) query.set('period', `${period}d`);
  return query.toString();
}

/** Returns what the query of an address states; unknown parts are left out. */
export function viewOfQuery(text: string): PortfolioView {
  const query = new URLSearchParams(text);
  const sort = query.get('sort');
  return {
    name: query.get('name') ?? '',
    filter: {
      isAny: query.has('any'),
      conditions: query.getAll('where').flatMap((where) => conditionOf(where) ?? []),
    },
    sorting: sort ? { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') } : null,
    period: changePeriods.find((days) => query.get('period') === `${days}d`) ?? DEFAULT_PERIOD,
  };
}

function conditionOf(where: string): Condition | null {
  const [property] = /^\w*/.exec(where)!;
  const rest = where.slice(property.length);
  const operator = OPERATORS.find((each) => rest.startsWith(each));
  if (!property || operator === undefined) return null;
  return { property, operator, value: rest.slice(operator.length) };
}

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
