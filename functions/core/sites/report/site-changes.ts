import type { SiteResult, SiteRow } from '../../record/site-schema.ts';

/** A crawl of the same site that has ended before. */
export interface PreviousCrawl extends CrawledRows {
  /** ISO 8601 time. */
  finishedAt: string;
}

type Changes = NonNullable<SiteResult['changes']>;
type Example = Changes['examples'][number];

const MOST_EXAMPLES = 100;

/** What an address answers. */
const ANSWER = ['http_status', 'redirects_to'] as const;
/** What a page says. */
const CONTENT = ['title', 'meta_description', 'h1', 'canonical', 'meta_robots', 'content_hash'] as const;

/**
 * What differs between two crawls. Told is only what both could know:
 *
 * - `changed` are addresses that answered both times, and differently. What a page says is compared where the status is
 *   the same.
 * - `added` and `removed` are addresses that answered with a page or a redirect in one crawl and do not appear in the
 *   other, at a depth that it knows ({@link knownDepth}).
 */
export function siteChanges(previous: PreviousCrawl, now: CrawledRows): Changes {
  const before = new Map(previous.rows.map((row) => [row.url, row]));
  const changed = now.rows.flatMap((row): Example[] => {
    const fields = changedFields(before.get(row.url), row);
    return fields.length === 0 ? [] : [{ url: row.url, change: 'changed', fields }];
  });
  const added = missingIn(previous, now).map(({ url }): Example => ({ url, change: 'added', fields: [] }));
  const removed = missingIn(now, previous).map(({ url }): Example => ({ url, change: 'removed', fields: [] }));
  return {
    since: previous.finishedAt,
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    examples: examplesOf([added, removed, changed]),
  };
}

function changedFields(before: SiteRow | undefined, now: SiteRow): string[] {
  if (!before || before.failure !== null || now.failure !== null) return [];
  const compared = before.http_status === now.http_status ? [...ANSWER, ...CONTENT] : ANSWER;
  return compared.filter((field) => before[field] !== now[field]);
}

/** @returns the pages of `other` that the crawl would have if they had been there */
function missingIn(crawl: CrawledRows, other: CrawledRows): SiteRow[] {
  const known = knownDepth(crawl, other);
  const urls = new Set(crawl.rows.map(({ url }) => url));
  return other.rows.filter((row) => isThere(row) && !urls.has(row.url) && depthOf(row) <= known);
}

function isThere({ failure, http_status }: SiteRow): boolean {
  return failure === null && http_status !== null && http_status < 400;
}

/** The first of each kind in turn, so that no kind takes the place of all others; those of one kind stand together. */
function examplesOf(kinds: Example[][]): Example[] {
  const inTurn = Array.from({ length: MOST_EXAMPLES }, (_, place) =>
    kinds.flatMap((kind) => kind.slice(place, place + 1)),
  );
  const shown = new Set(inTurn.flat().slice(0, MOST_EXAMPLES));
  return kinds.flatMap((kind) => kind.filter((example) => shown.has(example)));
}

/** A crawl, as far as its rows tell of it. */
interface CrawledRows {
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
function knownDepth({ isWhole, rows }: CrawledRows, other: CrawledRows): number {
  const hasSitemap = rows.some(({ in_sitemap }) => in_sitemap);
  const end = isWhole ? (hasSitemap ? ALL : LINKED) : endDepth(rows);
  const unread = new Set(rows.filter(couldNotBeRead).map(({ url }) => url));
  return other.rows
    .filter(({ url, seo_score }) => seo_score !== null && unread.has(url))
    .reduce((least, { depth }) => Math.min(least, depth ?? LINKED), end);
}

/** Depth at which a page is compared with {@link knownDepth}. */
const depthOf = ({ depth }: SiteRow) => depth ?? ALL;

function endDepth(rows: readonly SiteRow[]): number {
  if (rows.some(({ depth }) => depth === null)) return LINKED;
  return rows.reduce((deepest, { depth }) => Math.max(deepest, depth ?? 0), 0) - 1;
}

/** @returns whether it may be there all the same, as it was: refused, busy or down */
function couldNotBeRead({ failure, http_status }: SiteRow): boolean {
  return failure !== null || http_status === 429 || (http_status ?? 0) >= 500;
}
