import type { Audit, DomainRecord, SourceReport } from './record.ts';

/** The values of a record in a list of domains. */
export interface RecordRow {
  /** ISO 8601 time at which the record was last fetched. */
  updated_at: string;
  seo_score: number | null;
  /** ISO 8601 time of the score if it is from an earlier fetch; otherwise `null`. */
  score_of: string | null;
  /** Code of the error of the last request to the page; `null`: no error. */
  score_error: string | null;
  /** Whether the home page is excluded from search engines, by a directive or by robots.txt; `null`: see {@link isExcludedBy}. */
  excluded: boolean | null;
  /** Tranco rank. */
  tranco_rank: number | null;
  /** Estimated visits from search engines per month. */
  organic_etv: number | null;
  /** ISO 8601 times at which the certificate and the registration expire. */
  tls_valid_to: string | null;
  registration_expires_at: string | null;
  /** Number of sources whose last request failed. */
  failed_sources: number;
}

/** The row of a domain whose record is not stored. */
export const UNKNOWN_ROW = {
  updated_at: null,
  seo_score: null,
  score_of: null,
  score_error: null,
  excluded: null,
  tranco_rank: null,
  organic_etv: null,
  tls_valid_to: null,
  registration_expires_at: null,
  failed_sources: null,
};

/** Id of the audit that fails if no search engine may index the page. */
export const CRAWLABLE = 'is-crawlable';
/** Id of the audit that fails without items if robots.txt could not be read, and with invalid lines otherwise. */
const ROBOTS_TXT = 'robots-txt';

/**
 * Returns whether the home page is excluded from search engines, by a directive or by robots.txt.
 *
 * @param failed failed audits; absent: the page was not read
 * @returns `null`: not known, since the page was not read, or no directive excludes it and robots.txt was not read
 */
export function isExcludedBy(
  failed: readonly Pick<Audit['audits'][number], 'id' | 'items_total'>[] | null | undefined,
): boolean | null {
  if (!failed) return null;
  if (failed.some(({ id }) => id === CRAWLABLE)) return true;
  return failed.some(({ id, items_total }) => id === ROBOTS_TXT && items_total === 0) ? null : false;
}

export function rowOf(record: DomainRecord, updatedAt: string): RecordRow {
  const { seo_score, audit, sources, popularity, organic, tls, registration } = record;
  const source = sources.find(({ fields }) => fields.includes('seo_score'));
  return {
    updated_at: updatedAt,
    seo_score: seo_score,
    score_of: (source?.from_cache && source.fetched_at) || null,
    score_error: source?.error?.code ?? null,
    excluded: isExcludedBy(audit?.audits.filter(({ status }) => status === 'fail')),
    tranco_rank: popularity.tranco?.rank ?? null,
    organic_etv: organic?.etv ?? null,
    tls_valid_to: tls?.valid_to ?? null,
    registration_expires_at: registration?.expires_at ?? null,
    failed_sources: sources.filter(hasFailed).length,
  };
}

/** Codes of sources that were deliberately not requested, which is not a failure. */
const NOT_REQUESTED = ['disabled', 'paid_not_requested', 'budget_spent'];

/**
 * Whether the last request to a source failed, at least in part. Sources that are disabled, unsupported or skipped for
 * the budget have not failed.
 */
export function hasFailed({ status, error }: Pick<SourceReport, 'status' | 'error'>): boolean {
  return error !== null && !NOT_REQUESTED.includes(error.code) && status !== 'unsupported';
}
