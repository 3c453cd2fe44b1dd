/**
 * The HTTP API of the back office's page, under `/back-office/api`. Every response is in the service's envelope; these
 * are the types of `data`. Times are UTC ISO 8601, dates `YYYY-MM-DD`.
 */
import type { KeywordsAnswer, LongTailAnswer } from '../core/keywords/answer-schema.ts';
import type { RowError, RowStatus } from '../core/batches/batch.ts';
import type { MetricName } from '../core/record/history-values.ts';
import type { PageAnswer } from '../core/record/page-record.ts';
import type { DomainAnswer, SourceReport } from '../core/record/record.ts';
import type { ListedKeyword, ListSummary, StoredList } from '../core/keywords/keyword-lists.ts';
import type { QueueName } from '../core/platform/queues/queues.ts';
import type { SiteAnswer, SitePagesAnswer } from '../core/record/site-schema.ts';

/** Operators may do everything; viewers may look and not change. */
export type Role = 'operator' | 'viewer';

/** The group of the user pool whose members are operators; all other users are viewers. */
export const OPERATORS_GROUP = 'operators';

/** `GET /session` */
export interface Session {
  /** Name of the user. */
  operator: string;
  /** Viewers get 403 `not_permitted` for all that is no `GET`, but for their own lists of keywords. */
  role: Role;
}

/** `GET /plans`; the largest quota last. */
export interface Plan {
  /** Without the stack's prefix, such as `basic`. */
  name: string;
  requests_per_second: number;
  burst: number;
  monthly_quota: number;
  /** Domains and pages that may be fetched anew a day (UTC) for an owner of keys. */
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
  /** `null`: without a plan, a key gives no access. */
  plan: string | null;
  enabled: boolean;
  /** Id of the owner, who may have several keys: batches, crawls and allowances are the owner's. */
  owner: string;
  /** The last four characters of its value; `null`: not known, of a key that was made elsewhere. */
  ends_with: string | null;
  /** Last day (UTC) of the last 90 on which it was used on its present plan; `null`: on none of them. */
  last_used_on: string | null;
  /** Time from which on it is disabled, within ten minutes; `null`: never. */
  expires_at: string | null;
  domains: KeyAllowance;
  pages: KeyAllowance;
  created_at: string;
  updated_at: string;
}

/** How much may be fetched anew a day (UTC) for the owner of a key. */
export interface KeyAllowance {
  limit_per_day: number;
  /** What is set for the owner apart from the plan; `null`: the plan's limit holds. */
  own_limit_per_day: number | null;
  /** By all keys of the owner today; `null`: could not be read, which is only so for a key that was just made. */
  used: number | null;
}

/** `GET /keys`: all keys of this stack, by name. */
export interface Keys {
  keys: Key[];
}

/** `POST /keys` with {@link NewKey} → 201; the only response with the key's value. */
export interface NewKey {
  /** 1 to 100 characters. */
  name: string;
  plan: string;
  /** At most 500 characters. */
  note?: string;
  /** The owner of another key, whose allowances it takes over; default: an owner of its own. */
  owner?: string;
  /** ISO 8601 with a zone, in the future; default: never. */
  expires_at?: string | null;
}
export interface CreatedKey extends Key {
  value: string;
}

/**
 * `POST /keys/{id}/replacement` → 201 {@link CreatedKey}: a key with another value, and the name, note, plan, owner and
 * allowances of this one, which stays as it is unless it is disabled. Its usage of the month starts at zero.
 */
export interface Replacement {
  /** Default: false. */
  disable?: boolean;
  /** Otherwise: time at which the old key is disabled, ISO 8601 with a zone; default: never. */
  old_expires_at?: string | null;
}

/**
 * `PATCH /owners/{owner}` → {@link Keys} of the owner. At least one member; `null`: the plan's limit holds. At most
 * 1,000,000,000.
 */
export interface OwnerChange {
  domains_per_day?: number | null;
  pages_per_day?: number | null;
}

/** `PATCH /keys/{id}` → {@link Key}. Moving to another plan resets its usage. `DELETE /keys/{id}` → `{}`. */
export interface KeyChange {
  enabled?: boolean;
  plan?: string;
  note?: string;
  /** As of {@link NewKey}. */
  expires_at?: string | null;
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
  /** `null`: only the name is known, no record is in the cache. */
  updated_at: string | null;
  seo_score: number | null;
  /** Report of the source that the score is of; `null` if it was never asked. */
  score_source: SourceReport | null;
  complete: boolean | null;
  /** Ids of sources whose last try failed. */
  failed_sources: string[];
  followed: boolean;
  blocked: boolean;
}

/** `GET /domains/{domain}/pages?after=<next>`: stored single pages of a domain, some hundred at a time. */
export interface PageSummary {
  url: string;
  updated_at: string;
  seo_score: number | null;
  http_status: number | null;
  title: string | null;
  /** Whether robots.txt allows the page; `null`: not known. */
  allowed: boolean | null;
  /** The last try to read it failed. */
  failed: boolean;
}
export interface Pages {
  pages: PageSummary[];
  next: string | null;
}

/** `GET /pages?url=` (404 where it is not stored), and `POST /pages` with {@link WantedPage} → `data` of `/api/v1/seo/page`; it takes nothing of an allowance. */
export interface WantedPage {
  url: string;
  /** Default: false. */
  refresh?: boolean;
}
export type Page = PageAnswer;

/**
 * `GET /domains/{domain}/site`; `POST` with {@link WantedCrawl} → 202: begins a crawl, for which nothing of an allowance is
 * taken, unless one is under way or the last one does; `DELETE` stops the one that is under way, whosever it is.
 */
export interface SiteState {
  /** `data` of `/api/v1/seo/site`; `null`: the site was never crawled. */
  audit: SiteAnswer | null;
  /** Pages that a crawl may have at most. */
  most_pages: number;
}
export interface WantedCrawl {
  /** Default: 500. */
  pages?: number;
  /** Crawl the site anew, whatever is known of it. Default: false. */
  refresh?: boolean;
}

/**
 * `GET /domains/{domain}/site/pages?search=…`: parameters and answer are those of `/api/v1/seo/site/pages`, CSV too;
 * `search` is what stands in the address or title of the pages, in any case, up to 200 characters.
 */
export type SitePages = SitePagesAnswer;

/** A domain in the list. */
export interface DomainRow {
  domain: string;
  domain_unicode: string;
  /** `null`: only the name is known, no record is in the cache. */
  updated_at: string | null;
  seo_score: number | null;
  /** Where the score is of an earlier fetch: the time of that; otherwise `null`. */
  score_of: string | null;
  /** Code of what went wrong when the page was last asked for; `null`: nothing. */
  score_error: string | null;
  tranco_rank: number | null;
  /** Estimated visits from search engines a month. */
  organic_etv: number | null;
  /** Ends of the certificate and of the registration. */
  tls_valid_to: string | null;
  registration_expires_at: string | null;
  /** Score and Tranco rank of days before `updated_at`, about one a week for three months, oldest first; `null`: not known yet. */
  past: PastFigures[] | null;
  /** Number of sources whose last try failed; `null`: not known. */
  failed_sources: number | null;
  /** Kinds of issues that the last crawl of the site found; `null`: it was not crawled. */
  site: { ended_at: string; errors: number; warnings: number } | null;
  tags: string[];
  followed: boolean;
  blocked: boolean;
}

export type PastFigures = [date: string, seo_score: number | null, tranco_rank: number | null];

/** `GET /domains?after=<next>`: by name, up to 2,500 at a time. */
export interface Domains {
  domains: DomainRow[];
  next: string | null;
}

/**
 * `POST /domains/changes` → {@link ChangedDomains}: tags domains of the list, and has them followed or not. At least one
 * change.
 */
export interface DomainChanges {
  /** 1 to 1,000. */
  domains: string[];
  /** At most 10 of up to 40 characters, in any case; a domain has at most 20. */
  add_tags?: string[];
  remove_tags?: string[];
  /** Default: as it is. */
  follow?: boolean;
}
export interface ChangedDomains {
  /** They would have too many tags, or are not listed. */
  not_tagged: string[];
  /** They are blocked, or as many as allowed are followed. */
  not_followed: string[];
}

/** `GET /comparison?domains=<names>&range=90d`: what is stored of two to ten domains, with commas between. */
export interface Comparison {
  /** The window of the snapshots. */
  from: string;
  to: string;
  /** In the order in which they were asked for. */
  domains: ComparedDomain[];
}
export interface ComparedDomain {
  domain: string;
  domain_unicode: string;
  /** `null`: no record is in the cache. */
  updated_at: string | null;
  /** The newest that are known; `null` as a whole: there is no record. */
  figures: Record<MetricName, number | null> | null;
  /** `null`: the home page was never judged. */
  failed_audits: { id: string; title: string }[] | null;
  /** Newest first, up to 400. */
  snapshots: ComparedSnapshot[];
  truncated: boolean;
}
export type ComparedSnapshot = { captured_at: string; site_status: string | null } & Record<MetricName, number | null>;

/** Background work for a domain. */
export type Activity = 'idle' | 'waiting' | 'running';

/** `GET /domains/{domain}` */
export interface DomainDetails extends DomainSummary {
  /** `data` of `/api/v1/seo/query`; `null` if no record is in the cache. */
  record: DomainAnswer | null;
  next_snapshot_at: string | null;
  last_asked_on: string | null;
  activity: Activity;
  /** Why the refresh that an operator last asked for came to nothing; it is kept for a quarter of an hour. */
  failure: WorkFailure | null;
}

export interface WorkFailure {
  /** Code and message of the error that a query with `refresh=1` would have had. */
  code: string;
  message: string;
  /** Whether asking again may succeed. */
  retryable: boolean;
  failed_at: string;
}

/**
 * `GET /domains/{domain}/history?range=90d&limit=1000` → `data` of `/api/v1/seo/history`.
 * `POST /domains/{domain}/refresh` → 202 `{}`, and `/snapshot` → 202 {@link AskedSnapshot}: done in the background;
 * `activity` shows the progress.
 * `POST /domains/{domain}/block` and `/unblock` → `{}`.
 * `DELETE /domains/{domain}` → `{}`: deletes all that is stored of it, except its block.
 */

/**
 * `POST /batches` with {@link NewBatch} → 202 {@link Batch}, or 200 where nothing is left; `GET /batches/{id}` and `DELETE
 * /batches/{id}` → {@link Batch}. Parameters, headers and answers are those of `/api/v1/seo/batches`, CSV too. The batches
 * belong to the owner `operator`, who has no allowance.
 */
export interface NewBatch {
  /** 1 to 1,000, any form of a domain. */
  domains: string[];
  /** Default: false. */
  refresh?: boolean;
  /** Members of `data`; default: all. */
  fields?: string[];
  /** Ask paid sources too. Default: false. */
  paid?: boolean;
}

export interface Batch {
  /** `null`: nothing is left to do, all of it is in this answer, and nothing of it is stored. */
  batch_id: string | null;
  created_at: string;
  expires_at: string | null;
  totals: { domains: number } & Record<RowStatus, number>;
  /** Whole seconds; `null`: nothing changes any more. */
  poll_after_seconds: number | null;
  items: BatchItem[];
  next_cursor: string | null;
}

export interface BatchItem {
  /** As it was given; `null`: the domain was deleted since. */
  input: string | null;
  /** `null`: the line is no domain. */
  domain: string | null;
  status: RowStatus;
  error: RowError | null;
  /** The chosen members of `data` of `/api/v1/seo/query`, with the sources that fill them; `pending`: those that are still being asked. `null`: nothing is known. */
  data: ({ sources: SourceReport[]; pending: string[] } & Record<string, unknown>) | null;
}

/** `GET /queue`. Counts of AWS's queues are approximate. */
export interface QueueState {
  /** Followed domains. */
  followed: number;
  /** Domains whose snapshot is due and not queued yet. */
  due: number;
  waiting: number;
  running: number;
  /** Messages whose work failed each time: those that are kept, counted up to 1,000, and those still in their queue. */
  dead_letters: number;
  /** There are more than were counted. */
  more_dead_letters: boolean;
}

/**
 * A message whose work failed each time, kept for 30 days. `POST /queue/dead-letters/retry` with {@link NamedLetter} → `{}`:
 * puts it back into its queue. `POST /queue/dead-letters/drop` with {@link NamedLetter} → `{}`.
 */
export interface DeadLetter {
  id: string;
  queue: QueueName;
  /** Kind of the work, such as `snapshot`; `null`: the message says none. */
  task: string | null;
  /** Which the work was about; `null`: about none, or about several. */
  domain: string | null;
  /** Code of the error at the last try; `null`: the worker ended without saying why, or ran out of time. */
  why: string | null;
  /** When it was put into its queue. */
  sent_at: string;
  given_up_at: string;
}
export interface NamedLetter {
  id: string;
}

/** `GET /queue/dead-letters?after=<next>`: newest first, 25 at a time. */
export interface DeadLetters {
  letters: DeadLetter[];
  next: string | null;
}

/**
 * `POST /queue/retry`, with {@link RetryAll} or without a body: puts dead letters back into their queues, the oldest first,
 * up to 250. Those that fail again come back as new ones.
 */
export interface RetryAll {
  /** `next` of the call before. */
  before?: string;
}
export interface Retried {
  moved: number;
  /** For the call that goes on; `null`: all were put back that had been sent before the first call. */
  next: string | null;
}

/** `GET /overview`: what the service does. */
export interface Overview {
  queue: QueueState;
  /** Of the current day (UTC). */
  spent_usd: number;
  daily_budget_usd: number;
  /** Of 30 days (UTC) including the current one, oldest first; API Gateway counts with a delay of some minutes. */
  requests: { date: string; requests: number }[];
}

/** `GET /costs`: costs of paid sources by day (UTC), newest first, including the current day. */
export interface Costs {
  daily_budget_usd: number;
  days: CostDay[];
}

export interface CostDay {
  date: string;
  spent_usd: number;
  /** By the source's id. What is missing to `spent_usd` was spent before costs were told apart. */
  by_source: Record<string, number>;
}

/** `GET /back-office/config.json`, public: where and how to sign in. */
export interface SignInConfig {
  /** OpenID issuer, which has a discovery document. */
  issuer: string;
  client_id: string;
  scope: string;
  /** Logout URL of the sign-in server, if its discovery document has none (Cognito's has none). */
  logout_url: string | null;
}

/** A change that an operator made, or tried to make; kept for a year. */
export interface JournalLine {
  id: string;
  at: string;
  operator: string;
  /** Method and path of the call, such as `POST domains/{domain}/block`. */
  action: string;
  /** Id or name of what it was about; `null`: of nothing in particular. */
  about: string | null;
  /** `done`, or the code of the error; `null`: it ended in between. */
  outcome: string | null;
}

/** `GET /journal?after=<next>`: newest first, 50 at a time. */
export interface JournalPage {
  entries: JournalLine[];
  next: string | null;
}

/** Of `POST /domains/{domain}/snapshot`; 200 where the day has its snapshot already, and nothing is queued. */
export interface AskedSnapshot {
  is_queued: boolean;
}

/** `GET /keywords`, with the parameters of the public interface but `refresh`; `POST` asks anew. */
export type Keywords = KeywordsAnswer;

/** `GET /long-tail`, with the parameters of the public interface but `refresh`; `POST` asks anew. */
export type LongTail = LongTailAnswer;

export type { ListedKeyword };

/** A list of keywords that its owner alone sees: each once, in the order in which they were added. */
export type KeywordList = StoredList;

/** `GET /keyword-lists`: those of the caller, the one that was changed last first. */
export interface KeywordLists {
  lists: ListSummary[];
}

/** `POST /keyword-lists`; answered 201 with the {@link KeywordList}. */
export interface NewKeywordList {
  name: string;
  keywords?: ListedKeyword[];
}

/** `PATCH /keyword-lists/{id}`; answered with the {@link KeywordList}. `DELETE` deletes it. */
export interface KeywordListChange {
  name?: string;
  add?: ListedKeyword[];
  /** Keywords. */
  remove?: string[];
}
