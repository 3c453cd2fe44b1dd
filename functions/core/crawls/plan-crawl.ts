import type { CrawledPage } from '../record/crawled-page.ts';
import { failedStatus } from '../sources/site/judge-page.ts';
import type { AddressLists, StopReason } from './store/item.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';
import type { CrawlAccess, CrawlFiles } from './crawl-access.ts';
import { visitAddress } from './visit-address.ts';
import { followRedirects, MAX_REDIRECTS } from '../platform/network/http-client.ts';
import { CLOSED, NO_HTTPS } from '../sources/site/home-page.ts';
import { NetworkFailure } from '../platform/network/failures.ts';
import { admitSitemap, SITEMAP_BYTES, unpackSitemap, webAddresses } from '../sources/site/sitemaps.ts';
import { visitHop } from '../sources/site/visit-hop.ts';
import { charactersLimit, limitForPages, listedLimit, MAX_SITEMAP_FILES } from './crawl-size.ts';
import type { ExtractRule } from '../record/extracted.ts';
import type { SitemapList } from '../analysis/sitemap.ts';

/** The start of a crawl, which stays the same until it ends. */
export interface CrawlPlan {
  /** Why the site cannot be crawled; `null`: it can. */
  stopReason: StopReason | null;
  /** The first address, in normal form. */
  home: string;
  hosts: string[];
  sitemap: SiteSitemap;
  /** Why pages of its lists are missing, whatever else happens; absent: none are. */
  missing?: StopReason;
  /** The addresses that are requested alone; absent: the crawl has no such list. */
  urls?: readonly string[];
  /** Outcomes of the requests that found the home page. */
  visited: CrawledPage[];
}

interface PlanServices extends SitemapServices {
  /** Whether the images, scripts and stylesheets of the home page are listed. */
  withResources?: boolean;
  /** Values that are read from the home page, see `visit-address.ts`. */
  extract?: readonly ExtractRule[] | undefined;
}

const NO_SITEMAP: SiteSitemap = { listed: [], files: [], found: false, isWhole: false, hasUnread: false };

/**
 * Finds the home page of a domain, the hosts of its site, and the pages that its sitemaps list.
 *
 * @param pages number of pages that the crawl may request
 */
export async function planCrawl(domain: string, pages: number, services: PlanServices): Promise<CrawlPlan> {
  const visited = await findHome(domain, services.files, (url, hosts, redirectedFrom) =>
    visitAddress(url, hosts, services, redirectedFrom),
  );
  const last = visited.at(-1)!;
  const hosts = hostsOf(new URL(last.url).hostname);
  const home = visited.find(({ url }) => hosts.includes(new URL(url).hostname))!.url;
  const stopReason = whyNotCrawled(last);
  const sitemap = stopReason ? NO_SITEMAP : await listSitemaps(last.url, hosts, pages, services);
  return { stopReason, home, hosts, sitemap, visited };
}

/**
 * Finds what a crawl of lists requests: the given addresses, or the pages of the given sitemaps. The home page is requested
 * only if it is among them.
 *
 * @param lists addresses of the domain, in normal form
 * @param pages number of pages that the crawl may request
 */
export async function planLists(
  domain: string,
  { urls, sitemaps }: AddressLists,
  pages: number,
  services: SitemapServices,
): Promise<CrawlPlan> {
  const hosts = hostsOf(domain);
  const [home] = [...urls, ...sitemaps] as [string];
  const sitemap = sitemaps.length > 0 ? await readSitemaps(sitemaps, home, hosts, pages, services) : NO_SITEMAP;
  const stopReason = urls.length === 0 && !sitemap.found ? 'unreachable' : null;
  // Other sitemaps of the site are not known: what none of these lists may be in another one.
  const known = { ...sitemap, isWhole: false };
  return {
    ...{ stopReason, home: urls[0] ?? sitemap.listed[0] ?? home, hosts, sitemap: known, urls, visited: [] },
    ...(sitemap.unread?.hasFailed && { missing: 'unreachable' }),
  };
}

/** Returns the plan of a crawl that ends before a plan could be made. */
export function emptyPlan(domain: string, stopReason: StopReason): CrawlPlan {
  return { stopReason, home: `https://${domain}/`, hosts: hostsOf(domain), sitemap: NO_SITEMAP, visited: [] };
}

/** @param home outcome of the home page */
function whyNotCrawled({ http_status, failure, location }: CrawledPage): StopReason | null {
  if (failure === 'robots_disallowed' || failure === 'robots_unreachable') return 'robots';
  if (failure === 'host_blocked') return 'blocked';
  const isPage = http_status !== null && failure === null && location === null && !failedStatus(http_status);
  return isPage ? null : 'unreachable';
}

/** Requests an address. */
type Visit = (url: string, hosts: readonly string[], redirectedFrom: readonly string[]) => Promise<CrawledPage>;

/** @returns the hosts of a site: the given one, with and without `www.` */
function hostsOf(host: string): [string, string] {
  return [host, host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`];
}

/**
 * Finds the home page of a domain, as for its record: over https, else over http, with `www.` in front if the domain
 * itself has no IP address. Each address is requested once, however often this is called for the crawl.
 *
 * @returns the outcomes from the first address that responded to the home page, redirects included. If none responded,
 *   the last attempt
 */
async function findHome(domain: string, files: CrawlFiles, visit: Visit): Promise<CrawledPage[]> {
  let requested = 0;
  const visitOnce = (url: string, redirectedFrom: readonly string[] = []) =>
    files.remember(`home ${requested++}`, () => visit(url, hostsOf(new URL(url).hostname), redirectedFrom));

  const follow = async (start: string) => {
    const pages = [await visitOnce(start)];
    for (let next = pages[0]!.location; next !== null; next = pages.at(-1)!.location) {
      if (pages.length > MAX_REDIRECTS || pages.some(({ url }) => url === next)) break;
      const redirectedFrom = pages.map(({ url }) => url);
      pages.push(await visitOnce(next, redirectedFrom));
    }
    return pages;
  };
  const tryHost = async (host: string) => {
    const overHttps = await follow(`https://${host}/`);
    if (!hasFailed(overHttps, NO_HTTPS)) return overHttps;
    const overHttp = await follow(`http://${host}/`);
    return hasFailed(overHttp, CLOSED) ? overHttps : overHttp;
  };
  const bare = await tryHost(domain);
  if (!hasFailed(bare, ['name_not_found'])) return bare;
  const www = await tryHost(`www.${domain}`);
  return hasFailed(www, ['name_not_found']) ? bare : www;
}

/** Whether the first address failed for one of these reasons. */
const hasFailed = ([first]: CrawledPage[], reasons: readonly string[]) =>
  first!.failure !== null && reasons.includes(first!.failure);

/**
 * Unpacked bytes after which no further sitemap file is requested: enough for 50,000 addresses with annotations. They follow
 * the page limit, too.
 */
const MAX_BYTES = 100_000_000;
const FILE_MS = 20_000;
/** Files that could not be read whose addresses are kept. */
const MAX_EXAMPLES = 5;

/** @returns pages that sitemaps list, each with the address of the file that lists it */
export function sitemapsByPage({ listed, files }: Pick<SiteSitemap, 'listed' | 'files'>): Map<string, string> {
  const sitemaps = files.flatMap(({ url, pages }) => Array<string>(pages).fill(url));
  return new Map(listed.map((page, index) => [page, sitemaps[index]!]));
}

/** The content of the sitemaps of a site. */
interface SiteSitemap {
  /** Pages of the site, in normal form and in the order of the files. */
  listed: string[];
  /** Addresses of the files, and the number of pages of each that no file before it lists. */
  files: { url: string; pages: number }[];
  /** There is a sitemap. */
  found: boolean;
  /** There is a sitemap, and all of its files could be read completely. */
  isWhole: boolean;
  /** A file may exist that could not be read, or not completely. */
  hasUnread: boolean;
  /**
   * Files that were not read completely: the number, the first ones, and whether any could not be fetched or is no sitemap,
   * and not only too long. Absent: all were.
   */
  unread?: { count: number; examples: string[]; hasFailed: boolean };
}

interface SitemapServices {
  access: CrawlAccess;
  files: CrawlFiles;
  reader: SiteReader;
  now: () => number;
}

/** A requested file; `null`: it is no sitemap, or could not be fetched. */
interface RequestedFile {
  list: SitemapList | null;
  /** Whether the file may exist, although it could not be read. */
  isUnread: boolean;
  /** Unpacked size. */
  bytes: number;
}

/** A requested file, as it is stored. */
interface StoredFile extends RequestedFile {
  /** Whether another host serves it. */
  isForeign: boolean;
}

/**
 * Reads the sitemaps of a site: those that robots.txt names, else `/sitemap.xml`, else `/sitemap_index.xml`, and the
 * files of sitemap indexes, in total 50 files and 100 MB, for more than 5,000 pages in proportion, with up to two files of
 * other hosts. Each file is requested once, however often this is called for the crawl.
 *
 * @param home address of the home page
 * @param pages number of pages that the crawl may request
 */
async function listSitemaps(
  home: string,
  hosts: readonly string[],
  pages: number,
  services: SitemapServices,
): Promise<SiteSitemap> {
  const { access, reader } = services;
  const robots = await access.gate.reach(new URL(home), () => Promise.reject(new Error('It was read with the page')));
  const { robotsTxt } = await reader.readRobots(robots, home);
  return readSitemaps(webAddresses(robotsTxt.sitemaps, home), home, hosts, pages, services);
}

/** @param named addresses of the files; empty: the usual ones */
async function readSitemaps(
  named: readonly string[],
  home: string,
  hosts: readonly string[],
  pages: number,
  { access, files, reader, now }: SitemapServices,
): Promise<SiteSitemap> {
  const waiting = named.length > 0 ? [...named] : [new URL('/sitemap.xml', home).href];
  const maxFiles = limitForPages(MAX_SITEMAP_FILES, pages);
  const maxBytes = limitForPages(MAX_BYTES, pages);
  const maxListed = listedLimit(pages);
  const maxCharacters = charactersLimit(maxListed);
  const requested = new Set<string>();
  const foreign = new Set<string>();
  const listed = new Set<string>();
  let characters = 0;
  const isFull = () => listed.size >= maxListed || characters >= maxCharacters;
  let bytes = 0;
  const read: SiteSitemap['files'] = [];
  let found = false;
  let isWhole = true;
  let hasUnread = false;
  const unread = { count: 0, examples: [] as string[], hasFailed: false };
  const noteUnread = (urls: readonly string[]) => {
    unread.count += urls.length;
    unread.examples.push(...urls.slice(0, MAX_EXAMPLES - unread.examples.length));
  };

  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (requested.has(url)) continue;
    if (requested.size === maxFiles || isFull() || bytes >= maxBytes) {
      [isWhole, hasUnread] = [false, true];
      noteUnread([url, ...waiting.filter((each) => !requested.has(each))]);
      break;
    }
    const address = url;
    if (!admitSitemap(url, new URL(url), home, foreign)) {
      [isWhole, hasUnread] = [false, true];
      noteUnread([url]);
      continue;
    }
    const file = await files.remember<StoredFile>(`sitemap ${requested.size}`, async () => {
      return { ...(await requestFile(address)), isForeign: foreign.has(address) };
    });
    const { list, isUnread } = file;
    if (file.isForeign) foreign.add(url);
    bytes += file.bytes;
    requested.add(url);
    if (!list && named.length === 0 && requested.size === 1) waiting.push(new URL('/sitemap_index.xml', home).href);
    else if (!list || list.truncated) isWhole = false;
    hasUnread ||= isUnread || list?.truncated === true;
    found ||= list !== null;
    const before = listed.size;
    let isCut = !list || list.truncated;
    for (const page of list?.pages ?? []) {
      if (listed.has(page)) continue;
      if (isFull()) {
        [isWhole, isCut] = [false, true];
        break;
      }
      listed.add(page);
      characters += page.length;
    }
    if (isCut) noteUnread([url]);
    unread.hasFailed ||= !list;
    read.push({ url, pages: listed.size - before });
    waiting.push(...webAddresses(list?.children ?? [], url));
  }
  const known = { listed: [...listed], files: read, found, isWhole: found && isWhole, hasUnread };
  return unread.count > 0 ? { ...known, unread } : known;

  async function requestFile(url: string): Promise<RequestedFile> {
    const until = performance.now() + FILE_MS;
    const limits = { maxBytes: SITEMAP_BYTES, timeoutMs: FILE_MS, accept: '*/*' };
    try {
      const answer = await followRedirects(url, async (hop, redirectedFrom) => {
        if (!admitSitemap(url, hop, home, foreign)) throw new NetworkFailure('bad_redirect');
        return (await visitHop(hop, 'applicable', { ...access, reader }, { ...limits, redirectedFrom })).hop;
      });
      if (answer.status !== 200)
        return { list: null, isUnread: !isMissing(answer.status), bytes: bytesOf(answer.body) };
      const { body, truncated } = await unpackSitemap(answer, until);
      const size = bytesOf(body);
      return { list: await reader.listSitemap(body, now(), truncated, hosts), isUnread: false, bytes: size };
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      return { list: null, isUnread: error.code !== 'robots_disallowed', bytes: 0 };
    }
  }
}

const bytesOf = (body: Uint8Array[]) => body.reduce((sum, { length }) => sum + length, 0);

/** @returns whether a status states that there is no such file: any but a refusal, or an error of the server */
function isMissing(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
}
