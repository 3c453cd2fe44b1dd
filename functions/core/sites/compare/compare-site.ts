import { ServiceError } from '../../platform/http/errors.ts';
import { createPageSizeCounter } from '../../platform/http/paging.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { issueRowMembers } from '../../record/members.computed.ts';
import type { SiteComparison } from '../../record/site-comparison-schema.ts';
import type { IssueRow } from '../../record/site-evidence-schema.ts';
import { listTable } from '../audits/list-pages.ts';
import type { SiteResult } from '../../record/site-schema.ts';
import { hasExcluded } from '../graph/traps/traps.ts';
import { type EvidenceIndex, hashOfAddress } from '../store/evidence-lists.ts';
import type { EndedCrawl, SiteCrawls } from '../store/site-crawls.ts';
import { compareCrawls, type ComparedCrawl, type Comparison } from './compare-crawls.ts';

export interface CompareRequest {
  domain: string;
  /** Domain whose last crawl it is compared with; absent: with the crawl before. */
  base?: string | undefined;
}

export type ComparedCrawls = Pick<SiteCrawls, 'read' | 'readRows' | 'readEvidenceIndex' | 'readEvidence'>;

export interface SiteCompared {
  now: EndedCrawl;
  before: EndedCrawl;
  comparison: Comparison;
}

/**
 * Compares the last crawl of a domain that has ended with the one before, or with the last one of another domain.
 *
 * @throws {ServiceError} no_comparison where one of the two crawls does not exist
 */
export async function compareSite({ domain, base }: CompareRequest, crawls: ComparedCrawls): Promise<SiteCompared> {
  const { ended } = await crawls.read(domain);
  const [now, previous] = ended;
  const before = base === undefined ? previous : (await crawls.read(base)).ended[0];
  if (!now || !before) throw new ServiceError('no_comparison');
  const match = base === undefined ? 'address' : 'path';
  const [one, other] = [await compared(before, crawls), await compared(now, crawls)];
  return { now, before, comparison: await compareCrawls(one, other, match) };
}

async function compared(crawl: EndedCrawl, crawls: ComparedCrawls): Promise<ComparedCrawl> {
  const isWhole = crawl.stopReason === null;
  const index = await crawls.readEvidenceIndex(crawl);
  const counts = JSON.parse(crawl.resultJson) as Partial<SiteResult>;
  const unchecked = new Set(index?.unchecked);
  return {
    isWhole,
    settings: crawl.settings,
    unread: crawl.unread,
    rows: await crawls.readRows(crawl),
    issues: () => issuesOf(crawl, index, crawls),
    omits({ issue, target }) {
      if (issue === 'sitemap-orphan') return hasExcluded(counts.skipped ?? []);
      const setting = SETTING_OF_ISSUE[issue];
      if (setting === undefined) return false;
      const ofSetting = counts[setting];
      return !ofSetting || ofSetting.truncated || (target !== null && unchecked.has(hashOfAddress(target)));
    },
  };
}

/** The setting without which a crawl has no such issue. */
export const SETTING_OF_ISSUE: Readonly<Record<string, 'external' | 'resources'>> = {
  'external-broken': 'external',
  'image-broken': 'resources',
  'image-large': 'resources',
  'stylesheet-broken': 'resources',
  'script-broken': 'resources',
};

async function* issuesOf(
  crawl: EndedCrawl,
  index: EvidenceIndex | null,
  crawls: ComparedCrawls,
): AsyncGenerator<IssueRow> {
  for (const chunk of new Set(index?.issues.map((segment) => segment.chunk))) {
    yield* await crawls.readEvidence(crawl, 'issues', chunk);
  }
}

/** Items of a list in one answer at most. */
const MAX_ITEMS = 1_000;

/** `data` of the answer: as many items as fit, new occurrences first. */
export function comparisonData({ now, before, comparison }: SiteCompared): SiteComparison {
  const { added, fixed, persisting, pages } = comparison;
  const fits = createPageSizeCounter();
  const some = <Item>(items: readonly Item[]): Item[] => {
    const end = items.slice(0, MAX_ITEMS).findIndex((item) => !fits(JSON.stringify(item)));
    return items.slice(0, end < 0 ? MAX_ITEMS : end);
  };
  const lists = { new: some(added), fixed: some(fixed), pages: some(pages), persisting: some(persisting) };
  return {
    domain: now.domain,
    base: before.domain,
    finished_at: now.finishedAt,
    base_finished_at: before.finishedAt,
    counts: {
      new: bySeverity(added),
      fixed: bySeverity(fixed),
      persisting: bySeverity(persisting),
      pages: pages.length,
    },
    ...lists,
    truncated:
      lists.new.length + lists.fixed.length + lists.pages.length + lists.persisting.length <
      added.length + fixed.length + pages.length + persisting.length,
  };
}

function bySeverity(rows: readonly IssueRow[]): SiteComparison['counts']['new'] {
  const counts = { error: 0, warning: 0, notice: 0 };
  for (const { severity } of rows) counts[severity]++;
  return counts;
}

/** The occurrences as CSV, with their state in the first column. */
export function comparisonTable({ new: added, fixed, persisting, truncated }: SiteComparison): CsvTable {
  const states = { new: added, fixed, persisting };
  const rows = Object.entries(states).flatMap(([state, items]) => {
    return listTable(issueRowMembers, { items, next_cursor: null }).rows.map((row) => [state, ...row]);
  });
  return { header: ['state', ...issueRowMembers], rows, isCut: truncated };
}
