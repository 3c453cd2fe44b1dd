import type { Network } from '../network/network.ts';
import type { Askable } from '../providers/ask-source.ts';
import type { ProviderAddress, ProviderContext } from '../providers/provider-client.ts';
import type { SourceDescription } from '../record/source-answer.ts';
import type { SharedCache } from '../storage/shared-cache.ts';
import type { SiteReader } from '../website/reader/read-site.ts';

/** What sources get besides the domain. */
export interface SourceContext extends ProviderContext {
  network: Network;
  /** Reads what strangers have sent. */
  reader: SiteReader;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Lists that change seldom. */
  shared: SharedCache;
  /** The home page's address after redirects, as soon as the crawl knows it; `https://<domain>/` where it cannot. */
  homeUrl: Promise<string>;
}

/** A place that figures of a domain come from. The list of all stands in `index.ts`. */
export interface Source extends SourceDescription, Askable<SourceContext> {
  /** Where its provider is asked; null where it asks hosts that callers name. */
  address: ProviderAddress | null;
  /** How old its answer may be in a scheduled snapshot. */
  maxAgeDays: number;
  /** Its answer holds a figure for each of the last days. */
  hasDailyFigures?: boolean;
}
