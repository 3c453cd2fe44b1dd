import type { SiteAnswer, SiteResult } from '../../record/site-schema.ts';
import type { CrawlsOfDomain, EndedCrawl, OpenCrawl } from '../store/site-crawls.ts';
import type { SourceReport } from '../../record/record.ts';
import type { SourceError } from '../../record/source-answer.ts';
import { DEFAULT_RATE } from '../crawl/limits.ts';
import type { StopReason } from '../store/item.ts';

/** The crawls of a domain that has at least one. */
export type SomeCrawls = CrawlsOfDomain & ({ open: OpenCrawl } | { ended: [EndedCrawl, ...EndedCrawl[]] });

/** @returns `null` if the domain was never crawled */
export function someCrawls(crawls: CrawlsOfDomain): SomeCrawls | null {
  return crawls.open || crawls.ended.length > 0 ? (crawls as SomeCrawls) : null;
}

/** Options of a request for the audit of a site. */
export interface AuditRequest {
  /** Starts a new crawl. */
  refresh: boolean;
  /** Page limit of the crawl; absent: any. */
  pages?: number | undefined;
}

/**
 * Returns whether a request starts a crawl: if there is none, if `refresh` is set, or if it requests more pages than the
 * limit of the last crawl. While a crawl is in progress, no other one starts.
 */
export function beginsCrawl({ open, ended: [last] }: CrawlsOfDomain, { refresh, pages }: AuditRequest): boolean {
  if (open) return false;
  return !last || refresh || (pages !== undefined && pages > last.pageLimit);
}

/** The members of the result before a first crawl has ended. */
const EMPTY_RESULT: { [Member in keyof SiteResult]: null } = {
  health: null,
  site_score: null,
  pages: null,
  issues: null,
  links: null,
  external: null,
  resources: null,
  depth: null,
  sitemap: null,
  duplicates: null,
  most_linked: null,
  skipped: null,
  changes: null,
  history: null,
};

/**
 * Returns `data` of the audit of a site as JSON text: the state of the crawl in progress, or else of the last one, then
 * the stored result of the last crawl that has ended.
 *
 * @param now milliseconds since the epoch
 */
export function auditData(crawls: SomeCrawls, now: number): string {
  const front = JSON.stringify(auditFront(crawls, now));
  const [last] = crawls.ended;
  const result = last ? upgraded(last.resultJson) : JSON.stringify(EMPTY_RESULT);
  const sources = JSON.stringify([crawlSource(crawls)]);
  return `${front.slice(0, -1)},${result.slice(1, -1)},"sources":${sources}}`;
}

/** Adds the members that a result stored by 0.2 does not have. */
function upgraded(resultJson: string): string {
  if (resultJson.startsWith('{"health":')) return resultJson;
  // In JSON text, quotation marks inside of values are escaped, so that this matches names of members only.
  const result = resultJson.replaceAll('"how_to_fix":', '"impact":null,"how_to_fix":');
  return `{"health":null,"history":[],"external":null,"resources":null,${result.slice(1)}`;
}

const DEFAULT_SETTINGS = {
  ...{ include: [], exclude: [], depth: null },
  ...{ external: false, resources: false, rate: DEFAULT_RATE },
};

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
    progress: { found: crawl.found, fetched: crawl.fetched, limit: requestLimit(crawl) },
    settings: { ...DEFAULT_SETTINGS, ...crawl.settings },
  };
}

/** Members of the answer that the crawl fills. */
const FIELDS = Object.keys(EMPTY_RESULT);

type Failure = Pick<SourceReport, 'status'> & { error: SourceError | null };

/** The reported failure for each reason to stop. The result of a stopped crawl covers the pages up to then. */
const FAILURES: Record<StopReason, Failure> = {
  page_limit: { status: 'ok', error: null },
  allowance: failure('partial', 'allowance', 'The daily allowance of pages was used up', true),
  cancelled: failure('partial', 'cancelled', 'The crawl was stopped by its owner', false),
  blocked: failure('blocked', 'blocked', 'The operator of this service has blocked the site', false),
  robots: failure('blocked', 'robots', 'robots.txt disallows the home page, or could not be read', false),
  unreachable: failure(
    'error',
    'unreachable',
    'The home page could not be read, or the site stopped responding or refused the crawler',
    true,
  ),
  work_limit: failure('partial', 'work_limit', 'The crawl took more steps than its page limit allows', true),
};

function failure(status: Failure['status'], code: string, message: string, retryable: boolean): Failure {
  return { status, error: { code, message, retryable } };
}

/** Returns the outcome of crawling the site, in the form that answers have for every source. */
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

/** Assumed time for an address before the first one was fetched: crawls send one request per second. */
const DEFAULT_SECONDS_PER_PAGE = 1;
const MIN_SECONDS = 3;
const MAX_SECONDS = 300;
/** Least share of a crawl's age between two polls: limits the number of polls while the last pages are slow. */
const MIN_SHARE_OF_AGE = 0.1;

/**
 * Returns the time after which a client should poll again: when the addresses that are known by now will have been
 * requested, at the rate so far.
 *
 * @param now milliseconds since the epoch
 * @returns whole seconds
 */
export function pollAfter({ startedAt, found, fetched, ...crawl }: OpenCrawl, now: number): number {
  const age = Math.max(0, now - Date.parse(startedAt)) / 1000;
  const left = Math.max(0, Math.min(found, requestLimit(crawl)) - fetched);
  const each = fetched > 0 ? age / fetched : DEFAULT_SECONDS_PER_PAGE;
  // The rate of the first addresses is unreliable: a crawl may have waited for others before its first request.
  const expected = Math.min(left * each, Math.max(age, left * DEFAULT_SECONDS_PER_PAGE));
  const seconds = Math.max(expected, age * MIN_SHARE_OF_AGE);
  return Math.max(MIN_SECONDS, Math.min(MAX_SECONDS, Math.ceil(seconds)));
}

/** Returns the number of addresses that a crawl may request. */
function requestLimit({ pageLimit, admitted }: Pick<OpenCrawl, 'pageLimit' | 'admitted'>): number {
  return Math.min(pageLimit, admitted);
}
