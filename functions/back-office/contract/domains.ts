import * as z from 'zod';
import { rangeParameter } from '../../core/domains/history/request.ts';
import type { HistoryAnswer } from '../../core/domains/history/read-history.ts';
import { ofLength, wholeNumberParameter } from '../../core/platform/http/parameters.ts';
import { rule } from '../../core/platform/http/rules.ts';
import { domainParameter } from '../../core/platform/names/address-parameters.ts';
import type { ListedSite } from '../../core/domains/schedule/stored-row.ts';
import type { DomainAnswer, SourceReport } from '../../core/record/record.ts';
import { type Entries, type HostServices, typeOnly } from './entry.ts';

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
  /** Values of the last crawl; `null`: it was not crawled. */
  site: ListedSite | null;
  tags: string[];
}

export type PastMetrics = [date: string, seo_score: number | null, tranco_rank: number | null];

export interface Domains {
  domains: DomainRow[];
  next: string | null;
}

export interface ChangedDomains {
  /** Domains that would have too many tags, or are not listed. */
  not_tagged: string[];
  /** Domains that are blocked, or exceed the limit of followed domains. */
  not_followed: string[];
}

const MAX_TAG_LENGTH = 40;
const tag = z
  .string(rule('text'))
  .trim()
  .refine(...ofLength(MAX_TAG_LENGTH));
const tags = z
  .array(tag, rule('tag_list'))
  .max(10, rule('max_tags'))
  .default([])
  .transform((given) => [...new Set(given)]);

const domainChanges = ({ isReachable }: HostServices) =>
  z
    .strictObject(
      {
        domains: z
          .array(domainParameter(isReachable), rule('domain_list'))
          .min(1, rule('one_domain'))
          .max(1_000, rule('max_domains')),
        /** A domain has at most 20. */
        add_tags: tags,
        remove_tags: tags,
        /** Default: unchanged. */
        follow: z.boolean(rule('boolean')).optional(),
      },
      rule('json_object'),
    )
    .refine(
      ({ add_tags, remove_tags, follow }) => add_tags.length + remove_tags.length > 0 || follow !== undefined,
      rule('tags_or_follow'),
    );
export type DomainChanges = z.input<ReturnType<typeof domainChanges>>;

const listParameters = z.object({ after: z.string(rule('text')).max(253, rule('max_characters')).optional() });

/** The list of domains, and changes to many of them at once. */
export const domainListContract = {
  /** By name, up to 2,500 per response. */
  domains: { method: 'GET', pattern: 'domains', query: listParameters, answer: typeOnly<Domains>() },
  /** Changes the tags of listed domains, and follows or unfollows them. At least one change is required. */
  changeDomains: {
    method: 'POST',
    pattern: 'domains/changes',
    body: domainChanges,
    answer: typeOnly<ChangedDomains>(),
  },
} as const satisfies Entries;

/** Background work for a domain. */
export type Activity = 'idle' | 'waiting' | 'running';

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

export interface AskedSnapshot {
  is_queued: boolean;
}

/**
 * Maximum number of snapshots of a domain that are read at once: more than those of a year, as a day has a scheduled one
 * and one with the rank of the Tranco list, and weeks of CrUX and refreshes add some.
 */
export const MAX_SNAPSHOTS = 1_000;

const historyParameters = z.object({
  range: rangeParameter,
  limit: wholeNumberParameter({
    name: 'Maximum number of snapshots in the response',
    min: 1,
    max: MAX_SNAPSHOTS,
    default: 100,
  }),
});

/** One domain each. What is queued is background work, of which `activity` is the state. */
export const domainContract = {
  domain: { method: 'GET', pattern: 'domains/{domain}', answer: typeOnly<DomainDetails>() },
  /** As `data` of `/api/v1/seo/history`. */
  history: {
    method: 'GET',
    pattern: 'domains/{domain}/history',
    query: historyParameters,
    answer: typeOnly<HistoryAnswer>(),
  },
  /** 202: queued. */
  refresh: { method: 'POST', pattern: 'domains/{domain}/refresh', answer: typeOnly<object>() },
  /** 202: queued, or 200 if the day already has its snapshot and nothing is queued. */
  takeSnapshot: { method: 'POST', pattern: 'domains/{domain}/snapshot', answer: typeOnly<AskedSnapshot>() },
  block: { method: 'POST', pattern: 'domains/{domain}/block', answer: typeOnly<object>() },
  unblock: { method: 'POST', pattern: 'domains/{domain}/unblock', answer: typeOnly<object>() },
  /** Deletes all stored data of the domain, except its block. */
  deleteDomain: { method: 'DELETE', pattern: 'domains/{domain}', answer: typeOnly<object>() },
} as const satisfies Entries;
