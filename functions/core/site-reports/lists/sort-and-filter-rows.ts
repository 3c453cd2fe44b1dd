import type { SiteRow } from '../../record/site-schema.ts';

/** Sort orders of the pages of a crawl, besides the order of the crawl. */
export const rowSorts = ['url', 'depth', 'seo_score', 'inlinks', 'internal_rank'] as const;

export type RowSort = (typeof rowSorts)[number];

/** Whether search engines may index a page, or why not: the values of `reason` in a row. */
export const rowStates = [
  'indexable',
  'noindex',
  'canonicalised',
  'redirect',
  'client_error',
  'server_error',
  'robots',
  'not_html',
  'unknown',
] as const satisfies readonly ('indexable' | NonNullable<SiteRow['reason']>)[];

export type RowState = (typeof rowStates)[number];

/** The first and the last status, both inclusive. */
export type StatusRange = readonly [number, number];

/** Filter and sort order of the pages of a crawl. */
export interface RowSelection {
  /** Id of an issue that they have; `undefined`: no filter. */
  issue?: string | undefined;
  /** Address in normal form; `undefined`: no filter. */
  url?: string | undefined;
  /** HTTP status of their response; `none`: there was none; `undefined`: no filter. */
  status?: StatusRange | 'none' | undefined;
  state?: RowState | undefined;
  /** Clicks from the home page; `none`: no link leads to the page; `undefined`: no filter. */
  depth?: number | 'none' | undefined;
  /** Text that their address or title contains, case-insensitive; `undefined`: no filter. */
  search?: string | undefined;
  /** `undefined`: the order of the crawl. */
  sort?: RowSort | undefined;
}

/**
 * Returns the selected pages, sorted: lowest score, fewest clicks, most links or highest rank first. Unknown values come
 * last; equal ones are in the order of the crawl.
 */
export function selectRows(rows: readonly SiteRow[], selection: RowSelection): SiteRow[] {
  const { issue, url, status, state, depth, search, sort } = selection;
  const searchText = search?.toLowerCase();
  const selected = rows.filter(
    (row) =>
      (issue === undefined || row.issues.includes(issue)) &&
      (url === undefined || row.url === url) &&
      (!status || isWithin(row.http_status, status)) &&
      (state === undefined || stateOfRow(row) === state) &&
      (depth === undefined || row.depth === (depth === 'none' ? null : depth)) &&
      (searchText === undefined || containsText(row, searchText)),
  );
  return sort ? selected.sort(COMPARE[sort]) : selected;
}

export const stateOfRow = ({ reason }: SiteRow): RowState => reason ?? 'indexable';

function isWithin(status: number | null, range: StatusRange | 'none'): boolean {
  if (range === 'none') return status === null;
  return status !== null && status >= range[0] && status <= range[1];
}

function containsText({ url, title }: SiteRow, searchText: string): boolean {
  return [url, title ?? ''].some((text) => text.toLowerCase().includes(searchText));
}

type Compare = (one: SiteRow, other: SiteRow) => number;

const COMPARE: Record<RowSort, Compare> = {
  url: (one, other) => (one.url < other.url ? -1 : Number(one.url > other.url)),
  depth: ascending('depth'),
  seo_score: ascending('seo_score'),
  inlinks: (one, other) => other.inlinks - one.inlinks,
  internal_rank: (one, other) => other.internal_rank - one.internal_rank,
};

function ascending(name: 'depth' | 'seo_score'): Compare {
  // Infinity - Infinity is NaN.
  return (one, other) => (one[name] === other[name] ? 0 : (one[name] ?? Infinity) - (other[name] ?? Infinity));
}
