import { SITE_CRAWL } from '../../record/history-values.ts';
import type { ListedSite } from '../../domains/schedule/stored-row.ts';
import type { DomainHistory } from '../../domains/store/domain-history.ts';
import { holdWhenFree } from '../../platform/leases.ts';
import { dayOf } from '../../platform/time/day.ts';
import { auditRank } from '../../crawls/store/kept-crawls.ts';
import type { StoredResult } from '../../crawls/store/item.ts';
import type { CrawlOutcome, EndedCrawl, HistoryEntry, CrawlInProgress } from '../../crawls/store/site-crawls.ts';
import { MAX_STORE_WAIT_MS } from '../../crawls/limits.ts';
import type { ReportServices } from './services.ts';

/**
 * Returns whether a crawl describes its site, so that the history, the snapshots and the overview contain its values: it
 * is a complete one of the whole site; or it reached its page limit and becomes the audit of a domain that has no complete
 * crawl.
 */
function describesSite(ended: EndedCrawl, audit: EndedCrawl | null): boolean {
  const rank = auditRank(ended);
  if (rank === null) return false;
  if (ended.isComplete) return true;
  return ended.stopReason === 'page_limit' && (!audit || rank >= (auditRank(audit) ?? ''));
}

/**
 * Stores the end of a crawl, and its metrics in the history of its domain and in the list of domains: under the domain's
 * lease, so that nothing is left of a domain that is deleted meanwhile.
 */
export async function storeEnd(
  crawl: CrawlInProgress,
  outcome: Omit<CrawlOutcome, 'entry'>,
  services: Pick<ReportServices, 'crawls' | 'leases' | 'list' | 'history' | 'now'>,
): Promise<void> {
  const { crawls, leases, list, now } = services;
  const { domain, id } = crawl;
  const { result, finishedAt, isComplete } = outcome;
  await holdWhenFree({ leases, name: domain, now, deadline: now() + MAX_STORE_WAIT_MS }, async () => {
    const { audit, inProgress, historyJson } = await crawls.read(domain, { consistent: true });
    const describes = describesSite({ ...crawl, ...outcome, chunks: 0, hasLinks: true }, audit);
    if (describes && result && inProgress.some((one) => one.id === id)) {
      await recordSiteValues(domain, valuesOf(result, isComplete), services.history, finishedAt);
      await list.writeSite(domain, {
        ended_at: finishedAt,
        health: result.health,
        complete: isComplete,
        errors: countOf(result, 'error'),
        warnings: countOf(result, 'warning'),
        before: isComplete ? completeBefore(id, historyJson) : null,
      });
    }
    const entry = describes && result ? historyEntry(id, { result, isComplete, finishedAt }) : undefined;
    await crawls.end(crawl, { ...outcome, entry });
  });
}

/** Only complete crawls are compared. @param id of the crawl that ends, which a repeated end has added already */
function completeBefore(id: string, historyJson: string): ListedSite['before'] {
  const history = JSON.parse(historyJson) as HistoryEntry[];
  const before = history.findLast(({ complete, crawl_id }) => complete && crawl_id !== id);
  return before && before.health !== null ? { ended_at: before.finished_at, health: before.health } : null;
}

const valuesOf = ({ site_score, pages, links }: StoredResult, isComplete: boolean): SiteValues => ({
  isComplete,
  siteScore: site_score,
  sitePages: pages.total,
  siteBrokenLinks: links.broken_internal,
});

const countOf = ({ issues }: StoredResult, severity: 'error' | 'warning') =>
  issues.filter((issue) => issue.severity === severity).length;

/** The metrics of a crawl that the history of its domain contains. */
interface SiteValues {
  /** The crawl read all pages that it found; otherwise it reached its page limit. */
  isComplete: boolean;
  /** `null`: the site has no indexable pages. */
  siteScore: number | null;
  sitePages: number;
  siteBrokenLinks: number;
}

/**
 * Stores the metrics of a crawl that has just ended in the history of its domain: in the newest snapshot of the day, or
 * in a new snapshot. A later crawl of the same day replaces them. Idempotent.
 */
export async function recordSiteValues(
  domain: string,
  { isComplete, siteScore, sitePages, siteBrokenLinks }: SiteValues,
  history: Pick<DomainHistory, 'overwriteValues'>,
  finishedAt: string,
): Promise<void> {
  const values = {
    site_score: siteScore,
    site_pages: sitePages,
    site_broken_links: siteBrokenLinks,
    site_crawl: isComplete ? 'complete' : 'page_limit',
  };
  await history.overwriteValues(domain, SITE_CRAWL, { date: dayOf(Date.parse(finishedAt)), values });
}

function historyEntry(
  id: string,
  { result, isComplete, finishedAt }: { result: StoredResult } & Pick<CrawlOutcome, 'isComplete' | 'finishedAt'>,
): HistoryEntry {
  const { health, site_score, pages, issues } = result;
  const counts = Object.fromEntries(issues.map((issue) => [issue.id, issue.count]));
  const values = { health, site_score, pages: pages.total, issues: counts };
  return { crawl_id: id, complete: isComplete, finished_at: finishedAt, ...values };
}
