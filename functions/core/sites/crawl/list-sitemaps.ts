import { NetworkFailure } from '../../platform/network/failures.ts';
import { followRedirects } from '../../platform/network/http-client.ts';
import { SITEMAP_BYTES, unpackSitemap, webAddresses } from '../../sources/site/sitemaps.ts';
import { visitHop } from '../../sources/site/visit-hop.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import { MOST_KNOWN } from '../graph/frontier.ts';
import type { SitemapList } from '../../analysis/sitemap.ts';
import type { CrawlAccess } from './crawl-access.ts';
import type { CrawlFiles } from './crawl-files.ts';

/** Files of sitemaps that are read. */
const MAX_FILES = 50;
const FILE_MS = 20_000;

/** What the sitemaps of a site name. */
export interface SiteSitemap {
  /** Pages of the site, in normal form and in the order of the files. */
  listed: string[];
  /** There is a sitemap. */
  found: boolean;
  /** There is one, and all of it could be read. */
  isWhole: boolean;
}

interface SitemapServices {
  access: CrawlAccess;
  files: CrawlFiles;
  reader: SiteReader;
  now: () => number;
}

/** A file that was asked for: `null` where it is no sitemap, or did not answer. */
interface AskedFile {
  list: SitemapList | null;
}

/**
 * Reads the sitemaps of a site: those that robots.txt names, else `/sitemap.xml`, else `/sitemap_index.xml`, and what
 * they name in turn. Each file is asked for once, however often this is called for the crawl.
 *
 * @param home address of the home page
 */
export async function listSitemaps(
  home: string,
  hosts: readonly string[],
  { access, files, reader, now }: SitemapServices,
): Promise<SiteSitemap> {
  const robots = await access.gate.reach(new URL(home), () => Promise.reject(new Error('It was read with the page')));
  const { robotsTxt } = await reader.readRobots(robots, home);
  const named = webAddresses(robotsTxt.sitemaps, home);
  const waiting = named.length > 0 ? named : [new URL('/sitemap.xml', home).href];
  const asked = new Set<string>();
  const listed = new Set<string>();
  let found = false;
  let isWhole = true;

  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (asked.has(url)) continue;
    if (asked.size === MAX_FILES || listed.size >= MOST_KNOWN) {
      isWhole = false;
      break;
    }
    const address = url;
    const { list } = await files.remember(`sitemap ${asked.size}`, () => askFile(address));
    asked.add(url);
    if (!list && named.length === 0 && asked.size === 1) waiting.push(new URL('/sitemap_index.xml', home).href);
    else if (!list || list.truncated) isWhole = false;
    found ||= list !== null;
    for (const page of list?.pages ?? []) if (listed.size < MOST_KNOWN) listed.add(page);
    waiting.push(...webAddresses(list?.children ?? [], url));
  }
  return { listed: [...listed], found, isWhole: found && isWhole };

  async function askFile(url: string): Promise<AskedFile> {
    const until = performance.now() + FILE_MS;
    const limits = { maxBytes: SITEMAP_BYTES, timeoutMs: FILE_MS, accept: '*/*' };
    try {
      const answer = await followRedirects(url, async (hop) => {
        return (await visitHop(hop, 'applicable', { ...access, reader }, limits)).hop;
      });
      if (answer.status !== 200) return { list: null };
      const { body, truncated } = await unpackSitemap(answer, until);
      return { list: await reader.listSitemap(body, now(), truncated, hosts) };
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      return { list: null };
    }
  }
}
