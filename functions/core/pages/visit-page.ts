import type { PageAddress } from '../platform/names/page-address.ts';
import { followRedirects } from '../platform/network/http-client.ts';
import type { ServedPage } from '../platform/network/served-page.ts';
import { type SiteAccess } from '../sources/site/site-requests.ts';
import { type HopVisit, isHomePage, visitHop } from '../sources/site/visit-hop.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';

export interface VisitServices {
  site: SiteAccess;
  reader: Pick<SiteReader, 'judgeRobots'>;
  /** Deadline, on the clock of `performance.now()`. */
  until: number;
}

export interface PageVisit extends Pick<HopVisit, 'robots' | 'verdict'> {
  /** `robots` and `verdict` are of the origin that answered. */
  served: ServedPage;
}

/**
 * Fetches one page with its redirects, each request at the pace of its site and by its robots.txt: that of a home page
 * as where its record is made, with all its redirects.
 *
 * @throws {NetworkFailure} robots_disallowed
 * @throws {NetworkFailure} where there is no response
 * @throws {ProviderUnavailable} where the site has no turn in time, or wants to be left alone
 */
export async function visitPage(address: PageAddress, services: VisitServices): Promise<PageVisit> {
  const { site, reader, until } = services;
  const send = site.paced({ leftMs: () => until - performance.now() });
  const obeyed = isHomePage(address.url) ? 'named' : 'applicable';
  let last: HopVisit | undefined;
  const served = await followRedirects(address.url, async (url) => {
    last = await visitHop(url, obeyed, { gate: site.gate, reader, send });
    return last.hop;
  });
  const { robots, verdict } = last!;
  return { served, robots, verdict };
}
