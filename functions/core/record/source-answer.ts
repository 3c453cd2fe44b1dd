import type { MetricName } from './history-values.ts';
import type { Sections, SourceStatus } from './record.ts';

/** Why a source has no answer: a stable code, a message for people, and whether asking again may help. */
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

/** The result of a source for a domain. Only `ok`, `empty` and `partial` carry sections. */
export interface SourceAnswer {
  status: SourceStatus;
  /** In a partial answer, a section that is missing keeps its last good value. */
  sections?: Partial<Sections>;
  /** HTTP status of the provider's response, where there was one. */
  http_status?: number | null;
  error?: SourceError;
  /** The failure itself shows that the domain exists, since its server answered. */
  exists?: boolean;
  /** It was not asked, but left for later: whoever asks for the domain itself need not wait until it is healed. */
  isLeft?: boolean;
  /** How long it wants to be left alone, in milliseconds, where it says so. */
  retryAfterMs?: number;
  /** Past values in any order, where the response includes them at no extra cost. */
  past?: PastValues[];
  /** Keywords of the home page, best first, where the source reads it. */
  keywords?: PageKeyword[];
  /** Price of the response, of a paid source. */
  costUsd?: number;
}

/** The properties of a source that the record shows. */
export interface SourceDescription {
  /** Stable id, as it stands in `sources` of the record. */
  id: string;
  /** Members of the record that it fills. */
  fields: (keyof Sections)[];
  /** Credit that its licence asks for. */
  attribution: string | null;
  /**
   * Data that it finds are evidence that the domain exists, so that its record is kept. A refused TLS handshake is not.
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
  /** In the normal form. */
  keyword: string;
  /** 0 to 100, of the basis `page`. */
  score: number;
  /** ISO 639 code, by the script or the page; null if unknown. */
  language: string | null;
  domain_match: { in_title: boolean; in_h1: boolean; in_description: boolean; in_url: boolean };
}
