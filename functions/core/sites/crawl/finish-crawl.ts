import type { SiteResult } from '../../record/site-schema.ts';
import type { OpenCrawl } from '../store/site-crawls.ts';
import type { SomeRows } from '../store/evidence-lists.ts';
import type { StopReason } from '../store/item.ts';
import { createSiteEvidence } from '../report/page-evidence.ts';
import { type CrawledTargets, reportSite, type SiteReport, type TargetList } from '../report/report-site.ts';
import { withTargetFindings } from '../issues/targets.ts';
import { readOutcomes, TARGETS_FILE, TARGETS_PER_PAGE } from './check-targets.ts';
import { createCrawlFiles } from './crawl-access.ts';
import type { CrawlProgress } from './crawl-memory.ts';
import { type CrawlPlan, sitemapsByPage } from './plan-crawl.ts';
import type { CrawlServices } from './services.ts';
import type { CrawledFacts, CrawledLink, CrawledPage } from '../../record/crawled-page.ts';
import { SITE_CRAWL } from '../../record/history-values.ts';
import type { DomainHistory } from '../../domains/store/domain-history.ts';
import { holdWhenFree } from '../../platform/leases.ts';
import { dayOf } from '../../platform/time/day.ts';
import { MAX_STORE_WAIT_MS } from './limits.ts';

/**
 * Ends a crawl: computes and stores its result. Calling it again for the same crawl is safe.
 *
 * @param stopReason why pages are missing; `null`: none are
 */
export async function finishCrawl(
  crawl: OpenCrawl,
  { plan, frontier, canonicals }: CrawlProgress,
  stopReason: StopReason | null,
  services: CrawlServices,
): Promise<void> {
  const { crawls, openCrawls, memory } = services;
  const { found, isWhole } = plan.sitemap;
  const { previous, history } = await readPrevious(crawl, crawls);
  const targets = await readTargets(crawl, crawls);
  const isKept = (url: string) => frontier.wasRequested(url) || canonicals.has(url);
  const report = reportSite({
    crawled: await readCrawled(crawl, isKept, targets, crawls),
    isWhole: stopReason === null,
    settings: crawl.settings,
    sitemap: { listed: sitemapsByPage(plan.sitemap), found, isWhole },
    skipped: frontier.skipped(),
    previous,
    targets,
  });
  await crawls.writeEvidence(
    crawl,
    evidenceRows(crawl, plan, report, targets, crawls),
    report.issues.map(({ issue }) => issue.id),
    uncheckedOf(targets),
  );
  const progress = frontier.progress;
  await settlePages(crawl, progress.fetched + Math.ceil(targets.outcomes.size / TARGETS_PER_PAGE), services);
  const finishedAt = new Date(services.now()).toISOString();
  const ended = isComplete(stopReason) ? [historyEntry(report.result, finishedAt)] : [];
  const result = { ...report.result, history: [...history, ...ended].slice(-MAX_HISTORY) };
  // Before the end is stored: if this function is terminated, it is repeated with the crawl.
  await services.announce?.({
    ...{ domain: crawl.domain, id: crawl.id, owner: crawl.owner, deliver: crawl.deliver },
    ...{ finishedAt, stopReason, result },
    newIssues: isComplete(stopReason) ? report.newIssues : null,
  });
  // Before the end as well.
  if (isComplete(stopReason)) await recordValues(crawl, result, services);
  await crawls.end(
    { ...crawl, ...progress },
    {
      stopReason,
      result,
      rows: report.rows,
      unread: report.unread,
      finishedAt,
      ...(ended[0] && { issueCounts: ended[0].issues }),
    },
  );
  await openCrawls.remove(crawl);
  memory.drop();
}

/** Lists the evidence page by page, since all pages with their anchors do not fit into memory. */
async function* evidenceRows(
  crawl: OpenCrawl,
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
async function readTargets(crawl: OpenCrawl, crawls: CrawlServices['crawls']): Promise<CrawledTargets> {
  const list = await createCrawlFiles(crawl, crawls).read<TargetList>(TARGETS_FILE);
  return { list, outcomes: list ? await readOutcomes(crawl, crawls) : new Map() };
}

function uncheckedOf({ list, outcomes }: CrawledTargets): string[] {
  const all = [...(list?.external ?? []), ...(list?.resources ?? [])];
  return all.filter((url) => (outcomes.get(url)?.state ?? 'unchecked') === 'unchecked');
}

async function readCrawled(
  crawl: OpenCrawl,
  isKept: (url: string) => boolean,
  { list, outcomes }: CrawledTargets,
  crawls: CrawlServices['crawls'],
) {
  const pool = new LinkPool(isKept);
  const external = new Set(list?.external);
  const pages = crawls.readPages(crawl, { withAnchors: outcomes.size > 0 });
  return Array.fromAsync(pages, (page) => pool.pooled(withTargetFindings(page, outcomes, external)));
}

async function readPrevious(crawl: OpenCrawl, crawls: CrawlServices['crawls']) {
  const { ended } = await crawls.read(crawl.domain, { consistent: true });
  const last = ended.find(({ id }) => id !== crawl.id);
  if (!last) return { previous: null, history: [] };
  const { finishedAt, stopReason, settings, unread, resultJson } = last;
  // 0.2 stored no history.
  const { history = [] } = JSON.parse(resultJson) as Partial<SiteResult>;
  const rows = await crawls.readRows(last);
  return { previous: { finishedAt, isWhole: stopReason === null, settings, unread, rows }, history };
}

/** Number of crawls of which the values and the counts by issue are kept: a year of weekly crawls. */
const MAX_HISTORY = 52;

function historyEntry(
  { health, site_score, pages, issues }: SiteReport['result'],
  finishedAt: string,
): SiteResult['history'][number] {
  const counts = Object.fromEntries(issues.map(({ id, count }) => [id, count]));
  return { finished_at: finishedAt, health, site_score, pages: pages.total, issues: counts };
}

/** Returns pages to the allowance that were reserved for a crawl and not fetched. Calling it again is safe. */
export async function settlePages(
  { owner, id }: OpenCrawl,
  fetched: number,
  { allowances }: Pick<CrawlServices, 'allowances'>,
): Promise<void> {
  if (owner !== null) await allowances.settle(owner, 'pages', id, fetched);
}

/** Whether a crawl has all requested pages. The values of any other do not describe the site. */
const isComplete = (stopReason: StopReason | null) => stopReason === null || stopReason === 'page_limit';

/**
 * Stores the metrics of a crawl in the history of its domain and in the list of domains: under the domain's lease, so that
 * nothing is left of a domain that is deleted meanwhile.
 */
async function recordValues({ domain, id }: OpenCrawl, result: SiteResult, services: CrawlServices): Promise<void> {
  const { crawls, leases, list, now } = services;
  const values = {
    siteScore: result.site_score,
    sitePages: result.pages.total,
    siteBrokenLinks: result.links.broken_internal,
  };
  const countOf = (severity: 'error' | 'warning') =>
    result.issues.filter((issue) => issue.severity === severity).length;
  await holdWhenFree({ leases, name: domain, now, deadline: now() + MAX_STORE_WAIT_MS }, async () => {
    if ((await crawls.readOpen(domain))?.id !== id) return;
    await recordSiteValues(domain, values, services);
    await list.writeSite(domain, {
      endedAt: new Date(now()).toISOString(),
      health: result.health,
      errors: countOf('error'),
      warnings: countOf('warning'),
    });
  });
}

/** The metrics of a crawl that the history of its domain contains. */
interface SiteValues {
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
  { siteScore, sitePages, siteBrokenLinks }: SiteValues,
  { history, now }: { history: Pick<DomainHistory, 'overwriteValues'>; now: () => number },
): Promise<void> {
  const values = { site_score: siteScore, site_pages: sitePages, site_broken_links: siteBrokenLinks };
  await history.overwriteValues(domain, SITE_CRAWL, { date: dayOf(now()), values });
}

/** The links to one address. */
interface PooledLinks {
  followed: CrawledLink;
  nofollowed: CrawledLink;
}

const linksTo = (url: string): PooledLinks => ({
  followed: { url, nofollow: false },
  nofollowed: { url, nofollow: true },
});

/**
 * Reduces the memory that the pages of a crawl take: 5,000 pages have up to five million links, but few different
 * targets. Equal links share one object, and links to addresses that were not crawled have no address: nothing is known
 * of these. Only canonical addresses are kept in any case, since a page may list its own among its hreflang alternates.
 */
class LinkPool {
  readonly #isKept: (url: string) => boolean;
  readonly #pool = new Map<string, PooledLinks>();
  readonly #alternates = new Map<string, CrawledFacts['hreflang'][number]>();
  readonly #elsewhere = linksTo('');

  /** @param isKept returns whether an address, in normal form, was requested or is that of a canonical page */
  constructor(isKept: (url: string) => boolean) {
    this.#isKept = isKept;
  }

  /**
   * @returns the page without anchors and resources, with the same number of links, as shared objects; the address of a
   *   link to what is not kept is empty, and so is that of such an hreflang alternate
   */
  pooled(page: CrawledPage): CrawledPage {
    return { ...page, facts: page.facts && this.#factsOf(page.facts), anchors: [], resources: undefined };
  }

  #factsOf(facts: CrawledFacts): CrawledFacts {
    const links = facts.links.map(({ url, nofollow }) => this.#linksTo(url)[nofollow ? 'nofollowed' : 'followed']);
    const hreflang = facts.hreflang.map(({ hreflang: code, url }) =>
      this.#alternate(code, this.#linksTo(url).followed.url),
    );
    // Which checks failed decides which issues the page has; what they found is read again with the evidence.
    const failed_checks = facts.failed_checks.map(({ id }) => ({ id, items: [] }));
    return { ...facts, links, hreflang, failed_checks };
  }

  #alternate(hreflang: string, url: string): CrawledFacts['hreflang'][number] {
    const key = `${hreflang} ${url}`;
    const alternate = this.#alternates.get(key) ?? { hreflang, url };
    this.#alternates.set(key, alternate);
    return alternate;
  }

  #linksTo(url: string): PooledLinks {
    const known = this.#pool.get(url);
    if (known) return known;
    if (!this.#isKept(url)) return this.#elsewhere;
    const links = linksTo(url);
    this.#pool.set(url, links);
    return links;
  }
}
