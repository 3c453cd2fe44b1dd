import type { CrawledTargets } from '../../crawls/check-targets.ts';
import { createCrawlFiles } from '../../crawls/crawl-access.ts';
import { type CrawlEndFacts, PLAN_FILE } from '../../crawls/hand-over.ts';
import type { Skipped } from '../../crawls/frontier/traps/traps.ts';
import { type CrawlPlan, sitemapsByPage } from '../../crawls/plan-crawl.ts';
import { endStatus } from '../../crawls/store/crawl-heads.ts';
import type { SomeRows } from '../../crawls/store/evidence-rows.ts';
import { hasLists, type SeverityCounts } from '../../crawls/store/item.ts';
import { SERVICE } from '../../crawls/store/private-crawls.ts';
import type { CrawlInProgress, EndedCrawl } from '../../crawls/store/site-crawls.ts';
import type { HeldLease } from '../../platform/coordination.ts';
import { logWarning } from '../../platform/log-warning.ts';
import type { SiteRow } from '../../record/site-schema.ts';
import { siteChanges } from '../compare/changed-pages.ts';
import type { Comparison } from '../compare/compare-crawls.ts';
import { type CrawlComparisons, createCrawlComparisons } from '../compare/crawl-comparisons.ts';
import { isRead, matchCrawls } from '../compare/crawl-knowledge.ts';
import { comparisonText } from '../compare/stored-comparison.ts';
import { comparedCrawl } from '../compare/stored-crawl.ts';
import { createSiteEvidence } from '../report/page-evidence.ts';
import { reportSite, type SiteReport } from '../report/report-site.ts';
import { lastIndexable, readBase, readCrawled, readEarlier, readTargets } from './read-crawled-site.ts';
import type { ReportServices } from './services.ts';
import { storeEnd } from './store-end.ts';

/** File of a crawl with the stages of its report that are complete. */
const STAGES_FILE = 'report-stages';

/** Reasons for which addresses within the scope of a crawl, or what it contains, are not known. */
const MISSING: readonly string[] = ['too_many_addresses', 'sitemap_unread'] satisfies Skipped['reason'][];

interface Stages {
  /** Numbers of occurrences in the evidence, which is stored. */
  occurrences: SeverityCounts;
  /** Whether the end was announced. */
  isAnnounced: boolean;
}

/** Thrown if a crawl was deleted while its report was made: what was stored of it since is left over. */
export class CrawlDeleted extends Error {}

/**
 * Ends a crawl: computes its report, then stores the evidence, announces the end, and stores it. Calling it again for the
 * same crawl is safe: it computes the same report, and continues after the last stage that was completed.
 *
 * @param facts what the crawler has stored for this
 * @throws {CrawlDeleted}
 */
export async function finishCrawl(
  crawl: CrawlInProgress,
  facts: CrawlEndFacts,
  lease: HeldLease,
  services: ReportServices,
): Promise<void> {
  const { crawls, crawlsInProgress } = services;
  const { stopReason, finishedAt, skipped, found, fetched } = facts;
  const files = createCrawlFiles(crawl, crawls);
  const plan = (await files.read<CrawlPlan>(PLAN_FILE))!;
  const isComplete = stopReason === null && !skipped.some(({ reason }) => MISSING.includes(reason));
  const earlier = await readEarlier(crawl, facts, crawls);
  const base = await readBase(crawl, earlier, crawls);
  const targets = await readTargets(crawl, crawls);
  const report = reportSite({
    ...(await readCrawled(crawl, facts, targets, crawls)),
    sitemap: { ...plan.sitemap, listed: sitemapsByPage(plan.sitemap) },
    skipped,
    followsLinks: !hasLists(crawl.scope),
    extract: crawl.options.extract,
    targets,
    lastIndexable: await lastIndexable(base, earlier, facts, crawls),
  });
  const confirm = async () => {
    await lease.confirm();
    lease.signal.throwIfAborted();
  };

  await confirm();
  const stored = await files.read<Stages>(STAGES_FILE);
  const occurrences = stored?.occurrences ?? (await writeEvidence(crawl, plan, report, targets, services));
  if (!stored) await files.write(STAGES_FILE, { occurrences, isAnnounced: false } satisfies Stages);

  const rows = isComplete ? report.rows.map((row) => withIndexableTime(row, finishedAt)) : report.rows;
  const { unread } = report;
  // A few addresses that were requested before robots.txt stopped the crawl show nothing about the site.
  const health = stopReason === 'robots' ? null : report.result.health;
  const newer = { ...crawl, isComplete, unread, rows };
  const changes = base && {
    since: base.crawl.finishedAt,
    ...siteChanges(matchCrawls(newer, { ...base.crawl, rows: base.rows })),
  };
  const result = { ...report.result, health, changes };

  const comparisons = createCrawlComparisons(() => comparedCrawl(newer, report.result, crawls), earlier, crawls);
  // Before the end is stored: a crawl that has ended has no further attempt.
  if (!stored?.isAnnounced) {
    await confirm();
    await requireStored(crawl, services);
    const announced = whileStored(comparisons, crawl, services);
    await services.announce?.({ crawl, finishedAt, stopReason, isComplete, result, comparisons: announced });
    await files.write(STAGES_FILE, { occurrences, isAnnounced: true } satisfies Stages);
  }

  const comparison = base ? await storedText(base.crawl, comparisons) : undefined;
  await confirm();
  const summary = { pages: result.pages.total, read: rows.filter(isRead).length, health, issues: occurrences };
  const status = endStatus(stopReason);
  const outcome = { stopReason, isComplete, unread, finishedAt, rows, status, result, summary, comparison };
  await storeEnd({ ...crawl, found, fetched }, outcome, services);
  await crawlsInProgress.remove(crawl);
}

/**
 * Returns the comparison with a crawl as it is stored; `undefined` if there is none. One that fails, as of a crawl whose
 * deletion was interrupted, does not keep the newer crawl from its end.
 */
async function storedText(base: EndedCrawl, comparisons: { with: (base: EndedCrawl) => Promise<Comparison> }) {
  try {
    return comparisonText(base, await comparisons.with(base));
  } catch (error) {
    logWarning('comparison not stored', { domain: base.domain })(error);
    return undefined;
  }
}

/** @throws {CrawlDeleted} if the crawl is neither in progress nor has ended */
async function requireStored(crawl: CrawlInProgress, { crawls }: Pick<ReportServices, 'crawls'>) {
  const inProgress = await crawls.readInProgress(crawl.domain, { viewer: SERVICE });
  if (inProgress.some(({ id }) => id === crawl.id)) return;
  if (!(await crawls.readEnded(crawl, { consistent: true, viewer: SERVICE }))) throw new CrawlDeleted();
}

/**
 * Returns comparisons for an announcement, which records what they show: those of large crawls take so long that the domain
 * may be deleted meanwhile, and nothing would delete what is recorded of it afterwards.
 */
function whileStored(
  { newSince, fixedSince }: CrawlComparisons,
  crawl: CrawlInProgress,
  services: Pick<ReportServices, 'crawls'>,
): CrawlComparisons {
  const ifStored =
    (compare: CrawlComparisons['newSince']): CrawlComparisons['newSince'] =>
    async (chooseBase) => {
      const found = await compare(chooseBase);
      await requireStored(crawl, services);
      return found;
    };
  return { newSince: ifStored(newSince), fixedSince: ifStored(fixedSince) };
}

/** Stores the occurrences of issues and the links of a crawl. @returns the numbers of occurrences */
async function writeEvidence(
  crawl: CrawlInProgress,
  plan: CrawlPlan,
  report: SiteReport,
  targets: CrawledTargets,
  { crawls }: Pick<ReportServices, 'crawls'>,
): Promise<SeverityCounts> {
  const occurrences = { error: 0, warning: 0, notice: 0 };
  await crawls.writeEvidence(
    crawl,
    counting(evidenceRows(crawl, plan, report, targets, crawls), occurrences),
    report.issues.map(({ issue }) => issue.id),
    uncheckedOf(targets),
  );
  return occurrences;
}

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
  crawls: ReportServices['crawls'],
): AsyncGenerator<SomeRows> {
  const evidence = createSiteEvidence(site, issues, hosts, targets);
  for await (const page of crawls.readPages(crawl, { withAnchors: true })) yield evidence.ofPage(page);
  yield { issues: [], links: evidence.ofSitemaps(sitemapsByPage(sitemap)) };
}

function uncheckedOf({ list, outcomes }: CrawledTargets): string[] {
  const all = [...(list?.external ?? []), ...(list?.resources ?? [])];
  return all.filter((url) => (outcomes.get(url)?.state ?? 'unchecked') === 'unchecked');
}

const withIndexableTime = (row: SiteRow, finishedAt: string): SiteRow =>
  row.indexable ? { ...row, last_indexable_at: finishedAt } : row;
