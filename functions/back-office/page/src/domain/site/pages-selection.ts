import { type RowState, rowSorts, rowStates } from '../../../../../core/site-reports/lists/sort-and-filter-rows.ts';
import type { SitePagesQuery } from '../../api/api.ts';

/** Orders of the list, as they are offered. */
export const orders = ['crawled', ...rowSorts] as const;
export type Order = (typeof orders)[number];

/** Classes of HTTP status, and `none`: no response. */
export const statuses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** Which pages are listed, and in which order; an empty text is any. */
export interface Selection {
  issue: string;
  status: string;
  state: RowState | '';
  /** Clicks from the home page, or `none`. */
  depth: string;
  search: string;
  sort: Order;
}

/** Returns what the parameters of an address select. What they cannot select is left out. */
export function selectionOf(parameters: URLSearchParams): Selection {
  const depth = parameters.get('depth') ?? '';
  return {
    issue: parameters.get('issue') ?? '',
    status: statuses.find((each) => each === parameters.get('status')) ?? '',
    state: rowStates.find((each) => each === parameters.get('state')) ?? '',
    depth: /^(?:\d{1,4}|none)$/.test(depth) ? depth : '',
    search: (parameters.get('search') ?? '').trim(),
    sort: orders.find((each) => each === parameters.get('sort')) ?? 'crawled',
  };
}

/** The same as the API takes it. */
export function queryOf({ sort, ...filters }: Selection): SitePagesQuery {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(chosen), ...(sort !== 'crawled' && { sort }) };
}
