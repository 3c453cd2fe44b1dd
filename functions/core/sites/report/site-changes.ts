import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import type { CrawlSettings, Unread } from '../store/item.ts';

/** An earlier crawl of the same site. */
export interface PreviousCrawl extends CrawledRows {
  /** ISO 8601 time. */
  finishedAt: string;
}

type Changes = NonNullable<SiteResult['changes']>;
type Example = Changes['examples'][number];

const MAX_EXAMPLES = 100;

/** Fields of the response of an address. */
const ANSWER = ['http_status', 'redirects_to'] as const;
/** Fields of the content of a page. */
const CONTENT = ['title', 'meta_description', 'h1', 'canonical', 'meta_robots', 'content_hash'] as const;

export type ComparedField = (typeof ANSWER)[number] | (typeof CONTENT)[number];

/**
 * Computes the differences between two crawls, limited to what both covered:
 *
 * - `changed`: addresses that responded in both crawls, but differently. Content is compared only if the status is the
 *   same.
 * - `added` and `removed`: addresses that responded with a page or a redirect in one crawl and are absent from the other,
 *   at a depth that this one covers ({@link knownDepth}).
 */
export function siteChanges(previous: PreviousCrawl, now: CrawledRows): Changes {
  const before = new Map(previous.rows.map((row) => [row.url, row]));
  const changed = now.rows.flatMap((row): Example[] => {
    const fields = differingFields(before.get(row.url), row);
    return fields.length === 0 ? [] : [{ url: row.url, change: 'changed', fields }];
  });
  const added = missingIn(previous, now).filter(exists).map(exampleOf('added'));
  const removed = missingIn(now, previous).filter(exists).map(exampleOf('removed'));
  return {
    since: previous.finishedAt,
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    examples: examplesOf([added, removed, changed]),
  };
}

const exampleOf =
  (change: Example['change']) =>
  ({ url }: SiteRow): Example => ({ url, change, fields: [] });

/** @returns what the response and the content of a page differ in; nothing where one crawl could not read it */
export function differingFields(before: SiteRow | undefined, now: SiteRow): ComparedField[] {
  if (!before || before.failure !== null || now.failure !== null) return [];
  const compared = before.http_status === now.http_status ? [...ANSWER, ...CONTENT] : ANSWER;
  return compared.filter((field) => before[field] !== now[field]);
}

/** @returns the addresses of `other` that the crawl does not contain, although it would if they had been linked */
export function missingIn(crawl: CrawledRows, other: CrawledRows): SiteRow[] {
  // Pages that a crawl leaves out may be the only ones that link to what the other one contains.
  if (!isUnfiltered(crawl) && patternsOf(crawl) !== patternsOf(other)) return [];
  const known = knownDepth(crawl, other);
  const urls = new Set(crawl.rows.map(({ url }) => url));
  return other.rows.filter((row) => !urls.has(row.url) && depthOf(row) <= known);
}

function exists({ failure, http_status }: SiteRow): boolean {
  return failure === null && http_status !== null && http_status < 400;
}

/**
 * Counts the pages on which an issue is new: they were in both crawls, or would have been in the previous one if they had
 * existed.
 *
 * @returns numbers of pages by the id of the issue; only issues that are new somewhere
 */
export function newIssueCounts(previous: CrawledRows, now: CrawledRows): Record<string, number> {
  // Checks that only this crawl made would report faults that are not new.
  if (checksOf(now) !== checksOf(previous)) return {};
  const before = new Map(previous.rows.map((row) => [row.url, row]));
  const added = new Set(missingIn(previous, now).map(({ url }) => url));
  const wouldFind = siteIssueFinder(previous);
  const counts: Record<string, number> = {};
  for (const row of now.rows) {
    const past = before.get(row.url);
    if (past ? past.failure !== null || row.failure !== null : !added.has(row.url)) continue;
    const known = new Set(past?.issues);
    for (const id of row.issues) if (!known.has(id) && wouldFind(id, past)) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

/** Issues that are reported only if all followed links of a site were requested. */
const OF_WHOLE_SITES: readonly string[] = ['single-inlink', 'orphan-page'];

/**
 * @returns a function that returns whether a crawl would have found an issue of a page, by its id, with all links and
 *   sitemaps that the issue depends on; `row`: the page in this crawl
 */
export function siteIssueFinder(crawl: CrawledRows): (issue: string, row: SiteRow | undefined) => boolean {
  const { isWhole, settings, unread = [] } = crawl;
  const hasLinks = !unread.includes('links');
  const isOfWholeSite = isWhole && isUnfiltered(crawl) && (settings?.depth ?? null) === null && hasLinks;
  return (issue, row) => {
    if (OF_WHOLE_SITES.includes(issue)) return isOfWholeSite;
    if (!issue.startsWith('sitemap-')) return true;
    if (issue === 'sitemap-orphan' && !hasLinks) return false;
    return row?.in_sitemap === true || !unread.includes('sitemaps');
  };
}

const checksOf = ({ settings }: CrawledRows) => `${settings?.external === true} ${settings?.resources === true}`;

/** Takes examples of each kind alternately, so that every kind is present; the result is grouped by kind. */
function examplesOf(kinds: Example[][]): Example[] {
  const alternating = Array.from({ length: MAX_EXAMPLES }, (_, position) =>
    kinds.flatMap((kind) => kind.slice(position, position + 1)),
  );
  const shown = new Set(alternating.flat().slice(0, MAX_EXAMPLES));
  return kinds.flatMap((kind) => kind.filter((example) => shown.has(example)));
}

/** The rows of a crawl. */
export interface CrawledRows {
  /** The crawl has all pages that it found within its settings: no limit, allowance or failure stopped it. */
  isWhole: boolean;
  /** Absent: the whole site. */
  settings?: CrawlSettings | undefined;
  /** What the crawl does not know completely. */
  unread?: readonly Unread[] | undefined;
  /** In the order of requests. */
  rows: readonly SiteRow[];
}

/** @returns whether the settings of a crawl admit all addresses */
export function isUnfiltered({ settings }: CrawledRows): boolean {
  return !settings || (settings.include.length === 0 && settings.exclude.length === 0);
}

function patternsOf({ settings }: CrawledRows): string {
  return JSON.stringify([settings?.include.toSorted() ?? [], settings?.exclude.toSorted() ?? []]);
}

/** Covers all pages that links lead to, at any depth, but not those that only a sitemap lists. */
const LINKED = Number.MAX_SAFE_INTEGER;
/** Covers also pages that only a sitemap lists. */
const ALL = Infinity;

/**
 * Returns the depth up to which a crawl covers all pages: a page that it does not contain does not exist there. A crawl
 * requests pages by depth, and those that only a sitemap lists last. Therefore:
 *
 * - a crawl that was stopped covers the depths above its deepest page; all linked pages if it had reached unlinked ones;
 * - a page that this crawl could not read and the other could hides the pages that it links to, so that the covered depth
 *   ends at that page;
 * - pages that only a sitemap lists are covered only by a crawl that found a sitemap;
 * - a crawl with a maximum depth covers no deeper page.
 *
 * @param other the crawl that it is compared with
 */
function knownDepth({ isWhole, settings, rows }: CrawledRows, other: CrawledRows): number {
  const hasSitemap = rows.some(({ in_sitemap }) => in_sitemap);
  const end = Math.min(isWhole ? (hasSitemap ? ALL : LINKED) : endDepth(rows), settings?.depth ?? ALL);
  const unread = new Set(rows.filter(couldNotBeRead).map(({ url }) => url));
  return other.rows
    .filter(({ url, seo_score }) => seo_score !== null && unread.has(url))
    .reduce((least, { depth }) => Math.min(least, depth ?? LINKED), end);
}

/** Depth of a page for the comparison with {@link knownDepth}. */
const depthOf = ({ depth }: SiteRow) => depth ?? ALL;

function endDepth(rows: readonly SiteRow[]): number {
  if (rows.some(({ depth }) => depth === null)) return LINKED;
  return rows.reduce((deepest, { depth }) => Math.max(deepest, depth ?? 0), 0) - 1;
}

/** @returns whether the page may exist unchanged: refused, rate-limited or unavailable */
export function couldNotBeRead({ failure, http_status }: SiteRow): boolean {
  return failure !== null || http_status === 429 || (http_status ?? 0) >= 500;
}
