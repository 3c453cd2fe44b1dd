import type { SiteResult } from '../../record/site-schema.ts';
import type { OpenCrawl } from '../store/site-crawls.ts';
import type { StopReason } from '../store/item.ts';
import { reportSite } from '../report/report-site.ts';
import type { Frontier } from '../graph/frontier.ts';
import type { CrawlProgress } from './crawl-memory.ts';
import type { CrawlServices } from './services.ts';
import type { CrawledFacts, CrawledLink, CrawledPage } from '../../record/crawled-page.ts';
import { SITE_CRAWL } from '../../record/history-values.ts';
import type { DomainHistory } from '../../domains/store/domain-history.ts';
import { dayOf } from '../../platform/time/day.ts';

/**
 * Ends a crawl: computes what it came to, and stores it. It may be called again for the same crawl.
 *
 * @param stopReason why it has not all pages; `null`: it has
 */
export async function finishCrawl(
  crawl: OpenCrawl,
  { plan, frontier }: CrawlProgress,
  stopReason: StopReason | null,
  services: CrawlServices,
): Promise<void> {
  const { crawls, openCrawls, memory } = services;
  const { listed, found, isWhole } = plan.sitemap;
  const report = reportSite({
    crawled: await readCrawled(crawl, frontier, crawls),
    isWhole: stopReason === null,
    sitemap: { listed: new Set(listed), found, isWhole },
    skipped: frontier.skipped(),
    previous: await readPrevious(crawl, crawls),
  });
  const progress = frontier.progress;
  await settlePages(crawl, progress.fetched, services);
  await crawls.end({ ...crawl, ...progress }, { stopReason, ...report });
  if (isWhatWasWanted(stopReason)) await recordValues(crawl.domain, report.result, services);
  await openCrawls.remove(crawl);
  memory.drop();
}

async function readCrawled(crawl: OpenCrawl, frontier: Frontier, crawls: CrawlServices['crawls']) {
  const pool = new LinkPool((url) => frontier.wasAsked(url));
  return Array.fromAsync(crawls.readPages(crawl), (page) => pool.pooled(page));
}

async function readPrevious(crawl: OpenCrawl, crawls: CrawlServices['crawls']) {
  const { ended } = await crawls.read(crawl.domain, { consistent: true });
  const previous = ended.find(({ id }) => id !== crawl.id);
  if (!previous) return null;
  const { finishedAt, stopReason } = previous;
  return { finishedAt, isWhole: stopReason === null, rows: await crawls.readRows(previous) };
}

/** Uncounts what was reserved for a crawl and not fetched; it may be called again. */
export async function settlePages(
  { owner, id }: OpenCrawl,
  fetched: number,
  { allowances }: Pick<CrawlServices, 'allowances'>,
): Promise<void> {
  if (owner !== null) await allowances.settle(owner, 'pages', id, fetched);
}

/** What else has stopped a crawl says nothing of the site. */
const isWhatWasWanted = (stopReason: StopReason | null) => stopReason === null || stopReason === 'page_limit';

/** In the history, and in the list of domains. */
async function recordValues(domain: string, result: SiteResult, services: CrawlServices): Promise<void> {
  const figures = {
    siteScore: result.site_score,
    sitePages: result.pages.total,
    siteBrokenLinks: result.links.broken_internal,
  };
  await recordSiteValues(domain, figures, services);
  const counted = (severity: 'error' | 'warning') =>
    result.issues.filter((issue) => issue.severity === severity).length;
  await services.list.noteSite(domain, {
    endedAt: new Date(services.now()).toISOString(),
    errors: counted('error'),
    warnings: counted('warning'),
  });
}

/** What a crawl of a site came to, as far as the history of its domain tells of it. */
interface SiteValues {
  /** `null`: the site has no indexable page. */
  siteScore: number | null;
  sitePages: number;
  siteBrokenLinks: number;
}

/**
 * Notes the values of a crawl that has ended just now in the history of its domain: in the newest snapshot of the day,
 * or as a snapshot of their own. Those of the day's last crawl stay. Doing it again changes nothing.
 */
export async function recordSiteValues(
  domain: string,
  { siteScore, sitePages, siteBrokenLinks }: SiteValues,
  { history, now }: { history: Pick<DomainHistory, 'note'>; now: () => number },
): Promise<void> {
  const figures = { site_score: siteScore, site_pages: sitePages, site_broken_links: siteBrokenLinks };
  await history.note(domain, SITE_CRAWL, { date: dayOf(now()), values: figures });
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
 * Keeps all pages of a crawl in the memory of a function: 5,000 pages have up to five million links, of which few lead to
 * different pages. Equal links are one, and of what was not crawled no address is kept: nothing is known of it anyway.
 */
class LinkPool {
  readonly #isCrawled: (url: string) => boolean;
  readonly #pool = new Map<string, PooledLinks>();
  readonly #elsewhere = linksTo('');

  /** @param isCrawled whether an address, in normal form, is one of a page of the crawl */
  constructor(isCrawled: (url: string) => boolean) {
    this.#isCrawled = isCrawled;
  }

  /**
   * @returns the page with as many links as it has, which it shares with others; the address of one that leads to what
   *   was not crawled is empty. Of its alternates, those that were crawled
   */
  pooled(page: CrawledPage): CrawledPage {
    return { ...page, facts: page.facts && this.#factsOf(page.facts) };
  }

  #factsOf(facts: CrawledFacts): CrawledFacts {
    const links = facts.links.map(({ url, nofollow }) => this.#linksTo(url)[nofollow ? 'nofollowed' : 'followed']);
    const hreflang = facts.hreflang.flatMap(({ hreflang: language, url }) =>
      this.#isCrawled(url) ? [{ hreflang: language, url: this.#linksTo(url).followed.url }] : [],
    );
    return { ...facts, links, hreflang };
  }

  #linksTo(url: string): PooledLinks {
    const known = this.#pool.get(url);
    if (known) return known;
    if (!this.#isCrawled(url)) return this.#elsewhere;
    const links = linksTo(url);
    this.#pool.set(url, links);
    return links;
  }
}
