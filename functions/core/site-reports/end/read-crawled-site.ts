import { type CrawledTargets, readOutcomes, type TargetList, TARGETS_FILE } from '../../crawls/check-targets.ts';
import { createCrawlFiles } from '../../crawls/crawl-access.ts';
import type { CrawlEndFacts } from '../../crawls/hand-over.ts';
import { viewerOfCrawl } from '../../crawls/store/private-crawls.ts';
import type { CrawlInProgress, EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import { DAY_MS } from '../../platform/time/day.ts';
import type { CrawledPage } from '../../record/crawled-page.ts';
import type { SiteRow } from '../../record/site-schema.ts';
import { defaultBase, indexabilitySources } from '../compare/choose-crawls.ts';
import { withTargetFindings } from '../issues/targets.ts';
import type { SiteLinks } from '../graph/site-links.ts';
import { PagePool } from './page-pool.ts';

/** Returns the crawls of the domain that had ended before a crawl, which each attempt compares it with. */
export async function readEarlier(
  crawl: CrawlInProgress,
  { finishedAt }: CrawlEndFacts,
  crawls: SiteCrawls,
): Promise<EndedCrawl[]> {
  const stored = await crawls.list(crawl.domain, { consistent: true, viewer: viewerOfCrawl(crawl) });
  return stored.filter((earlier) => earlier.id !== crawl.id && earlier.finishedAt <= finishedAt);
}

/** The crawl that another one is compared with by default, with its rows. */
export interface Base {
  crawl: EndedCrawl;
  rows: SiteRow[];
}

/** @param earlier crawls of the domain that had ended before, the newest first */
export async function readBase(
  crawl: CrawlInProgress,
  earlier: readonly EndedCrawl[],
  crawls: SiteCrawls,
): Promise<Base | null> {
  const base = defaultBase(earlier, crawl);
  return base && { crawl: base, rows: await crawls.readRows(base) };
}

/** Pages that were indexable longer ago than this are not reported as lost. */
const INDEXABLE_KEPT_MS = 30 * DAY_MS;

/** Returns when complete crawls found the pages of a site indexable, by address. */
export async function lastIndexable(
  base: Base | null,
  earlier: readonly EndedCrawl[],
  { finishedAt }: CrawlEndFacts,
  crawls: SiteCrawls,
): Promise<(url: string) => string | null> {
  const since = new Date(Date.parse(finishedAt) - INDEXABLE_KEPT_MS).toISOString();
  const times = new Map<string, string>();
  for (const source of indexabilitySources(earlier, base?.crawl ?? null)) {
    const rows = source === base?.crawl ? base.rows : await crawls.readRows(source);
    for (const { url, last_indexable_at: at } of rows) {
      if (at !== null && at >= since && at > (times.get(url) ?? '')) times.set(url, at);
    }
  }
  return (url) => times.get(url) ?? null;
}

/** Reads the external targets and resources of a crawl. */
export async function readTargets(crawl: CrawlInProgress, crawls: SiteCrawls): Promise<CrawledTargets> {
  const list = await createCrawlFiles(crawl, crawls).read<TargetList>(TARGETS_FILE);
  return { list, outcomes: list ? await readOutcomes(crawl, crawls) : new Map() };
}

/** Reads the pages of a crawl, without what takes much memory, and the links between them. */
export async function readCrawled(
  crawl: CrawlInProgress,
  { visited, canonicals }: CrawlEndFacts,
  { list, outcomes }: CrawledTargets,
  crawls: SiteCrawls,
): Promise<{ crawled: CrawledPage[]; links: SiteLinks }> {
  const kept = new Set([...visited, ...canonicals]);
  const pool = new PagePool((url) => kept.has(url));
  const external = new Set(list?.external);
  const pages = crawls.readPages(crawl, { withAnchors: outcomes.size > 0 });
  const crawled = await Array.fromAsync(pages, (page) => pool.pooled(withTargetFindings(page, outcomes, external)));
  return { crawled, links: pool.links };
}
