import type { SiteResult } from '../../record/site-audit.ts';
import { htmlPages, isBroken } from '../issues/issue.ts';
import type { Site } from '../site/site.ts';

/**
 * Counts the links of all pages: to the site each target once a page, followed or not. Broken is what the issue
 * `broken-link` calls so; what was not crawled is not.
 */
export function linkCounts(site: Site): SiteResult['links'] {
  const broken = Uint8Array.from(site.pages, (page) => Number(isBroken(page)));
  const brokenOf = (links: number[]) => links.reduce((sum, index) => sum + broken[index]!, 0);
  const counts = { internal: 0, external: 0, broken_internal: 0 };
  for (const { facts, outlinks, nofollowed } of htmlPages(site)) {
    counts.internal += facts.links.length;
    counts.external += facts.external_links;
    counts.broken_internal += brokenOf(outlinks) + brokenOf(nofollowed);
  }
  return counts;
}
