import { expect } from '@jest/globals';
import type { IssueRow, LinkRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { endStatus } from '../../../../functions/core/crawls/store/crawl-heads.ts';
import {
  type CrawlName,
  type CrawlScope,
  isWholeSite,
  type StopReason,
  WHOLE_SITE,
} from '../../../../functions/core/crawls/store/item.ts';
import type {
  CrawlOutcome,
  EndedCrawl,
  HistoryEntry,
  OpenCrawl,
  SiteCrawls,
} from '../../../../functions/core/crawls/store/site-crawls.ts';
import { crawlOutcome, endedCrawl } from '../../../support/site-audit.ts';

/** A scope that is a part of a site. */
export const partOf = (path: string): CrawlScope => ({ ...WHOLE_SITE, include: [path] });

/** Members of a crawl that stopped before it had all pages. */
export const incomplete = (stopReason: StopReason) => {
  return { stopReason, isComplete: false, status: endStatus(stopReason) } satisfies Partial<EndedCrawl>;
};

/** Returns the entry of a complete crawl in the history of its domain. */
export const entryOf = ({ id, startedAt }: OpenCrawl): HistoryEntry => ({
  ...{ crawl_id: id, complete: true, finished_at: startedAt, health: 100, site_score: 100, pages: 1 },
  issues: { 'broken-link': 1 },
});

interface Evidence {
  issues?: IssueRow[];
  links?: LinkRow[];
}

/** Stores the evidence of a crawl that has one page. */
export async function writeEvidence(
  crawls: Pick<SiteCrawls, 'writeEvidence'>,
  crawl: CrawlName,
  { issues = [], links = [] }: Evidence,
): Promise<void> {
  async function* pages() {
    yield await Promise.resolve({ issues, links });
  }
  await crawls.writeEvidence(crawl, pages(), [...new Set(issues.map(({ issue }) => issue))]);
}

/**
 * Starts a crawl and ends it, as the crawler does; if it is a complete one of the whole site, it has an entry in the history.
 *
 * @param differs from a complete crawl of the whole site of a.com by `owner`
 * @param contents what it ends with; by default one page without issues and links
 */
export async function storeCrawl(
  crawls: SiteCrawls,
  differs: Partial<EndedCrawl> = {},
  { issues, links, ...outcome }: Evidence & Partial<Pick<CrawlOutcome, 'rows' | 'result'>> = {},
): Promise<EndedCrawl> {
  const crawl = endedCrawl(differs);
  const { isComplete, scope } = crawl;
  expect(await crawls.begin(crawl)).toBe(true);
  await writeEvidence(crawls, crawl, { issues: issues ?? [], links: links ?? [] });
  const entry = isComplete && isWholeSite(scope) ? entryOf(crawl) : undefined;
  expect(await crawls.end(crawl, { ...crawlOutcome(crawl), entry, ...outcome })).toBe(true);
  return crawl;
}
