import type { WhileFetching } from '../../accounts/fetch-slots.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { createPageSizeCounter } from '../../platform/http/paging.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { issueRowMembers } from '../../record/members.computed.ts';
import type { SiteComparison } from '../../record/site-comparison-schema.ts';
import type { SiteCrawl } from '../../record/site-schema.ts';
import { listTable } from '../lists/list-pages.ts';
import { crawlNotFound, isCrawlId, notCrawled } from '../read-crawl.ts';
import type { EndedCrawl, EvidenceReader } from '../../crawls/store/site-crawls.ts';
import { ANYBODY, isPrivate, type Viewer, viewerOf } from '../../crawls/store/private-crawls.ts';
import { defaultBase } from './choose-crawls.ts';
import { type Comparison, MAX_PAGES, verdictOf } from './compare-crawls.ts';
import { countBySeverity, numberOf } from './occurrences.ts';
import { compareStored } from './stored-comparison.ts';

export interface CompareRequest {
  domain: string;
  /** Id of the newer crawl; absent: the caller's newest one that has ended, else the newest. */
  crawl?: string | undefined;
  /** Id of the other crawl, or a domain, whose audit it is; absent: see {@link defaultBase}. */
  base?: string | undefined;
}

export interface SiteCompared {
  newer: EndedCrawl;
  base: EndedCrawl;
  comparison: Comparison;
}

/** On whose behalf crawls are compared. */
interface ComparisonCaller {
  /** Returns the caller's owner. */
  ownerOf: () => Promise<string | null>;
  /** For whom private crawls are read that the request names; by default for the owner. */
  viewer?: Viewer;
  /** Limits comparisons that are not stored. */
  whileComparing: WhileFetching;
}

/**
 * Compares two stored crawls.
 *
 * @throws {ServiceError} not_crawled if the domain was never crawled
 * @throws {ServiceError} crawl_not_found if a requested crawl is not stored, or has not ended
 * @throws {ServiceError} no_comparison if there is nothing to compare with
 * @throws {ServiceError} service_busy if the comparison is not stored, and too many are being made
 */
export async function compareSite(
  { domain, crawl, base }: CompareRequest,
  { ownerOf, viewer: given = viewerOf(ownerOf), whileComparing }: ComparisonCaller,
  crawls: EvidenceReader,
): Promise<SiteCompared> {
  // Private crawls are compared only if the request names one.
  const viewer = crawl === undefined && base === undefined ? ANYBODY : given;
  let ended = await crawls.list(domain, { viewer });
  // The requested crawl may have ended a moment ago.
  if (!ended.some(({ id }) => crawl === undefined || id === crawl)) {
    ended = await crawls.list(domain, { consistent: true, viewer });
  }
  if (ended.length === 0) {
    const inProgress = await crawls.readInProgress(domain, { viewer });
    throw inProgress.length === 0 ? notCrawled(domain) : new ServiceError('no_comparison');
  }
  const newer = crawl === undefined ? await newestOf(ended, ownerOf) : requireCrawl(ended, crawl);
  if (!newer) throw new ServiceError('no_comparison');
  const other = await chooseBase(newer, base, ended, crawls);
  if (!other) throw new ServiceError('no_comparison');
  return { newer, base: other, comparison: await compareStored(newer, other, crawls, whileComparing) };
}

async function newestOf(all: readonly EndedCrawl[], ownerOf: () => Promise<string | null>): Promise<EndedCrawl | null> {
  const ended = all.filter((crawl) => !isPrivate(crawl));
  const owners = new Set(ended.map(({ owner }) => owner));
  // If only one owner has crawls, the caller's need not be read.
  if (owners.size <= 1) return ended[0] ?? null;
  const caller = await ownerOf();
  return ended.find(({ owner }) => owner === caller) ?? ended[0]!;
}

function requireCrawl(ended: readonly EndedCrawl[], id: string): EndedCrawl {
  const found = ended.find((crawl) => crawl.id === id);
  if (!found) throw crawlNotFound(id);
  return found;
}

async function chooseBase(
  newer: EndedCrawl,
  base: string | undefined,
  ended: readonly EndedCrawl[],
  crawls: EvidenceReader,
): Promise<EndedCrawl | null> {
  if (base === undefined) return defaultBase(ended, newer);
  return isCrawlId(base) ? requireCrawl(ended, base) : crawls.readAudit(base);
}

/** Items of a list in one answer at most. */
const MAX_ITEMS = MAX_PAGES;

/**
 * Returns `data` of the answer: as many items as fit, new occurrences first.
 *
 * @param summaryOf returns a crawl as the list of crawls contains it
 */
export function comparisonData(
  { newer, base, comparison }: SiteCompared,
  summaryOf: (crawl: EndedCrawl) => SiteCrawl,
): SiteComparison {
  const { added, fixed, persisting, notCompared, pages } = comparison;
  const fits = createPageSizeCounter();
  const some = <Item>(items: readonly Item[]): Item[] => {
    const end = items.slice(0, MAX_ITEMS).findIndex((item) => !fits(JSON.stringify(item)));
    return items.slice(0, end < 0 ? MAX_ITEMS : end);
  };
  const lists = {
    ...{ new: some(added.rows), fixed: some(fixed.rows) },
    ...{ pages: some(pages.first), persisting: some(persisting.rows) },
  };
  return {
    domain: newer.domain,
    base_domain: base.domain,
    verdict: verdictOf(comparison, newer),
    crawl: summaryOf(newer),
    base: summaryOf(base),
    counts: {
      new: countBySeverity(added),
      fixed: countBySeverity(fixed),
      persisting: countBySeverity(persisting),
      not_compared: notCompared,
      pages: pages.count,
    },
    ...lists,
    truncated:
      lists.new.length + lists.fixed.length + lists.pages.length + lists.persisting.length <
      pages.count + [added, fixed, persisting].reduce((sum, each) => sum + numberOf(each), 0),
  };
}

/** The occurrences as CSV, with their state in the first column. */
export function comparisonTable({ new: added, fixed, persisting, truncated }: SiteComparison): CsvTable {
  const states = { new: added, fixed, persisting };
  const rows = Object.entries(states).flatMap(([state, items]) => {
    return listTable(issueRowMembers, { items, next_cursor: null }).rows.map((row) => [state, ...row]);
  });
  return { header: ['state', ...issueRowMembers], rows, isCut: truncated };
}
