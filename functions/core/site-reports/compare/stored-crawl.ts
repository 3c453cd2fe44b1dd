import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { hashOfAddress } from '../../crawls/store/evidence-rows.ts';
import type { CrawlName } from '../../crawls/store/item.ts';
import type { EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import type { ComparedCrawl } from './compare-crawls.ts';

export type ComparedCrawls = Pick<SiteCrawls, 'readRows' | 'readDirectory' | 'readEvidence'>;

/** The crawl, with the counts of its external targets and resources. */
export type TargetCounts = Pick<SiteResult, 'external' | 'resources'>;

/** Reads a stored crawl as it is compared; its occurrences are read when they are needed. */
export async function readCompared(
  crawl: EndedCrawl,
  crawls: ComparedCrawls & Pick<SiteCrawls, 'readResult'>,
): Promise<ComparedCrawl> {
  const counts = JSON.parse(await crawls.readResult(crawl)) as TargetCounts;
  return comparedCrawl({ ...crawl, rows: await crawls.readRows(crawl) }, counts, crawls);
}

/** @param crawl whose evidence is stored */
export async function comparedCrawl(
  crawl: CrawlName & Pick<EndedCrawl, 'scope' | 'isComplete' | 'unread'> & { rows: readonly SiteRow[] },
  counts: TargetCounts,
  crawls: ComparedCrawls,
): Promise<ComparedCrawl> {
  const index = await crawls.readDirectory(crawl, 'issues');
  const unchecked = new Set(index?.unchecked);
  return {
    ...crawl,
    async *issues(): AsyncGenerator<IssueRow> {
      for (const chunk of new Set(index?.segments.map((segment) => segment.chunk))) {
        yield* await crawls.readEvidence(crawl, 'issues', chunk);
      }
    },
    checked(kind, url) {
      const ofKind = counts[kind];
      return ofKind !== null && !ofKind.truncated && (url === null || !unchecked.has(hashOfAddress(url)));
    },
  };
}
