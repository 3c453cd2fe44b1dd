import type { Site, SitePage } from '../../site/site.ts';
import { htmlPages, type HtmlPage } from './answers.ts';

/**
 * @param hasFault is asked for the canonical page of each page that names another one that was crawled
 * @returns the pages whose canonical page has the fault
 */
export function pagesWithCanonical(site: Site, hasFault: (canonical: SitePage) => boolean): HtmlPage[] {
  return htmlPages(site).filter(({ url, facts }) => {
    const canonical = site.pageOf(facts.canonical ?? url);
    return canonical !== undefined && canonical.url !== url && hasFault(canonical);
  });
}
