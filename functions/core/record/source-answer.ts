import type { MetricName } from './history-values.ts';
import type { Sections, SourceStatus } from './record.ts';

/** Error of a source: a stable code, a description, and whether a retry may succeed. */
export interface SourceError {
  code: string;
  message: string;
  retryable: boolean;
}

/** A past value that a source returns besides the current one. */
export interface PastValues {
  /** `YYYY-MM-DD` */
  date: string;
  values: Partial<Record<MetricName, number>>;
}

/** The result of a source for a domain. Only `ok`, `empty` and `partial` have sections. */
export interface SourceAnswer {
  status: SourceStatus;
  /** In a partial answer, a section that is missing keeps its last good value. */
  sections?: Partial<Sections>;
  /** HTTP status of the provider's response, if there was one. */
  http_status?: number | null;
  error?: SourceError;
  /** Whether the failure itself proves that the domain exists, since its server responded. */
  exists?: boolean;
  /** Whether the request was left for later, so that a query of the domain may make it without waiting for a retry. */
  isLeft?: boolean;
  /** Milliseconds of the response's `Retry-After`. */
  retryAfterMs?: number;
  /** Past values in any order, if the response includes them at no extra cost. */
  past?: PastValues[];
  /** Code of the failure of https, if the source read the home page over http. */
  overHttps?: string;
  /** Keywords of the home page, highest score first, if the source reads it. */
  keywords?: PageKeyword[];
  /** Price of the response of a paid source. */
  costUsd?: number;
}

/** The properties of a source that the record shows. */
export interface SourceDescription {
  /** Stable id in `sources` of the record. */
  id: string;
  /** Members of the record that it fills. */
  fields: (keyof Sections)[];
  /** Credit that its licence requires. */
  attribution: string | null;
  /**
   * Whether its data is evidence that the domain exists, so that the record is stored. A refused TLS handshake is not.
   */
  isEvidence: boolean;
}

/** The result of one source, with its duration. */
export interface SourceResult<Source extends SourceDescription = SourceDescription> {
  source: Source;
  answer: SourceAnswer;
  durationMs: number;
}

/** A phrase that describes the content of a page. */
export interface PageKeyword {
  /** In normal form. */
  keyword: string;
  /** Score from 0 to 100 with the basis `page`. */
  score: number;
  /** ISO 639 code, from the script or the page; null if unknown. */
  language: string | null;
  domain_match: { in_title: boolean; in_h1: boolean; in_description: boolean; in_url: boolean };
}
