import type { PageKeyword } from '../keywords/page-phrases.ts';
import type { Network } from '../network/network.ts';
import type { Sections, SourceStatus } from '../record/record.ts';
import type { SourceKey, SourceKeys } from './keys.ts';
import type { SiteReader } from './site/read-site.ts';
import type { ProviderClient } from './provider-client.ts';

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

/** What sources get besides the domain. */
export interface SourceContext {
  network: Network;
  /** Reads what strangers have sent. */
  reader: SiteReader;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** HTTP for the providers' own addresses, at the pace that they ask for. */
  http: ProviderClient;
  /**
   * A provider's list that changes seldom, shared by all instances.
   *
   * @param load fetches it anew; what it throws is thrown, and nothing is kept
   */
  shared: <Value>(name: string, maxAgeMs: number, load: () => Promise<Value>) => Promise<Value>;
  /** Base URL (scheme, host, port) of a provider, or what the operator has set instead, such as `TRANCO_URL`. */
  baseUrl: (setting: string, provider: string) => string;
  keys: SourceKeys;
  /** The home page's address after redirects, as soon as the crawl knows it; `https://<domain>/` where it cannot. */
  homeUrl: Promise<string>;
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
  /** Keys without which it is not configured. */
  keys: SourceKey[];
  /** How old its answer may be in a scheduled snapshot. */
  maxAgeDays: number;
  /** Longest time that a request waits for it; 0 where it is always asked in the background. */
  inlineMs: number;
  /** Longest time that it takes in the background, where it goes on when `inlineMs` is over. */
  backgroundMs: number;
  /** What one question costs at most; 0 is free. */
  costUsd: number;
  /**
   * Asks about one domain.
   *
   * @param domain lower-case ASCII host, without `www.`
   * @returns the answer; failures that the source knows are answers too, only defects are thrown
   */
  ask(domain: string, context: SourceContext): Promise<SourceAnswer>;
}
