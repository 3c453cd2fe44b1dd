import type { CrawlReader, CrawlsOfDomain, EndedCrawl, OpenCrawl, ReportedCrawl } from '../crawls/store/site-crawls.ts';
import { isWholeSite } from '../crawls/store/item.ts';
import { crawlNotFound, notCrawled } from './read-crawl.ts';

/** What the answer about a site is made from. */
export interface SiteView {
  /** The crawl that was read; while the first one runs, that one. */
  crawl: ReportedCrawl | OpenCrawl;
  /** The crawl in progress whose progress is shown. */
  open: OpenCrawl | null;
  /** A crawl in progress, or else one that has ended, if it is newer than `crawl`. */
  newer: OpenCrawl | EndedCrawl | null;
  /** Whether the caller waits for `open`: it is its own, or the first of the site. */
  isPending: boolean;
  historyJson: string;
}

export const hasResult = (crawl: ReportedCrawl | OpenCrawl): crawl is ReportedCrawl => 'resultJson' in crawl;
export const hasEnded = (crawl: EndedCrawl | OpenCrawl): crawl is EndedCrawl => 'finishedAt' in crawl;

/** Options of a request for the audit of a site. */
export interface AuditRequest {
  /** Starts a new crawl. */
  refresh: boolean;
  /** Page limit of the crawl; absent: any. */
  pages?: number | undefined;
}

/**
 * Returns whether a request starts a crawl: with `refresh`; if there is no audit; or if it requests more pages than the
 * limit that the audit reached. Without `refresh`, not while such a crawl is in progress, of whatever owner.
 */
export function beginsCrawl({ audit, open }: CrawlsOfDomain, { refresh, pages }: AuditRequest): boolean {
  if (refresh) return true;
  const isRequested = ({ scope, limit }: OpenCrawl) => isWholeSite(scope) && limit >= (pages ?? 0);
  if (!audit) return !open.some(({ scope }) => isWholeSite(scope));
  const isLarger = audit.stopReason === 'page_limit' && pages !== undefined && pages > audit.limit;
  return isLarger && !open.some(isRequested);
}

/**
 * Returns the view of the audit.
 *
 * @param owner of the caller, whose own crawl comes first; needed if crawls are in progress
 * @returns `null` if there is neither an audit nor a crawl in progress
 */
export function auditView({ audit, open, last, historyJson }: CrawlsOfDomain, owner?: string | null): SiteView | null {
  const shown = shownOf(open, owner);
  const crawl = audit ?? shown;
  if (!crawl) return null;
  const isPending = shown !== null && (!audit || shown.owner === owner);
  return { crawl, open: shown, newer: newerThan(audit, shown, last), isPending, historyJson };
}

/** Returns the view of one crawl. @throws {ServiceError} not_crawled, crawl_not_found */
export async function crawlView(
  { domain, id }: { domain: string; id: string },
  { audit, open, last, historyJson }: CrawlsOfDomain,
  crawls: Pick<CrawlReader, 'readEnded' | 'readResult'>,
): Promise<SiteView> {
  const inProgress = open.find((one) => one.id === id);
  if (inProgress) return { crawl: inProgress, open: inProgress, newer: inProgress, isPending: true, historyJson };
  const crawl = audit?.id === id ? audit : await readReported({ domain, id }, crawls);
  if (!crawl) throw audit || last || open.length > 0 ? crawlNotFound(id) : notCrawled(domain);
  const shown = shownOf(open, undefined);
  return { crawl, open: shown, newer: newerThan(crawl, shown, last), isPending: false, historyJson };
}

async function readReported(
  name: { domain: string; id: string },
  crawls: Pick<CrawlReader, 'readEnded' | 'readResult'>,
): Promise<ReportedCrawl | null> {
  // It may have ended a moment ago.
  const ended = (await crawls.readEnded(name)) ?? (await crawls.readEnded(name, { consistent: true }));
  return ended && { ...ended, resultJson: await crawls.readResult(ended) };
}

function shownOf(open: readonly OpenCrawl[], owner: string | null | undefined): OpenCrawl | null {
  return open.find((crawl) => crawl.owner === owner) ?? open[0] ?? null;
}

function newerThan(crawl: EndedCrawl | null, open: OpenCrawl | null, last: EndedCrawl | null) {
  if (open) return open;
  // Ids sort by time.
  return last && (!crawl || last.id > crawl.id) ? last : null;
}
