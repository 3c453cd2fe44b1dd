import type { Network } from '../network/network.ts';
import type { Askable } from '../providers/ask-source.ts';
import type { ProviderAddress, ProviderContext } from '../providers/provider-client.ts';
import type { SourceDescription } from '../record/source-answer.ts';
import type { SharedCache } from '../storage/shared-cache.ts';
import type { SiteReader } from '../website/reader/read-site.ts';

/** The dependencies of a source. */
export interface SourceContext extends ProviderContext {
  network: Network;
  /** Parses untrusted content of websites. */
  reader: SiteReader;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Cache of lists that seldom change. */
  shared: SharedCache;
  /** URL of the home page after redirects, once the crawl knows it; `https://<domain>/` where the crawl fails. */
  homeUrl: Promise<string>;
}

/** A provider of data on a domain. `index.ts` lists them all. */
export interface Source extends SourceDescription, Askable<SourceContext> {
  /** Base URL of its provider; null where it contacts hosts that callers name. */
  address: ProviderAddress | null;
  /** Scheduled snapshots reuse its last response up to this age. */
  maxAgeDays: number;
  /** Its response contains a value for each of the last days. */
  hasDailyFigures?: boolean;
}
