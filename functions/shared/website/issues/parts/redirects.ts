import type { Site, SitePage } from '../../site/site.ts';
import { isRedirect } from './answers.ts';

/** `unknown`: it leads to another site, or to what was not crawled. */
export type RedirectEnd = SitePage | 'loop' | 'unknown';

/**
 * Follows redirects. Each page is looked at once, however many redirects lead to it.
 *
 * @returns gives the end of the redirects that begin with a page: the page itself where it does not redirect
 */
export function redirectEnds(site: Site): (start: SitePage) => RedirectEnd {
  const ends = new Map<SitePage, RedirectEnd>();
  return (start) => {
    const path = new Set<SitePage>();
    let at = start;
    let end = ends.get(at);
    while (end === undefined) {
      path.add(at);
      const next = targetOf(site, at);
      if (!isRedirect(at)) end = at;
      else if (next === undefined) end = 'unknown';
      else if (path.has(next)) end = 'loop';
      else end = ends.get((at = next));
    }
    for (const page of path) ends.set(page, end);
    return end;
  };
}

/** @returns the page that a redirect names; `undefined` where it is none of the crawled ones, or `page` is no redirect */
export function targetOf(site: Site, page: SitePage): SitePage | undefined {
  return isRedirect(page) ? site.pageOf(page.location ?? '') : undefined;
}
