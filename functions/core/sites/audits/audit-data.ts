import type { SiteAnswer, SiteResult } from '../../record/site-schema.ts';
import type { CrawlsOfDomain, EndedCrawl, OpenCrawl } from '../store/site-crawls.ts';
import type { SourceReport } from '../../record/record.ts';
import type { SourceError } from '../../record/source-answer.ts';
import type { StopReason } from '../store/item.ts';

/** The crawls of a domain of which there is at least one. */
export type SomeCrawls = CrawlsOfDomain & ({ open: OpenCrawl } | { ended: [EndedCrawl, ...EndedCrawl[]] });

/** @returns `null` where the domain was never crawled */
export function someCrawls(crawls: CrawlsOfDomain): SomeCrawls | null {
  return crawls.open || crawls.ended.length > 0 ? (crawls as SomeCrawls) : null;
}

/** What a call for the audit of a site asks for. */
export interface AuditWish {
  /** The site is crawled anew. */
  refresh: boolean;
  /** Most pages of the crawl; absent: it makes no difference to the caller. */
  pages?: number | undefined;
}

/**
 * Whether a call begins a crawl: where there is none, where it asks for a new one, and where it asks for more
 * pages than the last one was to have. One that is under way is waited for in any case.
 */
export function beginsCrawl({ open, ended: [last] }: CrawlsOfDomain, { refresh, pages }: AuditWish): boolean {
  if (open) return false;
  return !last || refresh || (pages !== undefined && pages > last.pageLimit);
}

/** The members of the result before a first crawl has ended. */
const NOTHING: { [Member in keyof SiteResult]: null } = {
  site_score: null,
  pages: null,
  issues: null,
  links: null,
  depth: null,
  sitemap: null,
  duplicates: null,
  most_linked: null,
  skipped: null,
  changes: null,
};

/**
 * `data` of the audit of a site as JSON text: how the crawl stands that is under way, or else the last one, then what the
 * last one that has ended came to, as it is stored.
 *
 * @param now milliseconds since the epoch
 */
export function auditData(crawls: SomeCrawls, now: number): string {
  const front = JSON.stringify(auditFront(crawls, now));
  const [last] = crawls.ended;
  const result = last ? last.resultJson : JSON.stringify(NOTHING);
  const sources = JSON.stringify([crawlSource(crawls)]);
  return `${front.slice(0, -1)},${result.slice(1, -1)},"sources":${sources}}`;
}

function auditFront({ open, ended }: SomeCrawls, now: number): Omit<SiteAnswer, keyof SiteResult | 'sources'> {
  const crawl = open ?? ended[0];
  return {
    domain: crawl.domain,
    status: crawl.status,
    stop_reason: crawl.stopReason,
    started_at: crawl.startedAt,
    finished_at: ended[0]?.finishedAt ?? null,
    updated_at: crawl.updatedAt,
    poll_after_seconds: open ? pollAfter(open, now) : null,
    progress: { found: crawl.found, fetched: crawl.fetched, limit: pagesAdmitted(crawl) },
  };
}

/** Members of the answer that the crawl fills. */
const FIELDS = [
  ...['site_score', 'pages', 'issues', 'links', 'depth', 'sitemap', 'duplicates', 'most_linked', 'skipped', 'changes'],
];

type Failure = Pick<SourceReport, 'status'> & { error: SourceError | null };

/** What each reason makes of the values: of a crawl that was stopped, they are of the pages up to then. */
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
function crawlSource({ open, ended: [last] }: CrawlsOfDomain): SourceReport {
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

/** How long an address is taken for, as long as nothing is known of the site: crawls ask for one a second. */
const GUESSED_SECONDS = 1;
const LEAST_SECONDS = 3;
const MOST_SECONDS = 300;
/** So much of the age of a crawl is waited at least: where its last pages are slow, nobody asks for each of them. */
const LEAST_OF_AGE = 0.1;

/**
 * When it pays to ask for a crawl again: when the addresses that are known by now are likely to have been asked for, as
 * fast as so far.
 *
 * @param now milliseconds since the epoch
 * @returns whole seconds
 */
export function pollAfter({ startedAt, found, fetched, ...crawl }: OpenCrawl, now: number): number {
  const age = Math.max(0, now - Date.parse(startedAt)) / 1000;
  const left = Math.max(0, Math.min(found, pagesAdmitted(crawl)) - fetched);
  const each = fetched > 0 ? age / fetched : GUESSED_SECONDS;
  // The first addresses tell little of the pace: a crawl may have waited for others before it began.
  const expected = Math.min(left * each, Math.max(age, left * GUESSED_SECONDS));
  const seconds = Math.max(expected, age * LEAST_OF_AGE);
  return Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, Math.ceil(seconds)));
}

/** Addresses that a crawl asks for at most. */
function pagesAdmitted({ pageLimit, admitted }: Pick<OpenCrawl, 'pageLimit' | 'admitted'>): number {
  return Math.min(pageLimit, admitted);
}
