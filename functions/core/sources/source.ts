import type { Network } from '../platform/network/network.ts';
import type { Askable } from './providers/ask-source.ts';
import type { ProviderAddress, ProviderContext } from './providers/provider-client.ts';
import type { SourceDescription } from '../record/source-answer.ts';
import type { Page, RobotsTxt } from '../record/record.ts';
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
  /** What the crawl has read, or else what is stored of the last one; `null` where no home page was ever read. */
  crawled: Promise<CrawledSite | null>;
  /** URL of the home page after redirects; `https://<domain>/` where it was never read. */
  homeUrl: Promise<string>;
}

export interface CrawledSite {
  page: Page;
  /** `null`: not known. */
  robotsTxt: RobotsTxt | null;
}

/** A provider of data on a domain. `index.ts` lists them all. */
export interface Source extends SourceDescription, Askable<SourceContext> {
  /** Base URL of its provider; null where it contacts hosts of the domain. */
  address: ProviderAddress | null;
  /** Scheduled snapshots reuse its last response up to this age. */
  maxAgeDays: number;
  /**
   * It sends requests of its own to hosts of the domain, after the crawl and at the site's pace. A batch leaves it for
   * later.
   */
  followsCrawl?: boolean;
  /** Its response contains a value for each of the last days. */
  hasDailyValues?: boolean;
  /** It counts the days until something: a snapshot has it asked again where its value is of another day. */
  countsDown?: boolean;
}
