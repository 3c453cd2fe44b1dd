import type { SitePage } from './site.ts';

/**
 * The least number of clicks on followed links from the home page to each page; a redirect is no click.
 *
 * @param pages the home page is the first
 * @param targets for each page the number of the page that it redirects to, as `redirectTargets` gives them
 * @returns `null` where no link leads to the page
 */
export function clickDepths(pages: readonly Pick<SitePage, 'outlinks'>[], targets: Int32Array): (number | null)[] {
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
