import type { SitePagesQuery } from '../../../api/api.ts';
import { rowSorts } from '../../../../../../core/sites/audits/select-rows.ts';

/** Orders of the list, as they are offered. */
export const orders = ['crawled', ...rowSorts] as const;

/** Which pages are listed, and in which order; an empty text is any. */
export interface Selection {
  issue: string;
  /** An HTTP status, or a class such as `4xx`. */
  status: string;
  search: string;
  sort: (typeof orders)[number];
}

export const ALL_PAGES: Selection = { issue: '', status: '', search: '', sort: 'crawled' };

/** The same as the interface takes it. */
export function queryOf({ issue, status, search, sort }: Selection): SitePagesQuery {
  return {
    ...(issue && { issue }),
    ...(status && { status }),
    ...(search.trim() && { search: search.trim() }),
    ...(sort !== 'crawled' && { sort }),
  };
}
