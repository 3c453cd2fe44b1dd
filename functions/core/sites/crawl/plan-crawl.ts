import type { CrawledPage } from '../../record/crawled-page.ts';
import { failedStatus } from '../../record/page-status.ts';
import type { StopReason } from '../store/item.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import type { CrawlAccess } from './crawl-access.ts';
import type { CrawlFiles } from './crawl-files.ts';
import { findHome, hostsOf } from './find-home.ts';
import { listSitemaps, type SiteSitemap } from './list-sitemaps.ts';
import { visitAddress } from './visit-address.ts';

/** What a crawl begins with, and goes by until it ends. */
export interface CrawlPlan {
  /** The site cannot be crawled. */
  stopReason: StopReason | null;
  /** The address that it begins at, in normal form. */
  home: string;
  hosts: string[];
  sitemap: SiteSitemap;
  /** What came of the addresses that were asked for to find the home page. */
  visited: CrawledPage[];
}

interface PlanServices {
  access: CrawlAccess;
  files: CrawlFiles;
  reader: SiteReader;
  now: () => number;
}

const NO_SITEMAP: SiteSitemap = { listed: [], found: false, isWhole: false };

/** Finds the home page of a domain, the hosts of its site, and what its sitemaps name. */
export async function planCrawl(domain: string, services: PlanServices): Promise<CrawlPlan> {
  const visited = await findHome(domain, services.files, (url, hosts) => visitAddress(url, hosts, services));
  const last = visited.at(-1)!;
  const hosts = hostsOf(new URL(last.url).hostname);
  const home = visited.find(({ url }) => hosts.includes(new URL(url).hostname))!.url;
  const stopReason = whyNotCrawled(last);
  const sitemap = stopReason ? NO_SITEMAP : await listSitemaps(last.url, hosts, services);
  return { stopReason, home, hosts, sitemap, visited };
}

/** The plan of a crawl that ends before its site could be asked for one. */
export function emptyPlan(domain: string, stopReason: StopReason): CrawlPlan {
  return { stopReason, home: `https://${domain}/`, hosts: hostsOf(domain), sitemap: NO_SITEMAP, visited: [] };
}

/** @param home what came of the home page */
function whyNotCrawled({ http_status, failure, location }: CrawledPage): StopReason | null {
  if (failure === 'robots_disallowed') return 'robots';
  if (failure === 'host_blocked') return 'blocked';
  const isPage = http_status !== null && failure === null && location === null && !failedStatus(http_status);
  return isPage ? null : 'unreachable';
}
