import type { SitePage } from './site.ts';

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
