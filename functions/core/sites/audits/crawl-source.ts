import type { SourceReport } from '../../record/record.ts';
import type { SourceError } from '../../record/source-answer.ts';
import type { CrawlsOfDomain, EndedCrawl } from '../store/site-crawls.ts';
import type { StopReason } from '../store/item.ts';

/** Members of the answer that the crawl fills. */
const FIELDS = [
  ...['site_score', 'pages', 'issues', 'links', 'depth', 'sitemap', 'duplicates', 'most_linked', 'skipped', 'changes'],
];

type Failure = Pick<SourceReport, 'status'> & { error: SourceError | null };

/** What each reason makes of the figures: of a crawl that was stopped, they are of the pages up to then. */
const FAILURES: Record<StopReason, Failure> = {
  page_limit: { status: 'ok', error: null },
  allowance: failure('partial', 'allowance', "No more pages were left of the day's allowance", true),
  cancelled: failure('partial', 'cancelled', 'The crawl was stopped by its owner', false),
  blocked: failure('blocked', 'blocked', 'The operator of this service has blocked the site', false),
  robots: failure('blocked', 'robots', 'robots.txt forbids this crawler the home page, or did not answer', false),
  unreachable: failure('error', 'unreachable', 'The home page could not be read, or the site answered no more', true),
  work_limit: failure('partial', 'work_limit', 'The crawl took more steps than its number of pages allows', true),
};

function failure(status: Failure['status'], code: string, message: string, retryable: boolean): Failure {
  return { status, error: { code, message, retryable } };
}

/** What came of asking the site, as answers tell it of every source. */
export function crawlSource({ open, ended: [last] }: CrawlsOfDomain): SourceReport {
  return {
    id: 'site',
    ...(open || !last ? { status: 'pending' as const, error: null } : failureOf(last)),
    fields: FIELDS,
    fetched_at: last?.finishedAt ?? null,
    from_cache: open !== null && last !== undefined,
    http_status: null,
    duration_ms: last ? Math.max(0, Date.parse(last.finishedAt) - Date.parse(last.startedAt)) : null,
    attribution: null,
  };
}

function failureOf({ stopReason }: EndedCrawl): Failure {
  return stopReason === null ? { status: 'ok', error: null } : FAILURES[stopReason];
}
