import type { CrawledPage } from '../../record/crawled-page.ts';
import { indexabilityOf } from '../../analysis/indexability.ts';
import { NOWHERE, redirectEnds, redirectTargets, type Site, type SitePage } from './site.ts';
import type { SiteLinks } from './site-links.ts';
import { isHomePage } from '../../sources/site/visit-hop.ts';

/** The content of the sitemaps of a site. */
export interface SitemapListing {
  /** Addresses in normal form, with the sitemap that lists each. */
  listed: ReadonlyMap<string, string>;
  /** There is a sitemap, and all of it could be read. */
  isWhole: boolean;
}

/** What else is known of a crawl. */
interface SiteContext {
  hasExcluded?: boolean;
  followsLinks?: boolean | undefined;
  lastIndexable?: ((url: string) => string | null) | undefined;
}

/**
 * Computes the links between the pages of a crawl, their depth and their rank, in time proportional to pages and links.
 * Links to addresses that were not crawled, and of a page to itself, are ignored.
 *
 * @param crawled each address once, in the order of requests; the home page is the first
 * @param linked the links of the same pages
 * @param hasExcluded whether the scope of the crawl excluded addresses
 * @param followsLinks whether the crawl began at the home page and followed links; otherwise no depth is known
 * @param lastIndexable times of the last complete crawls that found pages indexable, by address
 */
export function buildSite(
  crawled: readonly CrawledPage[],
  linked: SiteLinks,
  { listed, isWhole }: SitemapListing,
  { hasExcluded = false, followsLinks = true, lastIndexable = () => null }: SiteContext = {},
): Site {
  const numbers = new Map(crawled.map(({ url }, index) => [url, index]));
  const targets = redirectTargets(crawled, numbers);
  const { ends, hops } = redirectEnds(targets);
  const links = linked.between(numbers);
  const home = ends[followsLinks ? 0 : crawled.findIndex(({ url }) => isHomePage(url))];
  const pages = crawled.map((page, index): SitePage => {
    return {
      ...page,
      index,
      isHome: index === home,
      sitemap: listed.get(page.url) ?? null,
      redirect_target: targets[index]!,
      redirect_end: ends[index]!,
      redirect_hops: hops[index]!,
      depth: null,
      ...indexabilityOf(page),
      last_indexable_at: lastIndexable(page.url),
      ...links[index]!,
      inlinks: 0,
      first_inlink: NOWHERE,
      internal_rank: 0,
    };
  });
  for (const { index, outlinks } of pages) {
    for (const target of outlinks) if (pages[target]!.inlinks++ === 0) pages[target]!.first_inlink = index;
  }
  const depths = followsLinks ? clickDepths(pages, targets) : [];
  const ranks = internalRanks(pages, ends);
  for (const page of pages) {
    page.depth = depths[page.index] ?? null;
    page.internal_rank = ranks[page.index]!;
  }
  const hasCutLinks = crawled.some(({ facts }) => facts?.links_cut);
  const hidesLinks = hasExcluded || !followsLinks || hasCutLinks;
  return { pages, pageOf: (url) => pages[numbers.get(url) ?? NOWHERE], hasSitemap: isWhole, hidesLinks, hasCutLinks };
}

/**
 * Returns the least number of clicks on followed links from the home page to each page. A redirect is not a click.
 *
 * @param pages the home page is the first
 * @param targets result of `redirectTargets`
 * @returns `null` for a page that no path of links leads to
 */
function clickDepths(pages: readonly Pick<SitePage, 'outlinks'>[], targets: Int32Array): (number | null)[] {
  const depths = new Array<number | null>(pages.length).fill(null);
  const isNext = new Uint8Array(pages.length);
  let level = pages.length === 0 ? [] : [0];
  for (let depth = 0; level.length > 0; depth++) {
    const next: number[] = [];
    // The target of a redirect is appended to the level of this loop.
    for (const index of level) {
      if (depths[index] !== null) continue;
      depths[index] = depth;
      const target = targets[index]!;
      if (target >= 0) level.push(target);
      for (const link of pages[index]!.outlinks) {
        if (depths[link] !== null || isNext[link]) continue;
        isNext[link] = 1;
        next.push(link);
      }
    }
    level = next;
  }
  return depths;
}

type LinkedPage = Pick<SitePage, 'http_status' | 'outlinks'>;

/** Pages under new, consecutive numbers, and the links between them: those of page n begin at `first[n]` of `links`. */
interface Graph {
  /** The index of the page with each number. */
  pages: Int32Array;
  first: Int32Array;
  links: Int32Array;
}

/** The damping factor: probability of following a link instead of opening a random page (Brin and Page, 1998, 2.1.1). */
const DAMPING = 0.85;
/** The iteration ends when the sum of all changes is below this: the error of a share is then below 1e-11. */
const MIN_CHANGE = 1e-12;
/** Above the rounds that any site needs: each round reduces the change at least by the damping factor. */
const MAX_ROUNDS = 200;

/**
 * Computes PageRank over followed links between the pages that responded. A redirect passes its rank to its final target
 * without damping, as Google does, and has none itself. The rank of a page without links is distributed evenly. Each
 * round takes time proportional to pages and links.
 *
 * @param ends final targets of `redirectEnds`
 * @returns for each page its rank relative to the highest: 0 to 100, with two decimals
 * @see http://infolab.stanford.edu/~backrub/google.html
 */
export function internalRanks(pages: readonly LinkedPage[], ends: Int32Array): number[] {
  const shares = rankShares(pages, ends);
  const highest = shares.reduce((one, other) => Math.max(one, other), 0);
  return Array.from(shares, (share) => (highest === 0 ? 0 : Math.round((10_000 * share) / highest) / 100));
}

/** Returns the PageRank of each page as a share; the sum is 1, and 0 if no page responded. */
export function rankShares(pages: readonly LinkedPage[], ends: Int32Array): Float64Array {
  const graph = followedGraph(pages, ends);
  const ofGraph = pageRank(graph);
  const shares = new Float64Array(pages.length);
  graph.pages.forEach((page, number) => (shares[page] = ofGraph[number]!));
  return shares;
}

function followedGraph(pages: readonly LinkedPage[], ends: Int32Array): Graph {
  const answered = Int32Array.from(ends.keys()).filter((index) => {
    return ends[index] === index && pages[index]!.http_status !== null;
  });
  const numbers = new Int32Array(pages.length).fill(-1);
  answered.forEach((page, number) => (numbers[page] = number));

  const first = new Int32Array(answered.length + 1);
  const outlinks = Array.from(answered, (page) => pages[page]!.outlinks);
  const links = new Int32Array(outlinks.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  /** For each page the last page that links to it: two redirects may have the same final target. */
  const linkedFrom = new Int32Array(answered.length).fill(-1);
  outlinks.forEach((linked, number) => {
    for (const link of linked) {
      const target = numbers[ends[link]!] ?? -1;
      if (target < 0 || target === number || linkedFrom[target] === number) continue;
      linkedFrom[target] = number;
      links[count++] = target;
    }
    first[number + 1] = count;
  });
  return { pages: answered, first, links };
}

/** @returns the share of each page; the sum is 1 */
function pageRank(graph: Graph): Float64Array {
  const count = graph.pages.length;
  let shares = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = nextShares(graph, shares);
    const change = next.reduce((sum, share, number) => sum + Math.abs(share - shares[number]!), 0);
    shares = next;
    if (change < MIN_CHANGE) break;
  }
  return shares;
}

function nextShares({ first, links }: Graph, shares: Float64Array): Float64Array<ArrayBuffer> {
  const count = shares.length;
  const received = new Float64Array(count);
  let unlinked = 0;
  for (let number = 0; number < count; number++) {
    const end = first[number + 1]!;
    const start = first[number]!;
    if (start === end) unlinked += shares[number]!;
    const part = shares[number]! / (end - start);
    for (let index = start; index < end; index++) received[links[index]!]! += part;
  }
  const even = (1 - DAMPING + DAMPING * unlinked) / count;
  return received.map((share) => even + DAMPING * share);
}
