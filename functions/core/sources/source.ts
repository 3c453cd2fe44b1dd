import type { Network } from '../platform/network/network.ts';
import type { DataSource } from './providers/fetch-source.ts';
import type { ProviderAddress, ProviderContext } from './providers/provider-client.ts';
import type { SourceDescription } from '../record/source-answer.ts';
import type { Page, RobotsTxt, PolicyMembers } from '../record/record.ts';
import type { SharedCache } from './providers/shared-cache.ts';
import type { SiteAccess } from './site/site-requests.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';

/** The dependencies of a source. */
export interface SourceContext extends ProviderContext {
  network: Network;
  /** Parses untrusted content of websites. */
  reader: SiteReader;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Cache of lists that seldom change. */
  shared: SharedCache;
  /** Requests to the domain's hosts. */
  site: SiteAccess;
  /** Result of the source `site`, or the stored result of its last fetch; `null` if no home page was ever read. */
  crawled: Promise<CrawledSite | null>;
  /** URL of the home page after redirects; `https://<domain>/` if it was never read. */
  homeUrl: Promise<string>;
}

export interface CrawledSite {
  page: Page;
  /** Code of the failure of https, if the page was read over http; absent: not known. */
  overHttps?: string | undefined;
  /** `null`: not known. */
  robotsTxt: RobotsTxt | null;
  /** What robots.txt and the home page declare, and the files of an earlier fetch. */
  policy: Pick<PolicyMembers, 'rsl' | 'tdm'>;
}

/** A source of data about a domain. `index.ts` lists all sources. */
export interface Source extends SourceDescription, DataSource<SourceContext> {
  /** Base URL of its provider; null if it sends requests to hosts of the domain. */
  address: ProviderAddress | null;
  /** Maximum age of a value that scheduled snapshots reuse. */
  maxAgeDays: number;
  /**
   * Whether it sends further requests to hosts of the domain after the source `site`, within the rate limit of the site.
   * Batches request it later.
   */
  followsCrawl?: boolean;
  /** Whether its response contains a value for each of the last days. */
  hasDailyValues?: boolean;
  /** Whether its value is a number of remaining days, so that a snapshot requests it again on another day. */
  countsDown?: boolean;
}

/** Members of sources that send requests only to hosts of the domain. */
export const ofOwnHosts = { attribution: null, address: null, keys: [], costUsd: 0 } satisfies Partial<Source>;
