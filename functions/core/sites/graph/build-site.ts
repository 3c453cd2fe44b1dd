import type { CrawledLink, CrawledPage } from '../../record/crawled-page.ts';
import { NOWHERE, redirectEnds, redirectTargets, type Site, type SitePage, whyNotIndexable } from './site.ts';

/** What the sitemaps of a site say. */
export interface SitemapListing {
  /** Addresses in normal form. */
  listed: ReadonlySet<string>;
  /** There is a sitemap, and it could be read whole. */
  isWhole: boolean;
}

/**
 * Finds out how the pages of a crawl stand to each other, in time in proportion to pages and links. Links to what was
 * not crawled are left out, and those of a page to itself.
 *
 * @param crawled each address once, in the order in which they were asked for; the home page is the first
 */
export function buildSite(crawled: readonly CrawledPage[], { listed, isWhole }: SitemapListing): Site {
  const numbers = new Map(crawled.map(({ url }, index) => [url, index]));
  const targets = redirectTargets(crawled, numbers);
  const ends = redirectEnds(targets);
  const pages = crawled.map((page, index): SitePage => {
    const reason = whyNotIndexable(page);
    return {
      ...page,
      index,
      in_sitemap: listed.has(page.url),
      redirect_target: targets[index]!,
      redirect_end: ends[index]!,
      depth: null,
      indexable: reason === null,
      reason,
      ...linksOf(page.facts?.links ?? [], index, numbers),
      inlinks: [],
      internal_rank: 0,
    };
  });
  for (const { index, outlinks } of pages) for (const target of outlinks) pages[target]!.inlinks.push(index);
  const depths = clickDepths(pages, targets);
  const ranks = internalRanks(pages, ends);
  for (const page of pages) {
    page.depth = depths[page.index]!;
    page.internal_rank = ranks[page.index]!;
  }
  return { pages, pageOf: (url) => pages[numbers.get(url) ?? NOWHERE], hasSitemap: isWhole };
}

function linksOf(
  links: readonly CrawledLink[],
  from: number,
  numbers: ReadonlyMap<string, number>,
): Pick<SitePage, 'outlinks' | 'nofollowed'> {
  const found: Pick<SitePage, 'outlinks' | 'nofollowed'> = { outlinks: [], nofollowed: [] };
  for (const { url, nofollow } of links) {
    const target = numbers.get(url);
    if (target !== undefined && target !== from) found[nofollow ? 'nofollowed' : 'outlinks'].push(target);
  }
  return found;
}

/**
 * The least number of clicks on followed links from the home page to each page; a redirect is no click.
 *
 * @param pages the home page is the first
 * @param targets for each page the number of the page that it redirects to, as `redirectTargets` gives them
 * @returns `null` where no link leads to the page
 */
function clickDepths(pages: readonly Pick<SitePage, 'outlinks'>[], targets: Int32Array): (number | null)[] {
  const depths = new Array<number | null>(pages.length).fill(null);
  const isNext = new Uint8Array(pages.length);
  let level = pages.length === 0 ? [] : [0];
  for (let depth = 0; level.length > 0; depth++) {
    const next: number[] = [];
    // The target of a redirect joins the level that is being read.
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

/** Pages by new numbers without gaps, and the links between them: those of page n begin at `first[n]` of `links`. */
interface Graph {
  /** The page that a number stands for. */
  pages: Int32Array;
  first: Int32Array;
  links: Int32Array;
}

/** The share of visitors who follow a link instead of going to any page (Brin and Page, 1998, 2.1.1). */
const DAMPING = 0.85;
/** The ranks of all pages together change by less than this in the last round. */
const ENOUGH = 1e-6;
const MAX_ROUNDS = 50;

/**
 * PageRank over followed links between the pages that answered. What a redirect is given belongs to the page at its end,
 * undiminished, as Google handles it; the redirect itself has none. What a page without links has is spread evenly. Each
 * round takes time in proportion to pages and links.
 *
 * @param ends for each page the number of the page at the end of its redirects, its own where it does not redirect
 * @returns by page, of the highest: 0 to 100, with two decimals
 * @see http://infolab.stanford.edu/~backrub/google.html
 */
export function internalRanks(pages: readonly LinkedPage[], ends: Int32Array): number[] {
  const graph = followedGraph(pages, ends);
  const shares = pageRank(graph);
  const highest = shares.reduce((one, other) => Math.max(one, other), 0);
  const ranks = new Array<number>(pages.length).fill(0);
  graph.pages.forEach((page, number) => (ranks[page] = Math.round((10_000 * shares[number]!) / highest) / 100));
  return ranks;
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
  /** For each page the last one that was found to link to it: two redirects may end at one page. */
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

/** @returns the share of each page; together 1 */
function pageRank(graph: Graph): Float64Array {
  const count = graph.pages.length;
  let shares = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = nextShares(graph, shares);
    const change = next.reduce((sum, share, number) => sum + Math.abs(share - shares[number]!), 0);
    shares = next;
    if (change < ENOUGH) break;
  }
  return shares;
}

function nextShares({ first, links }: Graph, shares: Float64Array): Float64Array<ArrayBuffer> {
  const count = shares.length;
  const given = new Float64Array(count);
  let unlinked = 0;
  for (let number = 0; number < count; number++) {
    const end = first[number + 1]!;
    const start = first[number]!;
    if (start === end) unlinked += shares[number]!;
    const part = shares[number]! / (end - start);
    for (let index = start; index < end; index++) given[links[index]!]! += part;
  }
  const even = (1 - DAMPING + DAMPING * unlinked) / count;
  return given.map((share) => even + DAMPING * share);
}
