import type { SiteAnswer, SiteResult } from '../record/site-schema.ts';
import type { CrawlInProgress } from '../crawls/store/site-crawls.ts';
import type { SourceReport } from '../record/record.ts';
import type { SourceError } from '../record/source-answer.ts';
import { NO_RESULT, shownOptions, shownScope, type StopReason } from '../crawls/store/item.ts';
import { hasEnded, hasResult, type SiteView } from './site-view.ts';

/** The members of the result before a first crawl has ended. */
const EMPTY_RESULT: { [Member in keyof SiteResult]: null } = { ...NO_RESULT, history: null };

/**
 * Returns `data` of the audit of a site as JSON text: the state of the crawl that was read, and its stored result.
 *
 * @param now milliseconds since the epoch
 */
export function auditData(view: SiteView, now: number): string {
  const { crawl, historyJson } = view;
  const front = JSON.stringify(auditFront(view, now));
  const result = hasResult(crawl)
    ? `${crawl.resultJson.slice(1, -1)},"history":${historyJson}`
    : JSON.stringify(EMPTY_RESULT).slice(1, -1);
  const sources = JSON.stringify([crawlSource(view)]);
  return `${front.slice(0, -1)},${result},"sources":${sources}}`;
}

function auditFront(
  { crawl, inProgress, newer }: SiteView,
  now: number,
): Omit<SiteAnswer, keyof SiteResult | 'sources'> {
  return {
    domain: crawl.domain,
    crawl_id: crawl.id,
    status: shownStatus(crawl),
    stop_reason: crawl.stopReason,
    complete: hasEnded(crawl) && crawl.isComplete,
    unread: hasEnded(crawl) ? crawl.unread : null,
    started_at: crawl.startedAt,
    finished_at: hasEnded(crawl) ? crawl.finishedAt : null,
    updated_at: crawl.updatedAt,
    scope: shownScope(crawl.scope),
    limit: crawl.limit,
    options: shownOptions(crawl.options),
    poll_after_seconds: inProgress ? pollAfter(inProgress, now) : null,
    progress: inProgress && {
      found: inProgress.found,
      fetched: inProgress.fetched,
      step: isReporting(inProgress) ? 'reporting' : 'requesting',
      limit: requestLimit(inProgress),
      started_at: inProgress.startedAt,
      updated_at: inProgress.updatedAt,
    },
    last_crawl: newer && {
      crawl_id: newer.id,
      status: shownStatus(newer),
      complete: hasEnded(newer) && newer.isComplete,
      stop_reason: newer.stopReason,
      finished_at: hasEnded(newer) ? newer.finishedAt : null,
      scope: shownScope(newer.scope),
    },
  };
}

const isReporting = ({ status }: Pick<CrawlInProgress, 'status'>) => status === 'reporting';

/** Returns the status as answers contain it: clients wait while it is `crawling`, also for the report. */
export function shownStatus({ status }: Pick<CrawlInProgress, 'status'>): SiteAnswer['status'] {
  return status === 'reporting' ? 'crawling' : status;
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
  report_failed: failure('error', 'report_failed', 'The result of the crawl could not be computed', true),
  work_limit: failure('partial', 'work_limit', 'The crawl took more steps than its page limit allows', true),
};

function failure(status: Failure['status'], code: string, message: string, retryable: boolean): Failure {
  return { status, error: { code, message, retryable } };
}

/** Returns the outcome of crawling the site, in the form that answers have for every source. */
function crawlSource({ crawl, inProgress, isPending }: SiteView): SourceReport {
  const ended = hasResult(crawl) ? crawl : null;
  return {
    id: 'site',
    ...(isPending || !ended ? { status: 'pending' as const, error: null } : failureOf(ended.stopReason)),
    fields: FIELDS,
    fetched_at: ended?.finishedAt ?? null,
    from_cache: inProgress !== null && ended !== null,
    http_status: null,
    duration_ms: ended ? Math.max(0, Date.parse(ended.finishedAt) - Date.parse(ended.startedAt)) : null,
    attribution: null,
  };
}

const failureOf = (stopReason: StopReason | null): Failure =>
  stopReason === null ? { status: 'ok', error: null } : FAILURES[stopReason];

/** Assumed time for an address before the first one was fetched: crawls send one request per second. */
const DEFAULT_SECONDS_PER_PAGE = 1;
const MIN_SECONDS = 3;
/** A crawl of few pages ends soon: during its first seconds, clients poll often. */
const YOUNG_SECONDS = 30;
const MAX_SECONDS_OF_YOUNG = 5;
const MAX_SECONDS = 60;
/** Least share of a crawl's age between two polls: limits the number of polls while the last pages are slow. */
const MIN_SHARE_OF_AGE = 0.1;

/**
 * Returns the time after which a client should poll again: when the addresses that are known by now will have been
 * requested, at the rate so far.
 *
 * @param now milliseconds since the epoch
 * @returns whole seconds
 */
export function pollAfter({ startedAt, found, fetched, ...crawl }: CrawlInProgress, now: number): number {
  const age = Math.max(0, now - Date.parse(startedAt)) / 1000;
  const left = Math.max(0, Math.min(found, requestLimit(crawl)) - fetched);
  const each = fetched > 0 ? age / fetched : DEFAULT_SECONDS_PER_PAGE;
  const seconds = Math.max(left * each, age * MIN_SHARE_OF_AGE);
  const most = age < YOUNG_SECONDS ? MAX_SECONDS_OF_YOUNG : MAX_SECONDS;
  return Math.max(MIN_SECONDS, Math.min(most, Math.ceil(seconds)));
}

/** Returns the number of addresses that a crawl may request. */
function requestLimit({ limit, admitted }: Pick<CrawlInProgress, 'limit' | 'admitted'>): number {
  return Math.min(limit, admitted);
}
