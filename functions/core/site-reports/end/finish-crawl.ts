import { settlePages } from '../../crawls/settle-pages.ts';
import type { SiteRow } from '../../record/site-schema.ts';
import { siteChanges } from '../compare/changed-pages.ts';
import { defaultBase, indexabilitySources } from '../compare/choose-crawls.ts';
import { isRead, matchCrawls } from '../compare/crawl-knowledge.ts';
import { type CrawlComparisons, createCrawlComparisons } from '../compare/crawl-comparisons.ts';
import { comparedCrawl } from '../compare/stored-crawl.ts';
import { endStatus } from '../../crawls/store/crawl-heads.ts';
import type { EndedCrawl, CrawlInProgress } from '../../crawls/store/site-crawls.ts';
import type { SomeRows } from '../../crawls/store/evidence-rows.ts';
import type { SeverityCounts, StopReason, StoredResult } from '../../crawls/store/item.ts';
import { createSiteEvidence } from '../report/page-evidence.ts';
import { reportSite, type SiteReport } from '../report/report-site.ts';
import { withTargetFindings } from '../issues/targets.ts';
import {
  type CrawledTargets,
  readOutcomes,
  TARGETS_FILE,
  TARGETS_PER_PAGE,
  type TargetList,
} from '../../crawls/check-targets.ts';
import { crawlSlice } from '../../crawls/crawl-slice.ts';
import type { CrawlTask } from '../../crawls/tasks.ts';
import { createCrawlFiles } from '../../crawls/crawl-access.ts';
import type { CrawlProgress } from '../../crawls/crawl-memory.ts';
import { type CrawlPlan, sitemapsByPage } from '../../crawls/plan-crawl.ts';
import { PagePool } from './page-pool.ts';
import type { CrawlServices } from '../../crawls/services.ts';
import { storeEnd } from './store-end.ts';
import { DAY_MS } from '../../platform/time/day.ts';

/** A crawl that has ended. */
export interface CrawlEnd {
  crawl: CrawlInProgress;
  /** ISO 8601 time. */
  finishedAt: string;
  stopReason: StopReason | null;
  isComplete: boolean;
  result: StoredResult;
  comparisons: CrawlComparisons;
}

/** Dependencies of ending a crawl. */
export interface EndServices extends CrawlServices {
  /** Announces the end of a crawl; it can be repeated. Absent: it is not announced. */
  announce?: (end: CrawlEnd) => Promise<void>;
}

/**
 * Processes one message of a crawl: requests pages, and after the last one stores the result.
 */
export const crawlSite = (task: CrawlTask, services: EndServices): Promise<void> =>
  crawlSlice(task, services, (crawl, progress, stopReason) => finishCrawl(crawl, progress, stopReason, services));

/**
 * Ends a crawl: computes and stores its result. Calling it again for the same crawl is safe.
 *
 * @param stopReason why pages are missing; `null`: none are
 */
async function finishCrawl(
  crawl: CrawlInProgress,
  { plan, frontier, canonicals }: CrawlProgress,
  stopReason: StopReason | null,
  services: EndServices,
): Promise<void> {
  const { crawls, crawlsInProgress, memory, now } = services;
  const { found, isWhole, hasUnread } = plan.sitemap;
  const finishedAt = new Date(now()).toISOString();
  const skipped = frontier.skipped();
  const isComplete = stopReason === null && !skipped.some(({ reason }) => reason === 'too_many_addresses');
  const stored = await crawls.list(crawl.domain, { consistent: true });
  const base = await readBase(crawl, stored, services);
  const targets = await readTargets(crawl, crawls);
  const isKept = (url: string) => frontier.wasRequested(url) || canonicals.has(url);
  const report = reportSite({
    ...(await readCrawled(crawl, isKept, targets, crawls)),
    sitemap: { listed: sitemapsByPage(plan.sitemap), found, isWhole, hasUnread },
    skipped,
    targets,
    lastIndexable: await lastIndexable(crawl, base, stored, { finishedAt, crawls }),
  });
  const occurrences = { error: 0, warning: 0, notice: 0 };
  await crawls.writeEvidence(
    crawl,
    counting(evidenceRows(crawl, plan, report, targets, crawls), occurrences),
    report.issues.map(({ issue }) => issue.id),
    uncheckedOf(targets),
  );
  const progress = frontier.progress;
  const others =
    Math.ceil(targets.outcomes.size / TARGETS_PER_PAGE) + Math.floor(plan.sitemap.files.length / TARGETS_PER_PAGE);
  await settlePages(crawl, progress.fetched + others, services);
  const rows = isComplete ? report.rows.map((row) => withIndexableTime(row, finishedAt)) : report.rows;
  const { unread } = report;
  // A few addresses that were requested before robots.txt stopped the crawl show nothing about the site.
  const health = stopReason === 'robots' ? null : report.result.health;
  const newer = { ...crawl, isComplete, unread, rows };
  const changes = base && {
    since: base.crawl.finishedAt,
    ...siteChanges(matchCrawls(newer, { ...base.crawl, rows: base.rows })),
  };
  const outcome = {
    stopReason,
    isComplete,
    unread,
    finishedAt,
    rows,
    status: endStatus(stopReason),
    result: { ...report.result, health, changes },
    summary: { pages: report.result.pages.total, read: rows.filter(isRead).length, health, issues: occurrences },
  };
  // Before the end is stored: if this function is terminated, it is repeated with the crawl.
  await services.announce?.({
    crawl,
    finishedAt,
    stopReason,
    isComplete,
    result: outcome.result,
    comparisons: createCrawlComparisons(() => comparedCrawl(newer, report.result, crawls), stored, crawls),
  });
  await storeEnd({ ...crawl, ...progress }, outcome, services);
  await crawlsInProgress.remove(crawl);
  memory.drop(crawl.id);
}

interface Base {
  crawl: EndedCrawl;
  rows: SiteRow[];
}

/** Reads the crawl that a crawl is compared with by default. */
async function readBase(
  crawl: CrawlInProgress,
  stored: readonly EndedCrawl[],
  { crawls }: Pick<CrawlServices, 'crawls'>,
): Promise<Base | null> {
  const base = defaultBase(stored, crawl);
  return base && { crawl: base, rows: await crawls.readRows(base) };
}

/** Pages that were indexable longer ago than this are not reported as lost. */
const INDEXABLE_KEPT_MS = 30 * DAY_MS;

/** Returns when complete crawls found the pages of a site indexable, by address. */
async function lastIndexable(
  crawl: CrawlInProgress,
  base: Base | null,
  stored: readonly EndedCrawl[],
  { finishedAt, crawls }: { finishedAt: string; crawls: CrawlServices['crawls'] },
): Promise<(url: string) => string | null> {
  const since = new Date(Date.parse(finishedAt) - INDEXABLE_KEPT_MS).toISOString();
  const times = new Map<string, string>();
  // A repeated end of this crawl must not read its own rows.
  const earlier = stored.filter(({ id }) => id !== crawl.id);
  for (const source of indexabilitySources(earlier, base?.crawl ?? null)) {
    const rows = source === base?.crawl ? base.rows : await crawls.readRows(source);
    for (const { url, last_indexable_at: at } of rows) {
      if (at !== null && at >= since && at > (times.get(url) ?? '')) times.set(url, at);
    }
  }
  return (url) => times.get(url) ?? null;
}

const withIndexableTime = (row: SiteRow, finishedAt: string): SiteRow =>
  row.indexable ? { ...row, last_indexable_at: finishedAt } : row;

async function* counting(pages: AsyncIterable<SomeRows>, counts: SeverityCounts): AsyncGenerator<SomeRows> {
  for await (const page of pages) {
    for (const { severity } of page.issues) counts[severity] += 1;
    yield page;
  }
}

/** Lists the evidence page by page, since all pages with their anchors do not fit into memory. */
async function* evidenceRows(
  crawl: CrawlInProgress,
  { hosts, sitemap }: CrawlPlan,
  { site, issues }: SiteReport,
  targets: CrawledTargets,
  crawls: CrawlServices['crawls'],
): AsyncGenerator<SomeRows> {
  const evidence = createSiteEvidence(site, issues, hosts, targets);
  for await (const page of crawls.readPages(crawl, { withAnchors: true })) yield evidence.ofPage(page);
  yield { issues: [], links: evidence.ofSitemaps(sitemapsByPage(sitemap)) };
}

/** The external targets and resources of a crawl. */
async function readTargets(crawl: CrawlInProgress, crawls: CrawlServices['crawls']): Promise<CrawledTargets> {
  const list = await createCrawlFiles(crawl, crawls).read<TargetList>(TARGETS_FILE);
  return { list, outcomes: list ? await readOutcomes(crawl, crawls) : new Map() };
}

function uncheckedOf({ list, outcomes }: CrawledTargets): string[] {
  const all = [...(list?.external ?? []), ...(list?.resources ?? [])];
  return all.filter((url) => (outcomes.get(url)?.state ?? 'unchecked') === 'unchecked');
}

async function readCrawled(
  crawl: CrawlInProgress,
  isKept: (url: string) => boolean,
  { list, outcomes }: CrawledTargets,
  crawls: CrawlServices['crawls'],
) {
  const pool = new PagePool(isKept);
  const external = new Set(list?.external);
  const pages = crawls.readPages(crawl, { withAnchors: outcomes.size > 0 });
  const crawled = await Array.fromAsync(pages, (page) => pool.pooled(withTargetFindings(page, outcomes, external)));
  return { crawled, links: pool.links };
}
