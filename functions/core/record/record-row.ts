import type { DomainRecord, SourceReport } from './record.ts';

/** The values of a record in a list of domains. */
export interface RecordRow {
  /** ISO 8601 time at which the record was last fetched. */
  updatedAt: string;
  score: number | null;
  /** ISO 8601 time of the score if it is from an earlier fetch; otherwise `null`. */
  scoreOf: string | null;
  /** Code of the error of the last request to the page; `null`: no error. */
  scoreError: string | null;
  /** Whether the home page is excluded from search engines, by a directive or by robots.txt. */
  isExcluded: boolean;
  /** Tranco rank. */
  rank: number | null;
  /** Estimated visits from search engines per month. */
  visits: number | null;
  /** ISO 8601 times at which the certificate and the registration expire. */
  certificateEnds: string | null;
  registrationEnds: string | null;
  /** Number of sources whose last request failed. */
  failed: number;
}

/** Id of the audit that fails if no search engine may index the page. */
export const CRAWLABLE = 'is-crawlable';

export function rowOf(record: DomainRecord, updatedAt: string): RecordRow {
  const { seo_score, audit, sources, popularity, organic, tls, registration } = record;
  const source = sources.find(({ fields }) => fields.includes('seo_score'));
  return {
    updatedAt,
    score: seo_score,
    scoreOf: (source?.from_cache && source.fetched_at) || null,
    scoreError: source?.error?.code ?? null,
    isExcluded: audit?.audits.some(({ id, status }) => id === CRAWLABLE && status === 'fail') ?? false,
    rank: popularity.tranco?.rank ?? null,
    visits: organic?.etv ?? null,
    certificateEnds: tls?.valid_to ?? null,
    registrationEnds: registration?.expires_at ?? null,
    failed: sources.filter(hasFailed).length,
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
