import { pageAddress } from '../../platform/names/page-address.ts';
import { parseSitemap } from './parse-sitemap.ts';

/** What a sitemap file names. */
export interface SitemapList {
  /** Pages of the site, in normal form and in their order, each once. */
  pages: string[];
  /** Other sitemaps, as written. */
  children: string[];
  /** It has, or may have, more entries than were read. */
  truncated: boolean;
}

/**
 * Lists the pages of a site that a sitemap file names. Addresses of other hosts are passed over, as by search engines.
 *
 * @param hosts those of the site, in lower-case ASCII
 * @returns `null` where it is not a sitemap
 * @see https://www.sitemaps.org/protocol.html#location
 */
export function listSitemap(
  body: Uint8Array[],
  now: number,
  clipped: boolean,
  hosts: readonly string[],
): SitemapList | null {
  const pages = new Set<string>();
  const parsed = parseSitemap(body, now, clipped, (written) => {
    const address = pageAddress(written);
    if (!('problem' in address) && hosts.includes(new URL(address.url).hostname)) pages.add(address.url);
  });
  return parsed && { pages: [...pages], children: parsed.children, truncated: parsed.truncated };
}
