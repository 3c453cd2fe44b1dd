import type { SiteRow } from '../../record/site-schema.ts';

/** Orders of the pages of a crawl, beside that in which they were crawled. */
export const rowSorts = ['url', 'depth', 'seo_score', 'inlinks', 'internal_rank'] as const;

export type RowSort = (typeof rowSorts)[number];

/** Statuses from the first to the last one, both inclusive. */
export type StatusRange = readonly [number, number];

/** Which pages of a crawl are wanted, and in which order. */
export interface RowSelection {
  /** Id of an issue that they show; `undefined`: any, and none. */
  issue?: string | undefined;
  /** HTTP status that they answered with; `undefined`: any, and none. */
  status?: StatusRange | undefined;
  /** What stands in their address or title, in any case; `undefined`: anything. */
  search?: string | undefined;
  /** `undefined`: as they were crawled. */
  sort?: RowSort | undefined;
}

/**
 * The pages that are wanted. Each order begins with what is looked for: the lowest score, the fewest clicks, the most
 * links, the highest rank. What is not known comes last; of equals, what was crawled first.
 */
export function selectRows(rows: readonly SiteRow[], { issue, status, search, sort }: RowSelection): SiteRow[] {
  const sought = search?.toLowerCase();
  const selected = rows.filter(
    (row) =>
      (issue === undefined || row.issues.includes(issue)) &&
      (!status || isWithin(row.http_status, status)) &&
      (sought === undefined || isFound(row, sought)),
  );
  return sort ? selected.sort(COMPARE[sort]) : selected;
}

function isWithin(status: number | null, [first, last]: StatusRange): boolean {
  return status !== null && status >= first && status <= last;
}

function isFound({ url, title }: SiteRow, sought: string): boolean {
  return [url, title ?? ''].some((text) => text.toLowerCase().includes(sought));
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
  // The difference of two infinities is no number.
  return (one, other) => (one[name] === other[name] ? 0 : (one[name] ?? Infinity) - (other[name] ?? Infinity));
}
