import type {
  CrawlReader,
  CrawlsOfDomain,
  EndedCrawl,
  CrawlInProgress,
  ReportedCrawl,
} from '../crawls/store/site-crawls.ts';
import { isWholeSite } from '../crawls/store/item.ts';
import { isPrivate, type Viewer } from '../crawls/store/private-crawls.ts';
import { crawlNotFound, notCrawled } from './read-crawl.ts';

/** What the answer about a site is made from. */
export interface SiteView {
  /** The crawl that was read; while the first one runs, that one. */
  crawl: ReportedCrawl | CrawlInProgress;
  /** The crawl in progress whose progress is shown. */
  inProgress: CrawlInProgress | null;
  /** A crawl in progress, or else one that has ended, if it is newer than `crawl`. */
  newer: CrawlInProgress | EndedCrawl | null;
  /** Whether the caller waits for `inProgress`: it is its own, or the first of the site. */
  isPending: boolean;
  historyJson: string;
}

export const hasResult = (crawl: ReportedCrawl | CrawlInProgress): crawl is ReportedCrawl => 'resultJson' in crawl;
export const hasEnded = (crawl: EndedCrawl | CrawlInProgress): crawl is EndedCrawl => 'finishedAt' in crawl;

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
export function beginsCrawl({ audit, inProgress }: CrawlsOfDomain, { refresh, pages }: AuditRequest): boolean {
  if (refresh) return true;
  const isRequested = ({ scope, limit }: CrawlInProgress) => isWholeSite(scope) && limit >= (pages ?? 0);
  if (!audit) return !inProgress.some(({ scope }) => isWholeSite(scope));
  const isLarger = audit.stopReason === 'page_limit' && pages !== undefined && pages > audit.limit;
  return isLarger && !inProgress.some(isRequested);
}

/**
 * Returns the view of the audit.
 *
 * @param owner of the caller, whose own crawl comes first; needed if crawls are in progress
 * @returns `null` if there is neither an audit nor a crawl in progress
 */
export function auditView(
  { audit, inProgress, last, historyJson }: CrawlsOfDomain,
  owner?: string | null,
): SiteView | null {
  const shown = shownOf(inProgress, owner);
  const crawl = audit ?? shown;
  if (!crawl) return null;
  const isPending = shown !== null && (!audit || shown.owner === owner);
  return { crawl, inProgress: shown, newer: newerThan(audit, shown, last), isPending, historyJson };
}

/**
 * Returns the view of one crawl.
 *
 * @param viewer for whom it is read; absent: private crawls do not exist
 * @throws {ServiceError} not_crawled, crawl_not_found
 */
export async function crawlView(
  { domain, id }: { domain: string; id: string },
  { audit, inProgress, last, historyJson }: CrawlsOfDomain,
  crawls: Pick<CrawlReader, 'readEnded' | 'readResult'>,
  viewer?: Viewer,
): Promise<SiteView> {
  const requested = inProgress.find((one) => one.id === id);
  if (requested) return { crawl: requested, inProgress: requested, newer: requested, isPending: true, historyJson };
  const crawl = audit?.id === id ? audit : await readReported({ domain, id }, crawls, viewer);
  if (!crawl) throw audit || last || inProgress.length > 0 ? crawlNotFound(id) : notCrawled(domain);
  const shared = inProgress.filter((one) => !isPrivate(one));
  const shown = shownOf(shared, undefined);
  return { crawl, inProgress: shown, newer: newerThan(crawl, shown, last), isPending: false, historyJson };
}

async function readReported(
  name: { domain: string; id: string },
  crawls: Pick<CrawlReader, 'readEnded' | 'readResult'>,
  viewer: Viewer | undefined,
): Promise<ReportedCrawl | null> {
  // It may have ended a moment ago.
  const ended =
    (await crawls.readEnded(name, { viewer })) ?? (await crawls.readEnded(name, { consistent: true, viewer }));
  return ended && { ...ended, resultJson: await crawls.readResult(ended) };
}

function shownOf(inProgress: readonly CrawlInProgress[], owner: string | null | undefined): CrawlInProgress | null {
  return inProgress.find((crawl) => crawl.owner === owner) ?? inProgress[0] ?? null;
}

function newerThan(crawl: EndedCrawl | null, inProgress: CrawlInProgress | null, last: EndedCrawl | null) {
  if (inProgress) return inProgress;
  // Ids sort by time.
  return last && (!crawl || last.id > crawl.id) ? last : null;
}
