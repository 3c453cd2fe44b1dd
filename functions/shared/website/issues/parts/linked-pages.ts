import type { Site, SitePage } from '../../site/site.ts';
import { htmlPages } from './answers.ts';
import { targetOf } from './redirects.ts';

/** @returns the pages that some other page links to, followed or not, or that a redirect leads to from such a link */
export function linkedPages(site: Site): Set<SitePage> {
  const linked = new Set<SitePage>();
  for (const { url, facts } of htmlPages(site)) {
    for (const link of facts.links) {
      let target = link.url === url ? undefined : site.pageOf(link.url);
      while (target !== undefined && !linked.has(target)) {
        linked.add(target);
        target = targetOf(site, target);
      }
    }
  }
  return linked;
}
