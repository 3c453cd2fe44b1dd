/** Stands for a page that was not crawled, and for the end of a circle. */
export const NOWHERE = -1;

/**
 * Follows redirects to their ends, in time in proportion to the number of pages.
 *
 * @param targets for each page the number of the page that it redirects to: its own where it does not redirect
 * @returns for each page the number of the page at the end; {@link NOWHERE} where there is none
 */
export function redirectEnds(targets: Int32Array): Int32Array {
  const UNSEEN = -2;
  const ends = new Int32Array(targets.length).fill(UNSEEN);
  for (let start = 0; start < targets.length; start++) {
    const path: number[] = [];
    let at = start;
    while (at !== NOWHERE && ends[at] === UNSEEN) {
      // Who comes back to a page of the path has gone in a circle.
      ends[at] = targets[at] === at ? at : NOWHERE;
      path.push(at);
      at = targets[at]!;
    }
    const end = at === NOWHERE ? NOWHERE : ends[at]!;
    for (const index of path) ends[index] = end;
  }
  return ends;
}
