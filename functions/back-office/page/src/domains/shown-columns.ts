import { useState } from 'react';
import { isProperty, type Property } from './domain-filter.ts';
import type { PortfolioView } from './domains-address.ts';

/** Columns of the table, in their order. */
export const columnIds = [
  ...(['domain', 'score', 'change', 'trend', 'rank', 'visits', 'site', 'expires'] as const),
  ...(['certificate', 'registration', 'tags', 'failed', 'fetched'] as const),
];
export type ColumnId = (typeof columnIds)[number];

/** The name of a domain is always shown. */
export const choosableIds = columnIds.filter((id) => id !== 'domain');

const DEFAULT: readonly ColumnId[] = ['domain', 'score', 'change', 'trend', 'site', 'expires', 'fetched'];
const STORED = 'back-office.domains.columns';

/** The columns that show what a property is about; tags and states are shown with the name. */
const COLUMN_OF: Record<Property, ColumnId> = {
  score: 'score',
  score_change: 'change',
  rank: 'rank',
  rank_change: 'rank',
  visits: 'visits',
  certificate: 'certificate',
  registration: 'registration',
  site_health: 'site',
  site_errors: 'site',
  site_warnings: 'site',
  crawl: 'site',
  failed: 'failed',
  tag: 'domain',
  page: 'score',
  state: 'domain',
};

/** The columns that are chosen in this browser, and a function that changes them. */
export function useChosenColumns(): [readonly ColumnId[], (ids: readonly ColumnId[]) => void] {
  const [chosen, setChosen] = useState(() => readColumns(window.localStorage.getItem(STORED)));
  return [
    chosen,
    (ids) => {
      window.localStorage.setItem(STORED, JSON.stringify(ids));
      setChosen(ids);
    },
  ];
}

/** @param stored by any version of the page: unknown columns are left out */
export function readColumns(stored: string | null): readonly ColumnId[] {
  try {
    const ids: unknown = JSON.parse(stored ?? 'null');
    return Array.isArray(ids) ? columnIds.filter((id) => id === 'domain' || ids.includes(id)) : DEFAULT;
  } catch {
    return DEFAULT;
  }
}

/** Returns the columns that a view needs whatever is chosen: those of its filter and its sort. */
export function neededColumns({ filter, sorting }: Pick<PortfolioView, 'filter' | 'sorting'>): ColumnId[] {
  const filteredBy = filter.conditions.flatMap(({ property }) => (isProperty(property) ? [COLUMN_OF[property]] : []));
  const needed = new Set<string>(['domain', ...filteredBy, ...(sorting ? [sorting.column] : [])]);
  return columnIds.filter((id) => needed.has(id));
}
