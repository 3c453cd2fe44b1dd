import type { SiteRow } from '../../record/site-schema.ts';

/** A crawl, as far as its rows tell of it. */
export interface CrawledRows {
  /** It had all pages that it could find: no limit, allowance or failure ended it before. */
  isWhole: boolean;
  /** In the order in which they were asked for. */
  rows: readonly SiteRow[];
}

/** All pages that links lead to, however many clicks away, but not what only a sitemap names. */
const LINKED = Number.MAX_SAFE_INTEGER;
/** What only a sitemap names included. */
const ALL = Infinity;

/**
 * Up to which depth a crawl knows all pages: one that it does not have there is not there. A crawl goes by depth, and to
 * what only a sitemap names last. So
 *
 * - one that ended early knows the depths above its deepest, and all that is linked if it had come to what is not;
 * - a page that it could not read, and another crawl could, hides what that links to: it knows no deeper than that page;
 * - what only a sitemap names is known by a crawl that found a sitemap alone.
 *
 * @param other the crawl that it is compared with
 */
export function knownDepth({ isWhole, rows }: CrawledRows, other: CrawledRows): number {
  const hasSitemap = rows.some(({ in_sitemap }) => in_sitemap);
  const end = isWhole ? (hasSitemap ? ALL : LINKED) : endDepth(rows);
  const unread = new Set(rows.filter(couldNotBeRead).map(({ url }) => url));
  return other.rows
    .filter(({ url, seo_score }) => seo_score !== null && unread.has(url))
    .reduce((least, { depth }) => Math.min(least, depth ?? LINKED), end);
}

/** Depth at which a page is compared with {@link knownDepth}. */
export const depthOf = ({ depth }: SiteRow) => depth ?? ALL;

function endDepth(rows: readonly SiteRow[]): number {
  if (rows.some(({ depth }) => depth === null)) return LINKED;
  return rows.reduce((deepest, { depth }) => Math.max(deepest, depth ?? 0), 0) - 1;
}

/** @returns whether it may be there all the same, as it was: refused, busy or down */
function couldNotBeRead({ failure, http_status }: SiteRow): boolean {
  return failure !== null || http_status === 429 || (http_status ?? 0) >= 500;
}
