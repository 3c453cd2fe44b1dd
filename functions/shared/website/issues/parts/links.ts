import type { CrawledLink } from '../../../record/crawled-page.ts';
import type { Site, SitePage } from '../../site/site.ts';
import { htmlPages, type HtmlPage } from './answers.ts';

/**
 * Nothing is known of the target of a link that was not crawled; such links are passed over.
 *
 * @param hasFault is asked for each link of each page, and should take the same time for all
 * @returns the pages with a link that has the fault
 */
export function pagesWithLink(site: Site, hasFault: (target: SitePage, link: CrawledLink) => boolean): HtmlPage[] {
  return htmlPages(site).filter(({ facts }) =>
    facts.links.some((link) => {
      const target = site.pageOf(link.url);
      return target !== undefined && hasFault(target, link);
    }),
  );
}
