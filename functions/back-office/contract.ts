/**
 * The HTTP API of the back office's page, under `/back-office/api`. Every response is in the service's envelope; these
 * are the types of `data`. Times are UTC ISO 8601, dates `YYYY-MM-DD`.
 */
import type { FailingWatch, WatchAnswer, WatchEventAnswer } from '../core/watches/answer-schema.ts';
import type { Condition } from '../core/watches/conditions.ts';
import type { ScoreChange } from '../core/domains/history/score-changes.ts';
import type { KeywordsAnswer } from '../core/keywords/answer-schema.ts';
import type { LongTailAnswer } from '../core/long-tail/answer-schema.ts';
import type { JournalEntry } from '../core/operations/journal.ts';
import type { RowError, RowStatus } from '../core/batches/batch.ts';
import type { MetricName } from '../core/record/history-values.ts';
import type { PageAnswer } from '../core/record/page-record.ts';
import type { DomainAnswer, SourceReport } from '../core/record/record.ts';
import type { ListedKeyword, ListSummary, StoredList } from '../core/keywords/keyword-lists.ts';
import type { QueueName } from '../core/operations/queues.ts';
import type { RowsSummary } from '../core/site-reports/lists/summarize-rows.ts';
import type { SiteIssuesAnswer, SiteLinksAnswer } from '../core/record/site-evidence-schema.ts';
import type { SiteComparison as ComparedSite } from '../core/record/site-comparison-schema.ts';
import type { SiteAnswer, SiteCrawlsAnswer, SitePagesAnswer, SiteVerification } from '../core/record/site-schema.ts';
import type { TopIssue } from '../core/site-reports/report/top-issues.ts';

/** Operators may read and change everything; viewers may only read. */
export type Role = 'operator' | 'viewer';

/** The group of the user pool whose members are operators; all other users are viewers. */
export const OPERATORS_GROUP = 'operators';

/** `GET /session` */
export interface Session {
  /** Name of the user. */
  operator: string;
  /** Viewers get 403 `not_permitted` for all methods other than `GET`, except for their own keyword lists. */
  role: Role;
}

/** `GET /plans`; in ascending order of quotas. */
export interface Plan {
  /** Without the stack's prefix, such as `basic`. */
  name: string;
  requests_per_second: number;
  burst: number;
  monthly_quota: number;
  /** Domains and pages that may be fetched per day (UTC) for an owner of keys. */
  domains_per_day: number;
  pages_per_day: number;
}
export interface Plans {
  plans: Plan[];
}

export interface Key {
  id: string;
  /** Without the stack's prefix. */
  name: string;
  note: string;
  /** `null`: no plan; such a key gives no access. */
  plan: string | null;
  enabled: boolean;
  /** Id of the owner, who may have several keys; batches, crawls and allowances belong to the owner. */
  owner: string;
  /** The last four characters of its value; `null`: unknown, because the key was created by another tool. */
  ends_with: string | null;
  /** Last day (UTC) of use on its current plan within 90 days; `null`: none. */
  last_used_on: string | null;
  /** Time at which it expires; it is disabled within ten minutes after that. `null`: never. */
  expires_at: string | null;
  domains: KeyAllowance;
  pages: KeyAllowance;
  created_at: string;
  updated_at: string;
}

/** Daily (UTC) allowance of the owner of a key. */
export interface KeyAllowance {
  limit_per_day: number;
  /** The owner's limit; `null`: the plan's limit applies. */
  own_limit_per_day: number | null;
  /** Used by all keys of the owner today; `null`: could not be read (only in the response to the creation of a key). */
  used: number | null;
  /** Requests that were refused today because the allowance was used up; `null`: as with `used`. */
  refused: number | null;
}

/** `GET /keys`: all keys of this stack, by name. */
export interface Keys {
  keys: Key[];
}

/** `POST /keys` with {@link NewKey} → 201 {@link CreatedKey}, the only response with the key's value. */
export interface NewKey {
  /** 1 to 100 characters. */
  name: string;
  plan: string;
  /** At most 500 characters. */
  note?: string;
  /** The owner of another key, whose allowances the key shares; default: a new owner. */
  owner?: string;
  /** ISO 8601 with a zone, in the future; default: never. */
  expires_at?: string | null;
}
export interface CreatedKey extends Key {
  value: string;
}

/**
 * `POST /keys/{id}/replacement` → 201 {@link CreatedKey}: a new key with the name, note, plan, owner and allowances of
 * this one, which is unchanged unless it is disabled. The new key's usage of the month starts at zero.
 */
export interface Replacement {
  /** Default: false. */
  disable?: boolean;
  /** Otherwise: time at which the old key is disabled, ISO 8601 with a zone; default: never. */
  old_expires_at?: string | null;
}

/**
 * `PATCH /owners/{owner}` → {@link Keys} of the owner. At least one member; `null`: the plan's limit applies. At most
 * 1,000,000,000.
 */
export interface OwnerChange {
  domains_per_day?: number | null;
  pages_per_day?: number | null;
}

/** `PATCH /keys/{id}` → {@link Key}. Moving to another plan resets its usage. `DELETE /keys/{id}` → `{}`. */
export interface KeyChange extends Partial<Pick<NewKey, 'plan' | 'note' | 'expires_at'>> {
  enabled?: boolean;
}

/** `GET /keys/{id}/usage?from=<date>&to=<date>` (default: the current month; at most 90 days). */
export interface KeyUsage {
  plan: string | null;
  monthly_quota: number | null;
  from: string;
  to: string;
  /** One entry per day, oldest first. `remaining`: of the quota, at the end of the day; null if unknown. */
  days: { date: string; used: number; remaining: number | null }[];
}

export interface DomainSummary {
  domain: string;
  domain_unicode: string;
  /** `null`: no record is in the cache. */
  updated_at: string | null;
  seo_score: number | null;
  /** Report of the source of the score; `null` if it was never requested. */
  score_source: SourceReport | null;
  complete: boolean | null;
  /** Ids of sources whose last request failed. */
  failed_sources: string[];
  followed: boolean;
  blocked: boolean;
}

/** `GET /domains/{domain}/pages?after=<next>`: stored single pages of a domain, about a hundred per response. */
export interface PageSummary {
  url: string;
  updated_at: string;
  seo_score: number | null;
  http_status: number | null;
  title: string | null;
  /** Whether robots.txt allows the page; `null`: unknown. */
  allowed: boolean | null;
  /** The last fetch of the page failed. */
  failed: boolean;
}
export interface Pages {
  pages: PageSummary[];
  next: string | null;
}

/**
 * `GET /pages?url=` (404 if it is not stored), and `POST /pages` with {@link PageAuditRequest} → `data` of `/api/v1/seo/page`.
 * Requests do not count against any allowance.
 */
export interface PageAuditRequest {
  url: string;
  /** Default: false. */
  refresh?: boolean;
}
export type Page = PageAnswer;

/**
 * `GET /domains/{domain}/site?crawl=`: the audit, or the crawl with this id; `POST` with {@link CrawlRequest} → 202: starts a crawl unless one is in progress or the
 * last one has enough pages; it does not count against any allowance. `DELETE` stops the crawl in progress of any owner.
 */
export interface SiteState {
  /** `data` of `/api/v1/seo/site`; `null`: there is no crawl of the whole site. */
  audit: SiteAnswer | null;
  /** Highest page limit of a crawl. */
  most_pages: number;
  /** Requested page limit of the crawl in progress, or of the audit; `null`: the site was never crawled. */
  page_limit: number | null;
  /** Issues that only earlier crawls of the audit's history have. */
  past_issues: { id: string; severity: 'error' | 'warning' | 'notice'; title: string }[];
}
export interface CrawlRequest {
  /** Default: 500. */
  pages?: number;
  /** Start a new crawl in any case. Default: false. */
  refresh?: boolean;
  /** Scope and options of `POST /api/v1/seo/site`; with them, a new crawl starts unless one is in progress (409). */
  settings?: Partial<Pick<SiteAnswer['scope'], 'include' | 'exclude' | 'depth'> & SiteAnswer['options']>;
}

/** `GET /domains/{domain}/site/verification`: the operator's, as `data` of `/api/v1/seo/site/verification`. */
export type SiteProof = SiteVerification;

/** `GET /domains/{domain}/site/summary?crawl=`: numbers of the pages of the audit, or of a crawl. */
export type SiteSummary = RowsSummary;

/** `GET /domains/{domain}/site/crawls`: as `data` of `/api/v1/seo/site/crawls`; `you` are the workspace. */
export type SiteCrawlList = SiteCrawlsAnswer;

/**
 * `GET /domains/{domain}/site/compare?crawl=&base=`: parameters and response are those of `/api/v1/seo/site/compare`, also
 * as CSV, SARIF and JUnit.
 */
export type SiteComparison = ComparedSite;

/**
 * `GET /domains/{domain}/site/pages?search=…`: parameters and response are those of `/api/v1/seo/site/pages`, including
 * CSV; `search` is a case-insensitive text in the address or title of the pages, up to 200 characters, `url` an address,
 * `state` whether they can be indexed or why not, `depth` their clicks from the home page or `none`; `status` may be `none`.
 */
export type SitePages = SitePagesAnswer;

/**
 * `GET /domains/{domain}/site/issues`: parameters and response are those of `/api/v1/seo/site/issues`, including CSV;
 * `search` is a case-insensitive text in the page, target or element.
 */
export type SiteIssues = SiteIssuesAnswer;

/** `GET /domains/{domain}/site/links`: parameters and response are those of `/api/v1/seo/site/links`, including CSV. */
export type SiteLinks = SiteLinksAnswer;

/** `GET /watches`: a page of the watches of the operator, and those of owners of keys whose deliveries fail. */
export interface Watches {
  watches: Watch[];
  failing_of_others: FailingWatch[];
  /** Value of the parameter `cursor` for the next page; `null`: this is the last page. */
  next_cursor: string | null;
}
export type Watch = WatchAnswer;
/** `POST /watches` → 201 {@link CreatedWatch}; further members are those of `/api/v1/seo/watches`. */
export interface NewWatch {
  domains: string[];
  conditions: WatchCondition[];
  deliver: { url: string } | null;
  mail: boolean;
}
export type WatchCondition = Condition;
export interface CreatedWatch extends Watch {
  /** The secret that signs deliveries, which only this response contains. */
  secret: string;
}
/** `GET /watches/{id}/events`: the newest first. */
export interface WatchEvents {
  events: WatchEventAnswer[];
}
/** `POST /watches/{id}/test` */
export interface WatchTest {
  status: number | null;
  error: string | null;
}

/** `POST /domains/{domain}/reports` → 201 {@link NewReportLink}. `DELETE /domains/{domain}/reports/{id}` → `{}`. */
export interface ReportLinkRequest {
  /** How long it is valid, 1 to 365. */
  days: number;
}
export interface ReportLink {
  id: string;
  /** Name of the operator. */
  created_by: string;
  created_at: string;
  expires_at: string;
}
export interface NewReportLink extends ReportLink {
  /** The secret of the link, which only this response contains. */
  token: string;
}
/** `GET /domains/{domain}/reports`: the valid links, those that expire last first. */
export interface ReportLinks {
  links: ReportLink[];
}

/**
 * `GET /back-office/reports/{domain}` with `Authorization: Bearer <token of the link>`, without sign-in. 404
 * `report_not_found` for all other tokens.
 */
export interface Report {
  domain: string;
  domain_unicode: string;
  expires_at: string;
  /** The home page; `null`: it is not stored. */
  page: ReportedPage | null;
  /** The last crawl; `null`: the site was never crawled. */
  site: SiteAnswer | null;
}
export type ReportedPage = Pick<DomainAnswer, 'updated_at' | 'seo_score' | 'audit' | 'issues' | 'sources'>;

/** `GET /top-issues`: the issues of the last complete crawls of all sites, the most severe first, then by affected pages. */
export interface TopIssues {
  /** Number of crawled sites. */
  sites: number;
  issues: TopIssue[];
}

/** A domain in the list. */
export interface DomainRow extends Omit<DomainSummary, 'score_source' | 'complete' | 'failed_sources'> {
  /** Time of the fetch that the score is from, if it is an earlier one; otherwise `null`. */
  score_of: string | null;
  /** Error code of the last fetch of the home page; `null`: no error. */
  score_error: string | null;
  tranco_rank: number | null;
  /** Estimated monthly visits from search engines. */
  organic_etv: number | null;
  /** Times at which the certificate and the registration expire. */
  tls_valid_to: string | null;
  registration_expires_at: string | null;
  /** Score and Tranco rank before `updated_at`, about one value per week for three months, oldest first; `null`: unknown. */
  past: PastMetrics[] | null;
  /** The last known score every 28 days from a date on, until about when `past` starts; `null`: none is known. */
  year: { from: string; scores: number[] } | null;
  /** Whether the home page is excluded from search engines; `null`: unknown. */
  excluded: boolean | null;
  /** Number of sources whose last request failed; `null`: unknown. */
  failed_sources: number | null;
  /** Health (0 to 100; `null`: unknown) and numbers of issues (kinds) of the last crawl; `null`: it was not crawled. */
  site: { ended_at: string; complete: boolean; health: number | null; errors: number; warnings: number } | null;
  tags: string[];
}

export type PastMetrics = [date: string, seo_score: number | null, tranco_rank: number | null];

/** `GET /domains?after=<next>`: by name, up to 2,500 per response. */
export interface Domains {
  domains: DomainRow[];
  next: string | null;
}

/**
 * `POST /domains/changes` → {@link ChangedDomains}: changes the tags of listed domains, and follows or unfollows them. At
 * least one change is required.
 */
export interface DomainChanges {
  /** 1 to 1,000. */
  domains: string[];
  /** At most 10 of up to 40 characters; a domain has at most 20. */
  add_tags?: string[];
  remove_tags?: string[];
  /** Default: unchanged. */
  follow?: boolean;
}
export interface ChangedDomains {
  /** Domains that would have too many tags, or are not listed. */
  not_tagged: string[];
  /** Domains that are blocked, or exceed the limit of followed domains. */
  not_followed: string[];
}

/** `GET /comparison?domains=<names>&range=90d`: the stored data of two to ten domains, separated by commas. */
export interface Comparison {
  /** The window of the snapshots. */
  from: string;
  to: string;
  /** In the requested order. */
  domains: ComparedDomain[];
}
export interface ComparedDomain extends Pick<DomainSummary, 'domain' | 'domain_unicode' | 'updated_at'> {
  /** The newest known metrics; `null`: there is no record. */
  metrics: Record<MetricName, number | null> | null;
  /** `null`: the home page was never audited. */
  failed_audits: { id: string; title: string }[] | null;
  /** Newest first, up to 400. */
  snapshots: ComparedSnapshot[];
  truncated: boolean;
}
export type ComparedSnapshot = { captured_at: string; site_status: string | null } & Record<MetricName, number | null>;

/**
 * `GET /score-changes?domains=<names>&range=30d`: the changes of the scores of one to twenty domains within a window, with
 * the audits of the home page that changed at the same time.
 */
export interface ScoreChanges {
  from: string;
  to: string;
  /** In the requested order; changes are newest first. `truncated`: the window has older snapshots, which were not read. */
  domains: { domain: string; changes: ScoreChange[]; truncated: boolean }[];
}

/**
 * `GET /score-reasons?domains=<names>&since=<dates>`: for one to twenty domains, each with a date, the newest score
 * compared with the one that was last known on that date, and the audits of the home page that differ.
 */
export interface ScoreReasons {
  /** In the requested order; `null`: one of the two scores is not known, or there is no newer one. */
  domains: { domain: string; change: ScoreChange | null }[];
}

/** Background work for a domain. */
export type Activity = 'idle' | 'waiting' | 'running';

/** `GET /domains/{domain}` */
export interface DomainDetails extends DomainSummary {
  /** `data` of `/api/v1/seo/query`; `null` if no record is in the cache. */
  record: DomainAnswer | null;
  next_snapshot_at: string | null;
  last_asked_on: string | null;
  tags: string[];
  activity: Activity;
  /** Why the last refresh that an operator requested failed; stored for 15 minutes. */
  failure: WorkFailure | null;
}

export interface WorkFailure {
  /** Code and message of the error, as for a query with `refresh=1`. */
  code: string;
  message: string;
  /** Whether a retry may succeed. */
  retryable: boolean;
  failed_at: string;
}

/**
 * `GET /domains/{domain}/history?range=90d&limit=1000` → `data` of `/api/v1/seo/history`.
 * `POST /domains/{domain}/refresh` → 202 `{}`, and `/snapshot` → 202 {@link AskedSnapshot}: queued as background work;
 * `activity` is its state.
 * `POST /domains/{domain}/block` and `/unblock` → `{}`.
 * `DELETE /domains/{domain}` → `{}`: deletes all stored data of the domain, except its block.
 */

/**
 * `POST /batches` with {@link NewBatch} → 202 {@link Batch}, or 200 if all rows are complete; `GET /batches/{id}` and
 * `DELETE /batches/{id}` → {@link Batch}. Parameters, headers and responses are those of `/api/v1/seo/batches`, including
 * CSV. The batches belong to the owner `operator`, who has no allowance.
 */
export interface NewBatch {
  /** 1 to 1,000 domains or addresses. */
  domains: string[];
  /** Default: false. */
  refresh?: boolean;
  /** Members of `data`; default: all. */
  fields?: string[];
  /** Request paid sources too. Default: false. */
  paid?: boolean;
}

export interface Batch {
  /** `null`: all rows are complete and in this response, and the batch is not stored. */
  batch_id: string | null;
  created_at: string;
  expires_at: string | null;
  totals: { domains: number } & Record<RowStatus, number>;
  /** Whole seconds; `null`: the batch is complete. */
  poll_after_seconds: number | null;
  items: BatchItem[];
  next_cursor: string | null;
}

export interface BatchItem {
  /** As given; `null`: the domain was deleted since. */
  input: string | null;
  /** `null`: the input is no domain. */
  domain: string | null;
  status: RowStatus;
  error: RowError | null;
  /**
   * The requested members of `data` of `/api/v1/seo/query`, with the sources that fill them; `pending`: sources that are
   * still being fetched. `null`: no data.
   */
  data: ({ sources: SourceReport[]; pending: string[] } & Record<string, unknown>) | null;
}

/** `GET /queue`. Counts of SQS are approximate. */
export interface QueueState {
  /** Followed domains. */
  followed: number;
  /** Domains whose snapshot is due and not queued yet. */
  due: number;
  waiting: number;
  running: number;
  /** Failed jobs: those that are stored, counted up to 1,000, and those still in the dead-letter queue. */
  dead_letters: number;
  /** There are more than the count. */
  more_dead_letters: boolean;
}

/**
 * A failed job, stored for 30 days. `POST /queue/dead-letters/retry` with `{ id }` → `{}`: puts its message
 * back into its queue. `POST /queue/dead-letters/drop` with `{ id }` → `{}`: deletes it.
 */
export interface DeadLetter {
  id: string;
  queue: QueueName;
  /** Kind of job, such as `snapshot`; `null`: the message contains none. */
  task: string | null;
  /** Domain of the job; `null`: none, or several. */
  domain: string | null;
  /** Error code of the last attempt; `null`: the worker was terminated, or timed out. */
  why: string | null;
  /** Time at which the message was sent. */
  sent_at: string;
  /** Time after the last attempt. */
  given_up_at: string;
}

/** `GET /queue/dead-letters?after=<next>`: newest first, 25 per response. */
export interface DeadLetters {
  letters: DeadLetter[];
  next: string | null;
}

/**
 * `POST /queue/retry`, with `{ before }` (`next` of the previous call) or without a body: puts up to 250 failed jobs back
 * into their queues, oldest first. Those that fail again become new failed jobs.
 */
export interface Retried {
  moved: number;
  /** `before` of the next call; `null`: all jobs from before the first call were put back. */
  next: string | null;
}

/** `GET /overview`: state of the service. */
export interface Overview {
  queue: QueueState;
  /** Spending of the current day (UTC). */
  spent_usd: number;
  daily_budget_usd: number;
  /** 30 days (UTC) including the current one, oldest first; API Gateway counts with a delay of some minutes. */
  requests: { date: string; requests: number }[];
  /** Only with the local runner and `--offline`: `POST /demo` adds a demo portfolio with a year of history. */
  has_demo: boolean;
}

/** `GET /costs`: costs of paid sources by day (UTC), newest first, including the current day. */
export interface Costs {
  daily_budget_usd: number;
  days: CostDay[];
}

export interface CostDay {
  date: string;
  spent_usd: number;
  /** By id of the source. */
  by_source: Record<string, number>;
}

/** `GET /back-office/config.json`, public: where and how to sign in. */
export interface SignInConfig {
  /** OpenID issuer, which has a discovery document. */
  issuer: string;
  client_id: string;
  scope: string;
  /** Logout URL of the sign-in server, if its discovery document contains none (Cognito's does not). */
  logout_url: string | null;
}

/** A change that an operator made or attempted; stored for a year. */
export interface JournalLine extends JournalEntry {
  at: string;
}

/** `GET /journal?after=<next>`: newest first, 50 at a time. */
export interface JournalPage {
  entries: JournalLine[];
  next: string | null;
}

/** `POST /domains/{domain}/snapshot` → 202, or 200 if the day already has its snapshot and nothing is queued. */
export interface AskedSnapshot {
  is_queued: boolean;
}

/** `GET /keywords`, with the parameters of the public API except `refresh`; `POST` fetches again. */
export type Keywords = KeywordsAnswer;

/** `GET /long-tail`, with the parameters of the public API except `refresh`; `POST` fetches again. */
export type LongTail = LongTailAnswer;

export type { ListedKeyword };

/** A list of keywords that only its owner sees: without duplicates, in order of addition. */
export type KeywordList = StoredList;

/** `GET /keyword-lists`: the caller's lists, the last changed one first. */
export interface KeywordLists {
  lists: ListSummary[];
}

/** `POST /keyword-lists` → 201 {@link KeywordList}. */
export interface NewKeywordList {
  name: string;
  keywords?: ListedKeyword[];
}

/** `PATCH /keyword-lists/{id}` → {@link KeywordList}. `DELETE` deletes it. */
export interface KeywordListChange {
  name?: string;
  add?: ListedKeyword[];
  /** Keywords. */
  remove?: string[];
}
