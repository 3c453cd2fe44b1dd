import type { SiteResult } from '../../record/site-audit.ts';
import { orphans } from '../issues/sitemaps.ts';
import type { Site, SitePage } from '../site/site.ts';

/**
 * Counts what sitemaps list. What could not be read is not called unfit for the index.
 *
 * @param listed addresses that the sitemaps list
 */
export function sitemapCounts(site: Site, listed: ReadonlySet<string>): NonNullable<SiteResult['sitemap']> {
  const pages = site.pages.filter((page) => page.in_sitemap);
  const isUnfit = ({ reason }: SitePage) => reason !== null && reason !== 'unknown';
  return {
    listed: listed.size,
    crawled: pages.length,
    not_linked: orphans(site).length,
    not_indexable: pages.filter(isUnfit).length,
  };
}
