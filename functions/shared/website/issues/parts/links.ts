import type { Site, SitePage } from '../../site/site.ts';
import { htmlPages, type HtmlPage } from './answers.ts';

/**
 * Nothing is known of the target of a link that was not crawled; such links are passed over, and those of a page to
 * itself.
 *
 * @param hasFault is asked once for each page of the site
 * @param among which links are looked at
 * @returns the pages with a link that has the fault
 */
export function pagesWithLink(
  site: Site,
  hasFault: (target: SitePage) => boolean,
  among: 'all' | 'followed' = 'all',
): HtmlPage[] {
  const faulty = Uint8Array.from(site.pages, (page) => Number(hasFault(page)));
  const isFaulty = (index: number) => faulty[index] === 1;
  return htmlPages(site).filter(
    ({ outlinks, nofollowed }) => outlinks.some(isFaulty) || (among === 'all' && nofollowed.some(isFaulty)),
  );
}
