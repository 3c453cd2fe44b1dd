import type { PageKeyword } from '../keywords/page-keyword.ts';
import type { Sections, SourceStatus } from './record.ts';

/** Why a source has no answer: a stable code, a message for people, and whether asking again may help. */
export interface SourceError {
  code: string;
  message: string;
  retryable: boolean;
}

/** A figure of the past that a source gives besides its present one. */
export interface PastFigures {
  /** `YYYY-MM-DD` */
  date: string;
  figures: Partial<Record<'tranco_rank' | 'open_page_rank' | 'organic_etv' | 'organic_count' | 'lcp_p75_ms', number>>;
}

/** What a source says of a domain. Only `ok`, `empty` and `partial` carry sections. */
export interface SourceAnswer {
  status: SourceStatus;
  sections?: Partial<Sections>;
  /** HTTP status of the answer, where there was one. */
  http_status?: number | null;
  error?: SourceError;
  /** The past, oldest or newest first, where the answer holds it free of charge. */
  past?: PastFigures[];
  /** What the home page is about, best first, where the source has read it. */
  keywords?: PageKeyword[];
  /** What the answer has cost, where it costs. */
  costUsd?: number;
}

/** What the record says of a source itself. */
export interface SourceDescription {
  /** Stable id, as it stands in `sources` of the record. */
  id: string;
  /** Members of the record that it fills. */
  fields: (keyof Sections)[];
  /** Credit that its licence asks for. */
  attribution: string | null;
  /**
   * Something that it finds shows that there is a domain worth keeping a record of. A server that merely refuses a
   * handshake shows nothing.
   */
  isEvidence: boolean;
}

/** What came of asking one source. */
export interface SourceResult<Source extends SourceDescription = SourceDescription> {
  source: Source;
  answer: SourceAnswer;
  durationMs: number;
}
