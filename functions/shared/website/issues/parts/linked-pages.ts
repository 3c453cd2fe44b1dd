import type { Site, SitePage } from '../../site/site.ts';
import { htmlPages } from './answers.ts';
import { redirectTarget } from './redirects.ts';

/** The crawl begins there. */
const HOME = 0;

/**
 * @returns the home page, the pages that some other page links to, followed or not, and those that a redirect leads to
 *   from any of them
 */
export function linkedPages(site: Site): Set<SitePage> {
  const linked = new Set<SitePage>();
  addWithTargets(linked, site, HOME);
  for (const { outlinks, nofollowed } of htmlPages(site)) {
    for (const index of outlinks) addWithTargets(linked, site, index);
    for (const index of nofollowed) addWithTargets(linked, site, index);
  }
  return linked;
}

/** What was added before has its targets already. */
function addWithTargets(linked: Set<SitePage>, site: Site, index: number): void {
  let target = site.pages[index];
  while (target !== undefined && !linked.has(target)) {
    linked.add(target);
    target = redirectTarget(site, target);
  }
}
