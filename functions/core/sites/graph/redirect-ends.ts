import type { CrawledPage } from '../../record/crawled-page.ts';

/** Stands for a page that was not crawled. */
export const NOWHERE = -1;
/** Stands for the end of redirects that lead in a circle. */
export const CIRCLE = -2;

/** @returns whether the page answered with a redirect that says where to */
export function isRedirect({ location, failure }: CrawledPage): boolean {
  return failure === null && location !== null;
}

/**
 * Where each page redirects to.
 *
 * @param numbers of the pages, by address
 * @returns for each page the number of the page that it redirects to: its own where it does not redirect,
 *   {@link NOWHERE} where that was not crawled, {@link CIRCLE} where it redirects to itself
 */
export function redirectTargets(pages: readonly CrawledPage[], numbers: ReadonlyMap<string, number>): Int32Array {
  return Int32Array.from(pages, (page, index) => {
    if (!isRedirect(page)) return index;
    const target = numbers.get(page.location ?? '') ?? NOWHERE;
    return target === index ? CIRCLE : target;
  });
}

/**
 * Follows redirects to their ends, in time in proportion to the number of pages.
 *
 * @param targets as {@link redirectTargets} gives them
 * @returns for each page the number of the page at the end; {@link NOWHERE} or {@link CIRCLE} where there is none
 */
export function redirectEnds(targets: Int32Array): Int32Array {
  const UNSEEN = -3;
  const ends = new Int32Array(targets.length).fill(UNSEEN);
  for (let start = 0; start < targets.length; start++) {
    const path: number[] = [];
    let at = start;
    while (at >= 0 && ends[at] === UNSEEN) {
      // Who comes back to a page of the path has gone in a circle.
      ends[at] = targets[at] === at ? at : CIRCLE;
      path.push(at);
      at = targets[at]!;
    }
    const end = at < 0 ? at : ends[at]!;
    for (const index of path) ends[index] = end;
  }
  return ends;
}
