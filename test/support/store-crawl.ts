import { type CrawlScope, WHOLE_SITE } from '../../functions/core/crawls/store/item.ts';
import type { EndedCrawl, SiteCrawls } from '../../functions/core/crawls/store/site-crawls.ts';
import { crawlInProgress, crawlOutcome, endedCrawl, siteRow } from './site-audit.ts';
import { issueRowOf } from './site-evidence.ts';

export interface CrawlSpec {
  domain?: string;
  owner?: string | null;
  scope?: CrawlScope;
  isComplete?: boolean;
  /** Ids of issues of the home page. */
  issues?: string[];
  /** Differing members of its summary. */
  summary?: Partial<EndedCrawl['summary']>;
}

/** Stores a crawl that has ended. @param minute by which crawls are ordered in time */
export async function storeCrawl(
  crawls: Pick<SiteCrawls, 'begin' | 'writeEvidence' | 'end'>,
  minute: number,
  { domain = 'a.com', owner = 'one', scope = WHOLE_SITE, isComplete = true, issues = [], summary = {} }: CrawlSpec,
): Promise<{ id: string; finishedAt: string }> {
  const startedAt = new Date(Date.parse('2026-11-23T02:00:00Z') + 60_000 * minute).toISOString();
  const crawl = crawlInProgress({ domain, owner, scope, startedAt });
  await crawls.begin(crawl);
  const url = `https://${domain}/`;
  const rows = issues.map((issue) => issueRowOf({ issue, url, target: null }));
  const evidence = (async function* () {
    yield await Promise.resolve({ issues: rows, links: [] });
  })();
  await crawls.writeEvidence(crawl, evidence, [...new Set(issues)]);
  const ended = {
    ...{ isComplete, stopReason: isComplete ? null : ('cancelled' as const), finishedAt: startedAt },
    summary: { ...endedCrawl().summary, ...summary },
  };
  await crawls.end(crawl, crawlOutcome({ ...ended, rows: [siteRow({ url })] }));
  return { id: crawl.id, finishedAt: startedAt };
}
