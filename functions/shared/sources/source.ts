import type { Network } from '../network/network.ts';
import type { Sections, SourceStatus } from '../record/record.ts';

/** Why a source has no answer: a stable code, a message for people, and whether asking again may help. */
export interface SourceError {
  code: string;
  message: string;
  retryable: boolean;
}

/** What a source says of a domain. Only `ok`, `empty` and `partial` carry sections. */
export interface SourceAnswer {
  status: SourceStatus;
  sections?: Partial<Sections>;
  /** HTTP status of the answer, where there was one. */
  http_status?: number | null;
  error?: SourceError;
}

/** What sources get besides the domain. */
export interface SourceContext {
  network: Network;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A place that figures of a domain come from. The list of all stands in `index.ts`. */
export interface Source {
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
  /** Longest time that `ask` may take. */
  timeoutMs: number;
  /**
   * Asks about one domain.
   *
   * @param domain lower-case ASCII host, without `www.`
   * @returns the answer; failures that the source knows are answers too, only defects are thrown
   */
  ask(domain: string, context: SourceContext): Promise<SourceAnswer>;
}
