import type { DomainRecord, SourceReport } from './record.ts';

/** What a list of domains shows of a record. */
export interface RecordRow {
  /** ISO 8601 time at which the record was last fetched. */
  updatedAt: string;
  score: number | null;
  /** Where the score is of an earlier fetch: the ISO 8601 time of that; otherwise `null`. */
  scoreOf: string | null;
  /** Code of what went wrong when the page was last asked for; `null`: nothing. */
  scoreError: string | null;
  /** Tranco rank. */
  rank: number | null;
  /** Estimated visits from search engines a month. */
  visits: number | null;
  /** ISO 8601 times at which the certificate and the registration end. */
  certificateEnds: string | null;
  registrationEnds: string | null;
  /** Number of sources whose last try failed. */
  failed: number;
}

export function rowOf(record: DomainRecord, updatedAt: string): RecordRow {
  const { seo_score, sources, popularity, organic, tls, registration } = record;
  const source = sources.find(({ fields }) => fields.includes('seo_score'));
  return {
    updatedAt,
    score: seo_score,
    scoreOf: (source?.from_cache && source.fetched_at) || null,
    scoreError: source?.error?.code ?? null,
    rank: popularity.tranco?.rank ?? null,
    visits: organic?.etv ?? null,
    certificateEnds: tls?.valid_to ?? null,
    registrationEnds: registration?.expires_at ?? null,
    failed: sources.filter(hasFailed).length,
  };
}

/** Of sources that were not to be asked: it is no failure that they were not. */
const NOT_TO_BE_ASKED = ['disabled', 'paid_not_requested'];

/** Whether the last try to ask a source failed, at least in part. One that is switched off, or cannot know, has not. */
export function hasFailed({ status, error }: Pick<SourceReport, 'status' | 'error'>): boolean {
  return error !== null && !NOT_TO_BE_ASKED.includes(error.code) && status !== 'unsupported';
}
